/** The names in docs/import.md are those that an import knows. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FIELD_NAMES } from '../../src/formats/names';

test('docs/import.md holds the table of names', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/import.md'), 'utf8');
  const rows = Object.entries(FIELD_NAMES).map(
    ([field, names]) => `| \`${field}\` | ${names.map((name) => `\`${name}\``).join(', ')} |`,
  );
  expect(page).toContain(['| field | names |', '|---|---|', ...rows].join('\n'));
});
