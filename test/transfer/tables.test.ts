/** Tables that are drawn for people: the sentence says what they are, and what to save instead. */
import { map, taken } from './taken';

const refusal = (name: string, text: string, options = {}) =>
  taken(name, text, options).then(
    () => 'it was imported',
    (error: Error) => error.message,
  );

const DRAWN =
  'looks like a table that is drawn for a screen; save it as CSV, as psql --csv does, or with tabs, as mysql --batch does, and import that.';

test.each<readonly [string, string]>([
  ['mysql', '+----+-------+------------+\n| id | title | start      |\n+----+-------+------------+\n'],
  ['psql', ' id | title |   start    \n----+-------+------------\n  1 | a, b  | 2026-03-01\n(1 row)\n'],
  ['psql with a border', '┌────┬───────┐\n│ id │ title │\n├────┼───────┤\n│  1 │ a     │\n└────┴───────┘\n'],
  [
    'sqlcmd',
    'id          title      start\n----------- ---------- ----------\n          1 a          2026-03-01\n',
  ],
  ['Markdown', '| title | start |\n|:---|---:|\n| a | 2026-03-01 |\n'],
  ['a row a page of mysql', '*************************** 1. row ***************************\n   id: 1\n'],
  ['a row a page of psql', '-[ RECORD 1 ]-----\nid    | 1\ntitle | a\n'],
])('a table of %s', async (_, text) => {
  expect(await refusal('a.txt', text)).toBe(`a.txt ${DRAWN}`);
});

test('what stands between its signs is still for --delimiter to say', async () => {
  const text = 'title | start\na | 2026-03-01\n';
  expect((await taken('a.txt', text, { delimiter: '|' })).times).toEqual([
    ['a ', '2026-03-01', '2026-03-02'],
  ]);
});

test.each([
  '<table class="a">\n<tr><th>title</th><th>start</th></tr></table>',
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><thead><tr><th>title</th></tr>',
  '<div><TABLE><TR><TD>title</TD></TR></TABLE></div>',
])('%s is a table of HTML', async (text) => {
  expect(await refusal('a.xls', text)).toBe(
    'a.xls looks like an HTML table; open it in a spreadsheet program, save it as CSV and import that.',
  );
});

test('a table within other markup is none', async () => {
  const rss =
    '<rss><channel><item><description><table><tr><td>a</td></tr></table></description></item></channel></rss>';
  expect(await refusal('a.xml', rss)).toMatch(/^a\.xml looks like XML; /);
});

describe('a title above the header', () => {
  const said = (title: string, names: string) =>
    `a.csv has one name in its first line, "${title}", and in line 2 there are ${names}: the columns must be named by the first line. Take out what stands before it, as tail -n +2 does, and import that.`;

  test.each<readonly [string, string]>([
    ['Events 2026,,\ntitle,start,end\na,2026-03-01,2026-03-02\n', '"title", "start", "end"'],
    ['Events 2026\ntitle;start\na;2026-03-01\n', '"title", "start"'],
    ['Events 2026\ntitle,start\na,2026-03-01\n', '"title", "start"'],
  ])('%j', async (text, names) => {
    expect(await refusal('a.csv', text)).toBe(said('Events 2026', names));
  });

  test('is none where the first line names the columns', async () => {
    const found = await taken('a.csv', 'title,start,\n"a, b",2026-03-01,\n', map(['title', 'title']));
    expect(found.times).toEqual([['a, b', '2026-03-01', '2026-03-02']]);
  });
});
