import type { WrittenEvent } from '../../src/event/fields';
import type { Database } from '../../src/store/database';
import { defaultOptions } from '../../src/transfer/defaults';
import { exportEvents } from '../../src/transfer/export';
import { importEvents } from '../../src/transfer/import';
import type { ImportOptions, ImportResult } from '../../src/transfer/import-options';
import { bytesSource } from '../../src/transfer/read/files';
import type { Source } from '../../src/transfer/read/source';
import { WRITERS } from '../../src/transfer/write/formats';

export const NOW = new Date('2026-06-15T00:00:00Z');

/** A file that exists only in the test; its name tells the format. */
export function textSource(name: string, ...chunks: readonly (string | Uint8Array)[]): Source {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  return bytesSource(name, bytes);
}

export interface Outcome extends ImportResult {
  readonly notices: readonly string[];
  readonly leftOut: readonly string[];
}

export async function importText(
  database: Database,
  sources: Source | readonly Source[],
  { timeZone = 'UTC', ...options }: Partial<ImportOptions> & { readonly timeZone?: string } = {},
): Promise<Outcome> {
  const notices: string[] = [];
  const leftOut: string[] = [];
  const all = 'rows' in sources ? [sources] : sources;
  const result = await importEvents(
    database,
    all,
    { ...defaultOptions(timeZone, NOW), ...options },
    {
      notice: (sentence) => notices.push(sentence),
      refused: (refusal) => leftOut.push(refusal.message),
    },
  );
  return { ...result, notices, leftOut };
}

export async function exportText(database: Database, format: string): Promise<string> {
  const writer = WRITERS.get(format);
  if (writer === undefined) throw new Error(`no writer ${format}`);
  let text = '';
  await exportEvents(database, writer, async (part) => {
    text += part;
  });
  return text;
}

export async function storedEvents(database: Database): Promise<WrittenEvent[]> {
  return JSON.parse(await exportText(database, 'json')) as WrittenEvent[];
}
