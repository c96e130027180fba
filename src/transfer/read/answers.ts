import type { AnswerReader } from '../../formats/read/read';
import { RowRefusal } from '../errors';
import type { Place, RawRow } from '../event-record';
import { bytesSource } from './files';
import type { FileFormat } from './format';
import type { ReadOptions } from './options';
import type { Source } from './source';
import { decode } from './text';

/** A result string of a service, and where it came from. */
export interface Answer {
  readonly name: string;
  readonly text: string;
}

/**
 * The events of answers. An event that stands in several of them, as one that overlaps two months does, comes once.
 * @param format left out, each answer is in the format that it looks like
 */
export function answersSource(
  name: string,
  answers: readonly Answer[],
  format?: AnswerReader | FileFormat,
): Source {
  return {
    name,
    async *rows(options) {
      const seen = new Set<string>();
      for (const answer of answers) {
        const rows =
          typeof format === 'function'
            ? formatRows(answer, format, options)
            : ownRows(answer, format, options);
        for await (const row of rows) {
          const identity = row instanceof RowRefusal ? row.message : identityOf(row);
          if (seen.has(identity)) continue;
          seen.add(identity);
          yield row;
        }
      }
    },
  };
}

/** An old answer in a file, read whole. */
export function answerSource(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  read: AnswerReader,
): Source {
  return {
    name,
    async *rows(options) {
      const pieces: string[] = [];
      for await (const piece of decode(open(), name)) pieces.push(piece);
      yield* formatRows({ name, text: pieces.join('') }, read, options);
    },
  };
}

/** Rows of an answer that no format file describes. */
export function ownRows(
  { name, text }: Answer,
  format: FileFormat | undefined,
  options: ReadOptions,
): AsyncIterable<RawRow | RowRefusal> {
  return bytesSource(name, () => bytesOf(text), format).rows(options);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function* formatRows(
  { name, text }: Answer,
  read: AnswerReader,
  { notice }: ReadOptions,
): AsyncGenerator<RawRow | RowRefusal> {
  const { events, missing, unnamed, varying } = read(text, name);
  if (missing.length > 0) notice(`the format does not carry ${missing.join(', ')}`);
  if (unnamed.length > 0) notice(`the format does not name, so that it is left out: ${unnamed.join(', ')}`);
  for (const one of varying) notice(`around the events, ${one}, came as another value`);
  for (const [index, { fields, extra, unread }] of events.entries()) {
    const place: Place = { file: name, unit: 'element', number: index + 1 };
    if (unread.length > 0) yield new RowRefusal(place, unread.join('; '));
    else yield { place, fields, extra, isNamed: true };
  }
}

/** What is the same event in two answers: the id or uid, or where there is neither the whole. */
function identityOf({ fields, extra }: RawRow): string {
  const { id, uid } = fields;
  return JSON.stringify(id ?? uid ?? [fields, extra]);
}
