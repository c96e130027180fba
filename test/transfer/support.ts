import { Readable } from 'node:stream';
import type { EventValues } from '../../src/formats/event-fields';
import { compileFormat } from '../../src/formats/format-file';
import { type FormatReader, formatReader } from '../../src/formats/read';
import { knownZone } from '../../src/lib/time/zones';
import type { Database } from '../../src/store/database';
import { importIntoMemory } from '../../src/testing/events/import';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { exportEvents } from '../../src/transfer/export';
import { importEvents } from '../../src/transfer/import';
import { defaultOptions, type ImportOptions, type ImportResult } from '../../src/transfer/import-options';
import { bytesSource } from '../../src/transfer/read/files';
import type { Source } from '../../src/transfer/read/source';
import { type ExportFormat, WRITERS } from '../../src/transfer/writers';

export const NOW = new Date('2026-06-15T00:00:00Z');

/** Makes a file that exists only in the test. Its name shows the format. */
export function textSource(name: string, ...chunks: readonly (string | Uint8Array)[]): Source {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  return bytesSource(name, bytes);
}

export interface Outcome extends ImportResult {
  readonly leftOut: readonly string[];
}

export async function importText(
  database: Database,
  sources: Source | readonly Source[],
  { timeZone = 'UTC', ...options }: Partial<ImportOptions> & { readonly timeZone?: string } = {},
): Promise<Outcome> {
  const leftOut: string[] = [];
  const all = 'rows' in sources ? [sources] : sources;
  const result = await importEvents(
    database,
    all,
    { ...defaultOptions(timeZone, NOW), ...options },
    { refused: (refusal) => leftOut.push(refusal.message) },
  );
  return { ...result, leftOut };
}

export async function exportText(database: Database, format: ExportFormat): Promise<string> {
  let text = '';
  await exportEvents(database, WRITERS[format], async (part) => {
    text += part;
  });
  return text;
}

type Stored = Omit<EventValues, 'start' | 'end'> & { readonly start: string; readonly end: string };

export async function storedEvents(database: Database): Promise<Stored[]> {
  return JSON.parse(await exportText(database, 'json')) as Stored[];
}

export type Options = Partial<ImportOptions> & {
  readonly timeZone?: string;
  /** The source yields chunks of this many bytes. */
  readonly pieces?: number;
  /** This reader of a format file reads the source. */
  readonly reader?: FormatReader;
};

/** Imports a text into memory, and returns the title, start and end of each event, and the notes. */
export function imported(name: string, text: string | Uint8Array, options: Options) {
  const { pieces = Number.POSITIVE_INFINITY, reader } = options;
  return importedFrom(
    bytesSource(name, () => Readable.from(piecesOf(text, pieces)), reader),
    options,
  );
}

/** Imports a source into memory, and returns what `imported` does, with the events and the rows read after each batch. */
export async function importedFrom(source: Source, { timeZone = 'UTC', ...options }: Options) {
  const batches: number[] = [];
  const importOptions = { ...defaultOptions(timeZone, NOW), ...options };
  const [store, { notes: said }] = await importIntoMemory(
    MemoryStore.EMPTY,
    [source],
    importOptions,
    NOW.getTime(),
    { progress: (read) => batches.push(read) },
  );
  const shown = (time: number, allDay: boolean) => new Date(time).toISOString().slice(0, allDay ? 10 : 16);
  const events = [...store];
  const times = events.map(({ title, start, end, allDay }) => [
    title,
    shown(start, allDay),
    shown(end, allDay),
  ]);
  return { events, times, said, batches };
}

function piecesOf(text: string | Uint8Array, size: number): readonly Uint8Array[] {
  const bytes = Buffer.from(text);
  const count = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: count }, (_, at) =>
    count === 1 ? bytes : bytes.subarray(at * size, (at + 1) * size),
  );
}

/** Returns the reader of a format file with these members. */
export const readerOf = (file: object): FormatReader =>
  formatReader(compileFormat(JSON.stringify(file), 'f.json', knownZone('UTC')));

export const map = (...pairs: readonly (readonly [string, string])[]) =>
  ({ names: new Map(pairs) }) as Pick<ImportOptions, 'names'>;

export const zonedImport = (name: string): Options => ({
  zone: { ...knownZone(name), name, isChosen: true },
});

export const vevent = (...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  ...(lines.some((line) => line.startsWith('UID:')) ? [] : ['UID:u']),
  'SUMMARY:s',
  ...lines,
  'END:VEVENT',
];

/** Makes a calendar from lines. A VEVENT is an array of lines. */
export const vcalendar = (...lines: readonly (string | readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n');

/** Returns the starts of the events of a calendar, in their order. */
export async function startsOf(text: string | Uint8Array, options: Options = {}): Promise<readonly string[]> {
  return (await imported('a.ics', text, options)).times.map(([, start]) => String(start));
}
