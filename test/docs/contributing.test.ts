/** CONTRIBUTING.md names everything that it should, and nothing that does not exist. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scripts } from '../../package.json';
import { ROOT, readText } from '../deploy/yaml';
import { tableUnder, wordsOf } from './tables';

const text = readText('CONTRIBUTING.md');

const firstColumn = (heading: string) =>
  tableUnder('CONTRIBUTING.md', heading)
    .flatMap(([cell]) => wordsOf(cell))
    .sort();

test('the table describes every folder of tests, and no other', () => {
  const folders = readdirSync(path.join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `test/${name}`);
  expect(firstColumn('Which test goes where')).toEqual(folders.sort());
});

test('every environment variable that the tests read is listed, and no other', () => {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|js)$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, 'test', file), 'utf8'));
  const read = files.flatMap((file) =>
    [...file.matchAll(/process\.env\.([A-Z_]+)(?![A-Z_]| \?*= )/g)].map(([, name]) => name),
  );
  const known = new Set(read.filter((name) => name !== 'PATH' && name !== 'HOME'));
  expect(firstColumn('Environment variables of the tests')).toEqual([...known].sort());
});

test('the commands that it names are there', () => {
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  expect(text).toContain('.ci/run');
});
