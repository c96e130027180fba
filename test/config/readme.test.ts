import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VARIABLES } from '../../src/settings/table';

const ROOT = path.join(__dirname, '../..');
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

/** What the image sets: the table says it beside the default. */
const IMAGE = new Map(
  [
    ...(/^ENV (.*)$/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '').matchAll(
      /(\w+)=(\S+)/g,
    ),
  ].map(([, name = '', value = '']) => [name, value]),
);

/** The rows of the table below a heading, without the marks of code. */
function tableBelow(heading: string): string[] {
  const [, section = ''] = README.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map(plain);
}

const plain = (text: string) => text.replaceAll('`', '').replace(/\s+/g, ' ').trim();

test('the table of settings has a row for each variable, with its default and what it is for', () => {
  const rows = VARIABLES.map(({ name, byDefault, about, secret }) => {
    const names = secret === true ? `${name}, ${name}_FILE` : name;
    const image = IMAGE.get(name);
    const inImage = image === undefined ? '' : ` (${image} in the image)`;
    return plain(`| ${names} | ${byDefault}${inImage} | ${about} |`);
  });
  expect(tableBelow('Settings')).toEqual(rows);
});
