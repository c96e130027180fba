import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentsWith } from '../../scripts/docs';
import { REMOVED_SETTINGS } from '../../src/config';
import { VARIABLES } from '../../src/config/table';

const textOf = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');

test('CHANGELOG names exactly the settings that are refused', () => {
  const before = textOf('CHANGELOG.md').match(/(?<=^\| )[^|]+(?= \|)/gm) ?? [];
  const names = before.flatMap((cell) => cell.match(/(?<=`)[A-Z_]+(?=`)/g) ?? []);
  expect(names.sort()).toEqual([...REMOVED_SETTINGS.keys()].sort());
});

test.each([...documentsWith(VARIABLES)])('%s shows settings as npm run docs writes them', (file, text) => {
  expect(textOf(file)).toBe(text);
});
