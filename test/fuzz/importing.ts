import { type Importer, type Played, playImports } from '../../scripts/fuzz/play-imports';
import { TransferError } from '../../src/transfer/errors';
import { importEvents } from '../../src/transfer/import';
import { defaultOptions } from '../../src/transfer/import-options';
import { bytesSource } from '../../src/transfer/read/files';
import type { TestEngine } from '../support/databases';

const importer: Importer = { importEvents, bytesSource, defaultOptions, TransferError };

/** Gives the importer of src broken files, over a store of this engine. */
export async function playOn(engine: TestEngine, seed: number, count: number): Promise<Played> {
  const database = await engine.open();
  try {
    return await playImports({ importer, database, seed, count });
  } finally {
    await database.close();
  }
}

/** Nothing was found, and both ends of an import were met in each format. */
export function expectSound({ failure, files, counts }: Played, count: number): void {
  expect(failure).toBeUndefined();
  expect(files).toBe(count);
  for (const format of ['json', 'jsonl', 'csv', 'ics']) {
    expect(counts.get(format)?.get('imported')).toBeGreaterThan(count / 120);
    expect(counts.get(format)?.get('refused')).toBeGreaterThan(count / 30);
  }
}
