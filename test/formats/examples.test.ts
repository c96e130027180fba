/** Each example format file reads the whole answer of its old service, and writes the same bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFormat } from '../../src/formats/format-file';
import { rowOf } from '../../src/formats/infer/fit';
import { formatReader } from '../../src/formats/read';
import { clockOf } from '../../src/lib/time/clock';

const FOLDER = join(__dirname, '../../examples/formats');
const BERLIN = clockOf('Europe/Berlin');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test.each(NAMES)('%s', (name) => {
  const compiled = compileFormat(readFileSync(join(FOLDER, name), 'utf8'), name, BERLIN);
  const bytes = readFileSync(join(FOLDER, name.replace('.json', '.answer.txt')));
  const answer = new TextDecoder(compiled.encoding).decode(bytes);
  const read = formatReader(compiled).read(answer);
  expect(read.events.flatMap(({ unread }) => unread)).toEqual([]);
  expect(read.unnamed).toEqual([]);
  expect(read.events).toHaveLength(2);
  expect(compiled.format.list(read.events.map(({ draft }) => rowOf(draft)))).toBe(answer);
});
