/** Infers formats from samples in Berlin's zone, and reads the samples with these formats. */
import { rowOf } from '../../../src/formats/infer/fit';
import { inferFormat } from '../../../src/formats/infer/infer';
import { type FormatFile, formatReader } from '../../../src/formats/read';
import { MAX_NOTE } from '../../../src/lib/text/messages';
import { BERLIN, compileFile, missingIn } from '../../support/drafts';

/** Returns the members of the inferred file, the compiled file, and the notes of `format`. */
export function inferred(sample: unknown, encoding?: string) {
  const text = typeof sample === 'string' ? sample : JSON.stringify(sample);
  const { text: file, ...others } = inferFormat([text], BERLIN, { encoding });
  for (const note of others.notes) expect(note.length).toBeLessThanOrEqual(MAX_NOTE);
  const missing = missingIn(others.problem);
  return { ...JSON.parse(file), ...others, missing, compiled: compileFile(file) };
}

export const eventOf = (sample: unknown) => inferred(sample).event;

export const read = (file: FormatFile, answer: string) => formatReader(file).read(answer).events;

export const rowsIn = (file: FormatFile, answer: string) =>
  read(file, answer).map(({ draft }) => rowOf(draft));
