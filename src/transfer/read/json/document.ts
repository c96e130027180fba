import { isObject, parseJson } from '../../../json';
import { shellWord } from '../../../text/shell';
import { isEvent, valueAt } from '../../columns/columns';
import { jqPath } from '../../columns/jq';
import { quoted, type RowRefusal, TransferError } from '../../errors';
import type { RawRow } from '../../event-record';
import { bootstrapRows, isBootstrapAnswer } from '../bootstrap-answer';
import type { ReadOptions } from '../options';
import { wholeOf } from '../whole';
import { asCsv, elementRow } from './array';
import { readJsonLines } from './lines';
import { nextPageIn } from './next-page';
import { NumberLookout } from './number-lookout';
import { tableRows } from './table';

/** How deep the list of the events may lie: `{"data":{"group":{"events":{"edges":[…]}}}}` of GraphQL. */
const MAX_DEPTH = 6;
/** A line that has not ended by then is a document. */
const MAX_LINE = 16 * 1024 * 1024;

type Rows = AsyncGenerator<RawRow | RowRefusal>;

/**
 * Rows of text that begins with an object: JSON Lines, or one document, on one line or pretty-printed, whose one list
 * holds the events.
 */
export async function* readJsonObjects(
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
): Rows {
  const { line, isAll, whole } = await firstLine(text);
  const value = parseJson(line);
  if (value === undefined ? /[{[,:]$/.test(line) || isAll : isAll && holdsList(value)) {
    yield* readJsonDocument(whole, file, options);
  } else {
    yield* readJsonLines(whole, file, options);
  }
}

/**
 * Rows of a JSON document: of the array that it is, of the one list of objects in it, or of the event that it is.
 * @throws TransferError when it is no JSON, or holds several lists
 */
export async function* readJsonDocument(
  text: AsyncIterable<string>,
  file: string,
  options: ReadOptions,
): Rows {
  const whole = await wholeOf(text, file, 'an array of events alone');
  let value: unknown;
  try {
    value = JSON.parse(whole);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(/,? "|\n/)[0] : '';
    throw new TransferError(`${file} is not valid JSON: ${reason}.`, { cause: error });
  }
  new NumberLookout(file, options.notice).look(whole);
  if (isBootstrapAnswer(value)) yield* bootstrapRows(value, file, options);
  else {
    const list = eventsOf(value, file);
    const mark = nextPageIn(value, list.path);
    if (mark !== undefined)
      options.notice(
        `${file}: one page of a longer list, as ${quoted(mark, 60)} says: the other pages are not in it`,
      );
    yield* elementRows(list, file);
  }
}

function* elementRows({ list, path }: List, file: string): Generator<RawRow | RowRefusal> {
  for (const [index, event] of list.entries())
    yield elementRow(event, { file, unit: 'element', number: index + 1, list: path });
}

function eventsOf(value: unknown, file: string): List {
  const only = (list: readonly unknown[]): List => ({ path: [], list });
  if (value === null) return only([]);
  if (Array.isArray(value)) return only(value);
  if (!isObject(value))
    throw new TransferError(`${file} must hold events, not ${JSON.stringify(value).slice(0, 80)}.`);
  const inner = quotedDocument(value);
  if (inner !== undefined) return eventsOf(inner, file);
  if (isEvent(value)) return only([value]);
  const lists = listsIn(value, []);
  const full = lists.filter(({ list }) => list.length > 0);
  const likely = full.filter(({ list }) => isEvent(list[0]));
  const [found, ...others] = likely.length === 1 ? likely : full;
  if (found === undefined && lists.length > 0) return only([]);
  if (found === undefined) {
    const nameless = Object.keys(value).find((name) => isListOfLists(value[name]));
    if (nameless === undefined) return only([value]);
    throw new TransferError(
      `${file} has rows of values without names in "${nameless}": ${asCsv([nameless])}.`,
    );
  }
  if (others.length === 0) return found;
  const pathsOf = (some: readonly List[]) => some.map(({ path }) => `"${path.join('.')}"`).join(', ');
  // The rows of a table are none to jq.
  const arrays = likely.filter(({ path }) => Array.isArray(valueAt(value, path)));
  if (arrays.length > 1 && arrays.length === likely.length)
    throw new TransferError(
      `${file} has several lists of events: ${pathsOf(likely)}. Make them one, as jq ${shellWord(joined(likely))} does, and import that, or save the one that is wanted.`,
    );
  throw new TransferError(
    `${file} has several lists: ${pathsOf([found, ...others])}. Save the one that holds the events alone, as jq ${shellWord(jqPath(found.path))} does.`,
  );
}

function joined(lists: readonly List[]): string {
  return lists.map(({ path }) => jqPath(path)).join(' + ');
}

function isListOfLists(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => Array.isArray(one));
}

interface List {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
}

/** Lists of objects, empty ones, and the rows of tables. */
function listsIn(value: Readonly<Record<string, unknown>>, path: readonly string[]): readonly List[] {
  const table = tableRows(value);
  if (table !== undefined) return [{ path, list: table }];
  return Object.entries(value).flatMap(([name, member]): readonly List[] => {
    const inside = [...path, name];
    if (Array.isArray(member)) return member.every(isObject) ? [{ path: inside, list: member }] : [];
    return isObject(member) && inside.length < MAX_DEPTH ? listsIn(member, inside) : [];
  });
}

/** ASP.NET's script services put their result into `d`, at times as text. */
function quotedDocument({ d, ...others }: Readonly<Record<string, unknown>>): unknown {
  return typeof d === 'string' && Object.keys(others).length === 0 ? parseJson(d) : undefined;
}

function holdsList(value: unknown): boolean {
  if (!isObject(value) || isEvent(value)) return false;
  const { length } = listsIn(value, []);
  return length > 0 || quotedDocument(value) !== undefined || Object.values(value).some(isListOfLists);
}

/** The first line that is not blank, and whether there is no other. */
async function firstLine(
  text: AsyncIterable<string>,
): Promise<{ line: string; isAll: boolean; whole: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  let isAll = false;
  for (let looked = 0; head.length < MAX_LINE; ) {
    // Where all is one line nothing is looked at twice: a regular expression would look from each of its characters on.
    const end = head.indexOf('\n', Math.max(looked, head.search(/\S/)));
    if (end >= 0 && /\S/.test(head.slice(end))) break;
    looked = end < 0 ? head.length : end;
    const next = await iterator.next();
    if (next.done) {
      isAll = true;
      break;
    }
    head += next.value;
  }
  async function* whole(): AsyncGenerator<string> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const [line = ''] = head.trimStart().split('\n', 1);
  return { line: line.trimEnd(), isAll: isAll && head.trim() === line.trim(), whole: whole() };
}
