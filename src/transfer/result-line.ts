import type { ImportResult } from './import-options';

/** `read 3, added 2, changed 1, unchanged 0, removed 0, refused 0`, and what else there is to know. */
export function resultLine(result: ImportResult, notices: readonly string[] = []): string {
  const { read, added, changed, unchanged, removed, removedSamples, refused } = result;
  const samples = removedSamples > 0 ? [`the ${removedSamples} sample events were taken away`] : [];
  const counts = `read ${read}, added ${added}, changed ${changed}, unchanged ${unchanged}, removed ${removed}, refused ${refused}`;
  return [counts, ...samples, ...notices].join('; ');
}
