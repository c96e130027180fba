/** Each example format file reads the whole answer of its old service, and writes the same bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowOf } from '../../src/formats/infer/fit';
import { formatReader } from '../../src/formats/read';
import { compileFile } from '../support/drafts';

const FOLDER = join(__dirname, '../../examples/formats');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test.each(NAMES)('%s', (name) => {
  const file = compileFile(readFileSync(join(FOLDER, name), 'utf8'));
  const bytes = readFileSync(join(FOLDER, name.replace('.json', '.answer.txt')));
  const answer = new TextDecoder(file.encoding).decode(bytes);
  const read = formatReader(file).read(answer);
  expect(read.events.flatMap(({ unread }) => unread)).toEqual([]);
  expect(read.ignored).toEqual([]);
  expect(read.events).toHaveLength(2);
  expect(file.format.list(read.events.map(({ draft }) => rowOf(draft)))).toBe(answer);
});
