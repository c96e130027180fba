import { isObject, parseJson } from '../../../json';
import { quoted, RowRefusal } from '../../errors';
import type { Place, RawRow } from '../../event-record';
import type { ReadOptions } from '../options';
import { lines } from '../text';
import { NumberLookout } from './number-lookout';

/** Rows of JSON Lines: one object a line, empty lines left out. */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  file: string,
  { notice }: ReadOptions,
): AsyncGenerator<RawRow | RowRefusal> {
  const numbers = new NumberLookout(file, notice);
  for await (const line of lines(text, file)) {
    if (line.text.trim() === '') continue;
    const place: Place = { file, unit: 'line', number: line.number };
    numbers.look(line.text);
    const fields = parseJson(line.text);
    yield isObject(fields)
      ? { place, fields, isNamed: false }
      : new RowRefusal(place, `must be a JSON object on one line, not ${quoted(line.text)}`);
  }
}
