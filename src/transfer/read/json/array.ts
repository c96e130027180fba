import { isObject } from '../../../json';
import { shellWord } from '../../../text/shell';
import { jqPath } from '../../columns/jq';
import { RowRefusal, TransferError } from '../../errors';
import type { Place, RawRow } from '../../event-record';
import type { ReadOptions } from '../options';
import { JsonElements } from './elements';
import { NumberLookout } from './number-lookout';

/**
 * Rows of a JSON array of objects, one element in memory at a time.
 * @throws TransferError when the text is no JSON array
 */
export async function* readJsonArray(
  text: AsyncIterable<string>,
  file: string,
  { notice }: ReadOptions,
): AsyncGenerator<RawRow | RowRefusal> {
  const elements = new JsonElements(file);
  const numbers = new NumberLookout(file, notice);
  for await (const chunk of text) {
    for (const element of elements.push(chunk)) {
      const place: Place = { file, unit: 'element', number: elements.count };
      numbers.look(element);
      yield elementRow(parse(element, place), place);
    }
  }
  elements.end();
}

/** FullCalendar keeps in `extendedProps` what it has no members for. */
export function elementRow(element: unknown, place: Place): RawRow | RowRefusal {
  if (Array.isArray(element))
    return new RowRefusal(place, `must be a JSON object, not a list of values without names; ${asCsv([])}`);
  if (!isObject(element)) return new RowRefusal(place, 'must be a JSON object');
  const { extendedProps, ...members } = element;
  const fields = isObject(extendedProps) ? { ...extendedProps, ...members } : element;
  return { place, fields, isNamed: false };
}

function parse(element: string, { file, number }: Place): unknown {
  try {
    return JSON.parse(element);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(/,? "|\n/)[0] : '';
    throw new TransferError(`${file} is not valid JSON in element ${number}: ${reason}.`, { cause: error });
  }
}

/** The way to import rows whose names stand in the first of them, or nowhere. */
export function asCsv(path: readonly string[]): string {
  return `jq -r ${shellWord(`${jqPath(path)}[] | @csv`)} makes CSV of them, whose first line has to name the columns`;
}
