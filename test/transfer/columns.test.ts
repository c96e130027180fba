/** Import finds the fields in columns, and keeps other values as extra fields. */
import * as names from '../../src/formats/names';
import { imported, importedFrom, map, textSource, zonedImport } from './support';

test("a synonym's value that can't be the field's is an extra field", async () => {
  const others = { EventID: 'A-7', link: 'javascript:x', details: { a: 1 }, venue: 7 };
  const extendedProps = { Title: 'third', name: 'b', title: 'another' };
  const row = { title: 'a', start: '2026-03-01', ...others, uid: 8, extendedProps };
  const other = { title: 'b', start: '2026-03-01', GUID: 1.5 };
  const { events } = await imported('a.json', JSON.stringify([row, other]), {});
  const extra = { ...others, name: 'b', extendedProps: { title: 'another' } };
  expect(events).toMatchObject([
    { id: 1, title: 'a', url: '', description: '', location: '', uid: '8', extra },
    { title: 'b', extra: { GUID: 1.5 } },
  ]);
});

test('the columns of rows with the same names are searched once', async () => {
  const searched = jest.spyOn(names as Readonly<Record<string, unknown>>, 'knownNames', 'get');
  const searchesFor = async (count: number) => {
    searched.mockClear();
    const rows = Array.from({ length: count }, (_, row) => ({ title: `a${row}`, begins: '2026-03-01' }));
    expect((await imported('a.json', JSON.stringify(rows), {})).events).toHaveLength(count);
    return searched.mock.calls.length;
  };
  expect(await searchesFor(20)).toBe(await searchesFor(2));
});

test('of two columns whose names differ only in spelling, the first is the field', async () => {
  const text = 'title,Start Date,start_date\na,2026-03-01,2026-03-05\n';
  const { times, events } = await imported('a.csv', text, {});
  expect(times).toEqual([['a', '2026-03-01', '2026-03-02']]);
  expect(events).toMatchObject([{ extra: { start_date: '2026-03-05' } }]);
});

test('a name that --map gives may be spelt with other letter case and other separators', async () => {
  const text = 'title,Start Date,Begins\na,2026-03-01,2026-03-05\n';
  expect((await imported('a.csv', text, map(['start', 'start_DATE']))).times).toEqual([
    ['a', '2026-03-01', '2026-03-02'],
  ]);
});

test('a value that --map would look into, but which is no object, is an extra field', async () => {
  const rows = [{ at: { day: '2026-03-01', hall: 1 } }, { at: 'soon', start: '2026-03-02' }];
  const text = JSON.stringify(rows.map((row) => ({ title: 'a', ...row })));
  const { events } = await imported('a.json', text, map(['start', 'at.day|start']));
  expect(events.map(({ extra }) => extra)).toEqual([{ at: { hall: 1 } }, { at: 'soon' }]);
});

test('of midnights the flag tells which last all day', async () => {
  const text = 'title,start,fAllDayEvent\na,2026-03-01 00:00,TRUE\nb,2026-03-01 00:00,FALSE\n';
  const { times, events } = await imported('a.csv', text, {});
  expect(times).toEqual([
    ['a', '2026-03-01', '2026-03-02'],
    ['b', '2026-03-01T00:00', '2026-03-01T00:00'],
  ]);
  expect(events.map(({ extra }) => extra)).toEqual([{}, {}]);
});

test('a flag that is neither yes nor no is refused, and never an extra field', async () => {
  const text = 'title,start,All Day Event\na,2026-03-01 00:00,whole\n';
  await expect(imported('a.csv', text, {})).rejects.toThrow(
    'a.csv, line 2: All Day Event must be true or false, yes or no, on or off, y or n, t or f, 1 or 0, not "whole"',
  );
});

test('an empty value of a known name is no extra field', async () => {
  const row = { Name: 'a', StartTime: '/Date(1772355600000)/', To: '', Where: null, Seats: null };
  const { events } = await imported('a.json', JSON.stringify([row]), {});
  expect(events.map(({ extra }) => extra)).toEqual([{ Seats: null }]);
});

test('of the zones that are named, the one beside the time counts, unless the user names one', async () => {
  const row = { title: 'a', when: { at: '2026-03-01T09:00', timeZone: 'Europe/Berlin' }, tz: 'UTC' };
  await expect(imported('a.json', JSON.stringify([row]), map(['start', 'when.at']))).rejects.toThrow(
    'when.at must have an offset (when.timeZone has the zone "Europe/Berlin")',
  );
  const unnamed = JSON.stringify([{ ...row, when: { ...row.when, timeZone: ' ' } }]);
  expect((await imported('a.json', unnamed, map(['start', 'when.at']))).times).toHaveLength(1);
  const options = { ...map(['start', 'when.at']), ...zonedImport('Asia/Tokyo') };
  const { times } = await imported('a.json', JSON.stringify([row]), options);
  expect(times).toEqual([['a', '2026-03-01T00:00', '2026-03-01T00:00']]);
});

test('a few rows of many characters are as much at once as many rows of few', async () => {
  const rows = (count: number, description: string) =>
    JSON.stringify(
      Array.from({ length: count }, (_, uid) => ({ uid, title: 'a', start: '2026-03-01', description })),
    );
  const batchesOf = async (text: string) => (await imported('a.json', text, {})).batches;
  expect(await batchesOf(rows(3, 'x'.repeat(2_000_000)))).toEqual([2, 3]);
  expect(await batchesOf(rows(2_001, ''))).toHaveLength(2);
});

test('any amount of white space may follow a JSON array', async () => {
  const blanks = Buffer.alloc(2 ** 22, '\n');
  const source = textSource('a.json', '[{"title":"A","start":"2026-03-01"}]', ...Array(5).fill(blanks));
  const { times } = await importedFrom(source, {});
  expect(times).toEqual([['A', '2026-03-01', '2026-03-02']]);
});

test('members that no path reads are kept, and so are alternatives that are not used', async () => {
  const row = { title: 'a', when: { at: '2026-03-01', zone: 'x' }, all: { of: 'it' }, hall: 'H', city: null };
  const text = JSON.stringify([row, { ...row, title: 'b', all: {} }]);
  const names = map(['start', 'when.at'], ['location', 'all.of|hall|city']);
  const { events } = await imported('a.json', text, names);
  expect(events.map(({ location, extra }) => [location, extra])).toEqual([
    ['it', { when: { zone: 'x' }, hall: 'H' }],
    ['H', { when: { zone: 'x' } }],
  ]);
});

test.each(['null', '[ \n]', '{"d":"null"}', '\n<events/>', 'title,start\n'])(
  '%j has no event',
  async (text) => {
    await expect(imported('-', text, {})).rejects.toThrow('No event in -: nothing was changed.');
    expect((await imported('-', text, { allowEmpty: true })).events).toEqual([]);
  },
);
