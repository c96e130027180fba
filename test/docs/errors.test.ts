/** Compares docs/errors.md with the code: it explains every message that a user may see, and nothing else. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as errors from '../../src/contract/errors';
import * as messages from '../../src/contract/messages';
import { REJECTION_REASONS } from '../../src/contract/rejections';

const ROOT = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = read('docs/errors.md');

/** Returns the cells of the rows under a heading, without those of the table's head. */
function rowsOf(heading: string, page = PAGE): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/));
  return rows.slice(1).filter(([first]) => !/^-+$/.test(first ?? ''));
}

const bare = (cell = '') => cell.replaceAll('`', '');
const numbers = (cell = '') => cell.match(/\d{3}/g) ?? [];

function textOf(message: unknown): string {
  const made = typeof message === 'function' ? message(...Array(message.length).fill('…')) : message;
  const links: readonly messages.ChainedException[] = Array.isArray(made) ? made : [made];
  return links.map((link) => link.message.replaceAll('\r\n', ' ')).join(' ---> ');
}

test('each text for clients is there as it is sent, and no other', () => {
  const { truncate: _helper, ...all } = messages;
  const sent = Object.entries(all).map(([name, message]) => [name, textOf(message)]);
  const told = rowsOf('Texts for clients').map(([name, text = '']) => [bare(name), text.slice(1, -1)]);
  expect(told.sort()).toEqual(sent.sort());
});

describe('reasons', () => {
  const told = new Map(
    rowsOf('Why a request was rejected').map(([reason, status]) => [bare(reason), numbers(status)]),
  );

  test('each is there, and no other', () => {
    expect([...told.keys()]).toEqual([...REJECTION_REASONS]);
  });

  test('their statuses are those of ARCHITECTURE.md', () => {
    const planned = rowsOf('Where a request is rejected', read('ARCHITECTURE.md'));
    expect([...told].sort()).toEqual(
      planned.map(([reason, status]) => [bare(reason), numbers(status)]).sort(),
    );
  });

  test.each(rowsOf('Texts for clients').filter(([, , , reason]) => reason !== ''))(
    '%s has one of them, and its status',
    (_name, _text, status, reason) => {
      expect(told.get(bare(reason))).toEqual(expect.arrayContaining(numbers(status)));
    },
  );
});

test('what the service answers instead of a result is what it may throw', () => {
  const told = rowsOf('What the service answers instead of a result').map(([name]) => bare(name));
  expect(told.sort()).toEqual(Object.keys(errors).sort());
});

test('the bare statuses are those of the server, and the one of Node', () => {
  const told = rowsOf('What no application sees').map(([status]) => status);
  const sent = [...read('src/server/client-errors.ts').matchAll(/'(\d{3}) [A-Z]/g)].map(
    ([, status]) => status,
  );
  expect(told).toEqual([...new Set([...sent, '417'])].sort());
});

test('every setting that it names is one', () => {
  const named = [...PAGE.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  for (const name of named)
    expect(read('src/config/table.ts') + read('src/config/database.ts')).toContain(name);
});
