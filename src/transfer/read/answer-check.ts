import type { AnswerReader } from '../../formats/read/read';
import { unwrap } from '../../formats/read/unwrap';
import { isObject, parseJson } from '../../json';
import { quoted, RowRefusal, TransferError } from '../errors';
import type { RawRow } from '../event-record';
import type { RowRules } from '../row-rules';
import { survey } from '../survey/survey';
import { type Answer, ownRows } from './answers';
import { isBootstrapAnswer } from './bootstrap-answer';
import type { FileFormat } from './format';
import type { ReadOptions } from './options';

/**
 * Reads a service's answer for a trial. A service answers sentences, error objects and nothing at all where it failed:
 * an answer is a list when its events can be found, and one without events only in a shape that is an empty list's.
 * @throws TransferError, FormatError when it is none
 */
export async function checkAnswer(
  answer: Answer,
  format: AnswerReader | FileFormat | undefined,
  options: RowRules & ReadOptions,
): Promise<void> {
  const { name, text } = answer;
  if (typeof format === 'function') {
    if (!format(text, name).isList) throw noList(answer);
    return;
  }
  if (format === undefined && !looksLikeList(unwrap(text))) throw noList(answer);
  const rows: RawRow[] = [];
  for await (const row of ownRows(answer, format, options)) if (!(row instanceof RowRefusal)) rows.push(row);
  if (rows.length > 0) survey(rows, options, name);
  else if (!isEmptyList(unwrap(text), format, options)) throw noList(answer);
}

function noList({ name, text }: Answer): TransferError {
  return new TransferError(
    `${name} was answered with ${quoted(text)}, which is no list of events. Where that means that there are none, a format file can say so: --format file:PATH (docs/formats.md).`,
  );
}

/** Whatever is neither of these would be taken for CSV, whose first line may be any sentence. */
function looksLikeList(text: string): boolean {
  return /^(?:[[<]|BEGIN:VCALENDAR)/i.test(text) || (text.startsWith('{') && text.includes('['));
}

/** Of an answer without a row. */
function isEmptyList(text: string, format: FileFormat | undefined, options: RowRules & ReadOptions): boolean {
  if (format === 'csv') return isHeader(text, options);
  return /^(?:<|BEGIN:VCALENDAR)/i.test(text) || isEmptyJson(parseJson(text));
}

/** `[]`, `{"d":[]}`, `{"total":0,"rows":[]}`: beside the list nothing stands that could say that it is none. */
function isEmptyJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isBootstrapAnswer(value)) return true;
  if (!isObject(value)) return false;
  const [member, ...others] = Object.values(value).filter((one) => !SAYS_NOTHING.has(one));
  return others.length === 0 && isEmptyJson(typeof member === 'string' ? parseJson(member) : member);
}

/** No count of events, no error, success. */
const SAYS_NOTHING: ReadonlySet<unknown> = new Set([0, null, '', true]);

/** A line of CSV that names what an event has. */
function isHeader(text: string, options: RowRules & ReadOptions): boolean {
  const names = text.split(options.delimiter ?? /[,;\t]/).map((name) => name.trim().replace(/^"|"$/g, ''));
  const place = { file: '', unit: 'line', number: 1 } as const;
  try {
    survey(
      [{ place, fields: Object.fromEntries(names.map((name) => [name, ''])), isNamed: false }],
      options,
      '',
    );
    return true;
  } catch (error) {
    if (error instanceof TransferError) return false;
    throw error;
  }
}
