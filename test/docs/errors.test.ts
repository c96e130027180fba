/** docs/errors.md explains every message that a user may see, and nothing else. */
import * as errors from '../../src/contract/errors';
import { REJECTION_REASONS } from '../../src/contract/rejections';
import { readText } from '../deploy/yaml';
import { FILES, TEXTS, tableUnder, wordsOf } from './tables';

const PAGE = 'docs/errors.md';

const bare = (cell = '') => cell.replaceAll('`', '');
const numbers = (cell = '') => cell.match(/\d{3}/g) ?? [];

test('the page lists exactly the texts for clients, as they are sent', () => {
  const sent = Array.from(TEXTS, ([name, texts]) => [name, texts.join(' ---> ').replaceAll('\r\n', ' ')]);
  const documented = tableUnder(PAGE, 'Texts for clients').map(([name, text = '']) => [
    bare(name),
    text.slice(1, -1),
  ]);
  expect(documented.sort()).toEqual(sent.sort());
});

describe('the reasons for a rejection', () => {
  const documented = new Map(
    tableUnder(PAGE, 'Why a request was rejected').map(([reason, status]) => [bare(reason), numbers(status)]),
  );

  test('are all on the page, and no others', () => {
    expect([...documented.keys()]).toEqual([...REJECTION_REASONS]);
  });

  test('have the same statuses in ARCHITECTURE.md', () => {
    const planned = tableUnder('ARCHITECTURE.md', 'Where a request is rejected');
    expect([...documented].sort()).toEqual(
      planned.map(([reason, status]) => [bare(reason), numbers(status)]).sort(),
    );
  });

  test.each(tableUnder(PAGE, 'Texts for clients').filter(([, , , reason]) => reason !== ''))(
    'include that of %s, with its status',
    (_name, _text, status, reason) => {
      expect(documented.get(bare(reason))).toEqual(expect.arrayContaining(numbers(status)));
    },
  );
});

test('the classes of errors are those that the service throws', () => {
  const documented = tableUnder(PAGE, 'What the service answers instead of a result').map(([name]) =>
    bare(name),
  );
  expect(documented.sort()).toEqual(Object.keys(errors).sort());
});

test.each<[string, number]>([
  ['What the service answers instead of a result', 1],
  ['Why an import or export is refused', 0],
])('the code has the texts under the heading "%s"', (heading, column) => {
  const code = FILES.filter((file) => file.startsWith('src/')).map(readText);
  const source = code.join('\n').replaceAll("\\'", "'");
  // When an error is thrown, its values, options and the punctuation between parts of a sentence are added.
  const parts = tableUnder(PAGE, heading)
    .flatMap((cells) => wordsOf(cells[column]))
    .flatMap((text) => text.split(/…|, such as |; --[a-z-]+/))
    .map((part) => part.replace(/^[ .:;,]+|[ .:;,]+$/g, ''));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.filter((part) => !source.includes(part))).toEqual([]);
});

test('the bare statuses are those of the server and the one of Node', () => {
  const documented = tableUnder(PAGE, 'What no application sees').map(([status]) => status);
  const sent = readText('src/server/client-errors.ts').match(/(?<=')\d{3}(?= [A-Z])/g) ?? [];
  expect(documented).toEqual([...new Set([...sent, '417'])].sort());
});

test('every setting that the page names exists', () => {
  const named = [...readText(PAGE).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  for (const name of named)
    expect(readText('src/config/table.ts') + readText('src/config/database.ts')).toContain(name);
});
