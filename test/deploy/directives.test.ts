/**
 * Every directive of every deployment file is in the table with its reason: a line that is lost or changed is told
 * with what it was for, and a new one has to say it. Their order counts too, except in YAML, where paths name them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { directivesOf, FILES } from './directives';

interface Held {
  readonly line: string;
  readonly reason: string;
}

const TABLE = new Map<string, Held[]>();
for (const section of readFileSync(path.join(__dirname, 'directives.txt'), 'utf8').split(/^== /m).slice(1)) {
  const [file = '', ...lines] = section.trimEnd().split('\n');
  const held: Held[] = [];
  let reason = '';
  for (const line of lines) {
    if (line.startsWith('# ')) reason = line.slice(2);
    else held.push({ line, reason });
  }
  TABLE.set(file, held);
}

test.each(FILES)('%s', (file) => {
  const held = TABLE.get(file) ?? [];
  const found = directivesOf(file);
  const times = (line: string) => found.filter((one) => one === line).length;
  const told = held.map(({ line }) => line);
  expect({
    lost: held.filter(({ line }) => times(line) < told.filter((one) => one === line).length),
    withoutReason: found.filter((line) => times(line) > told.filter((one) => one === line).length),
  }).toEqual({ lost: [], withoutReason: [] });
  if (!/\.ya?ml$/.test(file)) expect(found).toEqual(told);
});

test('the table names files that are there', () => {
  expect([...TABLE.keys()].filter((file) => !FILES.includes(file))).toEqual([]);
});
