/** Compiles format files in Berlin's zone, and shows the events that they read in a form that tests compare. */
import { millisecondsOf } from '../../src/formats/draft';
import { compileFormat } from '../../src/formats/format-file';
import { formatReader, type ReadEvent } from '../../src/formats/read';
import { knownZone } from '../../src/lib/time/zones';

export const BERLIN = knownZone('Europe/Berlin');

/** @param file the text of a format file, or the object that it contains */
export const compileFile = (file: string | object) =>
  compileFormat(typeof file === 'string' ? file : JSON.stringify(file), 'x.json', BERLIN);

export const readBy = (file: string | object, answer: string) => formatReader(compileFile(file)).read(answer);

/** Shows the fields of an event, with times in ISO 8601: `2026-03-01`, `2026-03-01T09:00:00Z`. */
export function shown({ draft: { extra, ...fields }, unread }: ReadEvent) {
  const values = Object.entries(fields).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value];
    const iso = new Date(millisecondsOf(value)).toISOString().replace('.000Z', 'Z');
    return [name, value.kind === 'date' ? iso.slice(0, 10) : iso];
  });
  return { fields: Object.fromEntries(values), extra, unread };
}

/** Returns the fields that a proposal reports as not proved, or as missing in an event. */
export function missingIn(problem: string | undefined): readonly string[] {
  return ['title', 'start'].filter((field) => new RegExp(`\\bno ${field}\\b`, 'i').test(problem ?? ''));
}
