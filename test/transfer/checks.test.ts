import { imported, type Options } from './support';

const ROW = { title: 't', start: '2026-03-01' };
const MIDNIGHT = { ...ROW, start: '2026-03-01T00:00:00Z' };

async function check(fields: Record<string, unknown>, rules: Options = {}, timeZone = 'UTC') {
  const line = `${'\n'.repeat(6)}${JSON.stringify(fields)}`;
  const { events } = await imported('a.jsonl', line, { missingFieldsIn: 'rows', timeZone, ...rules });
  const [event] = events;
  if (event === undefined) throw new Error('no event');
  return event;
}

test.each([
  ['programs', 'true/false yes/no y/n t/f 1/0 -1/0 on/off checked/unchecked'],
  ['German', 'ja/nein j/n wahr/falsch ein/aus'],
  ['French', 'oui/non vrai/faux'],
  ['Spanish', 'sí/no si/no verdadero/falso'],
  ['Italian', 'sì/no vero/falso'],
  ['Dutch', 'ja/nee waar/onwaar aan/uit'],
  ['Portuguese', 'sim/não sim/nao verdadeiro/falso'],
  ['Polish', 'tak/nie prawda/fałsz'],
])('words for yes and no of %s are %s', async (_language, pairs) => {
  for (const pair of pairs.split(' ')) {
    const read = pair.split('/').map(async (allDay) => (await check({ ...MIDNIGHT, allDay })).allDay);
    expect([pair, await Promise.all(read)]).toEqual([pair, [true, false]]);
  }
});

async function times(fields: Record<string, unknown>, rules?: Options, timeZone?: string) {
  const { start, end, allDay } = await check({ title: 't', ...fields }, rules, timeZone);
  return [new Date(start).toISOString(), new Date(end).toISOString(), allDay];
}

describe('times', () => {
  test.each([
    ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.000Z'],
    ['2026-03-01 09:00', '2026-03-01T08:00:00.000Z'],
    ['2026-07-01T09:04:05.5', '2026-07-01T07:04:05.500Z'],
    ['2026-03-01T09:00:00.1230000+05:45', '2026-03-01T03:15:00.123Z'],
    ['2026-03-01T09:00:00.1239999Z', '2026-03-01T09:00:00.123Z'],
    // ISO 8601 prefers the comma.
    ['2026-03-01T09:00:00,5Z', '2026-03-01T09:00:00.500Z'],
    ['1 March 2026 9:00:00,5 GMT', '2026-03-01T09:00:00.500Z'],
    ['2026-03-01T09:00:00-0330', '2026-03-01T12:30:00.000Z'],
    ['2026-03-01T09:00:00+23:59', '2026-02-28T09:01:00.000Z'],
    ['2026-03-01T09:00:00+01', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01 09:00:00 -05:00', '2026-03-01T14:00:00.000Z'],
    ['1 March 2026 9:00 AM GMT', '2026-03-01T09:00:00.000Z'],
    ['1 March 2026 9:00 +05:45', '2026-03-01T03:15:00.000Z'],
    ['0001-01-02T00:00:00Z', '0001-01-02T00:00:00.000Z'],
    // From 1971 on a number is milliseconds.
    ['31536000000', '1971-01-01T00:00:00.000Z'],
  ])('%s in Berlin is %s', async (start, instant) => {
    for (const end of [undefined, start])
      expect(await times({ start, end }, {}, 'Europe/Berlin')).toEqual([instant, instant, false]);
  });

  test('a date without an end is one day, in no zone', async () => {
    const day = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', true];
    expect(await times({ start: '2026-03-01' }, {}, 'America/Sao_Paulo')).toEqual(day);
  });

  const UNSET = ['0001-01-01T00:00:00', '0001-01-01T00:00:00.0000000Z', '/Date(-62135596800000)/'];
  test.each(UNSET)('an end of %s, which .NET writes where there is none, is left out', async (end) => {
    const start = '2026-03-01T09:00:00Z';
    expect(await times({ start, end }, {}, 'Europe/Berlin')).toEqual(await times({ start }));
    expect(await times({ start: '2026-03-01', end })).toEqual(await times({ start: '2026-03-01' }));
  });

  test('an end that is a date is the day after, or with inclusive the last day', async () => {
    const ended = async (end: string, rules?: Options) =>
      (await times({ start: '2026-03-01', end }, rules))[1];
    const inclusive = { endDates: 'inclusive' } as const;
    expect(await ended('2026-03-03')).toBe('2026-03-03T00:00:00.000Z');
    expect(await ended('2026-03-03', inclusive)).toBe('2026-03-04T00:00:00.000Z');
    expect(await ended('2026-03-01', inclusive)).toBe('2026-03-02T00:00:00.000Z');
    const refusal = /end must not be before start, not "2026-02-28"$/;
    await expect(ended('2026-02-28', inclusive)).rejects.toThrow(refusal);
  });
});

test('text is kept as it is, with LF for line ends', async () => {
  const { description } = await check({ ...ROW, description: ' a\r\nb\rc\t\u{1F600} ' });
  expect(description).toBe(' a\nb\nc\t\u{1F600} ');
});

const ADDRESSES = ['', '/a?b=c', '//host/a', 'HTTPS://a', 'mailto:a@b', '../x:y', '#a'];
test.each(ADDRESSES)('url %j is taken', async (url) => {
  expect((await check({ ...ROW, url })).url).toBe(url);
});

test('the uid is what is given, else the id, else a digest of title, start and location', async () => {
  expect(await check({ ...ROW, uid: 'u', id: 2_147_483_647 })).toMatchObject({ id: 2_147_483_647, uid: 'u' });
  expect((await check({ ...ROW, uid: 'u'.repeat(500) })).uid).toHaveLength(500);
  expect(await check({ ...ROW, id: '3' })).toMatchObject({ id: 3, uid: '3' });
  const { uid } = await check(ROW);
  // A later version must compute the same uid, or an import would add each event again.
  expect(uid).toBe('sha256:9d7b162dbb16f3495a21d465e385b8d1929bbfe4335cd022352c22e009305800');
  expect((await check({ ...ROW, description: 'other' })).uid).toBe(uid);
  expect((await check({ ...ROW, location: 'other' })).uid).not.toBe(uid);
});

const TIME = 'must be a date or a time such as 2026-03-01 or 2026-03-01T09:00, not ';
test.each<[Record<string, unknown>, string | RegExp]>([
  [{ title: '' }, 'title is missing: it must be text that is not empty; --skip-bad leaves such rows out'],
  [
    { start: undefined },
    'start is missing: it must be a date or a time such as 2026-03-01 or 2026-03-01T09:00; --skip-bad leaves such rows out',
  ],
  [{ title: 7 }, 'title must be text, not 7'],
  [{ title: 'a\u0001' }, 'title must be text that XML 1.0 allows, without U+0001, not "a\\u0001"'],
  [{ description: '\ud800x' }, 'description must be text that XML 1.0 allows, without U+D800'],
  [{ location: '\uffff' }, 'location must be text that XML 1.0 allows, without U+FFFF'],
  [
    { url: 'javascript:alert(1)' },
    'url must be an http, https or mailto address or a relative address, on one line',
  ],
  [{ url: ' JavaScript:alert(1)' }, 'url must be'],
  [{ url: 'java\nscript:alert(1)' }, 'url must be'],
  [{ url: 'ftp://a/b' }, 'url must be'],
  [{ id: 0 }, 'id must be a whole number from 1 to 2147483647, not 0'],
  [{ id: '2147483648' }, 'id must be a whole number from 1 to 2147483647, not "2147483648"'],
  [{ id: '1e3' }, 'id must be'],
  [{ id: 1.5 }, 'id must be'],
  [{ uid: 'u'.repeat(501) }, 'uid must be at most 500 characters long'],
  [{ start: '2026-03-01 10:00 CET' }, `start ${TIME}`],
  [{ start: '1 March 2026 13:00 PM' }, `start ${TIME}`],
  [{ start: '1 March 2026 0:30 PM' }, `start ${TIME}`],
  [{ start: '1 March 2026 9:00 +24:00' }, `start ${TIME}`],
  [{ start: 'Mar 1, 2026 9:00 am PDT' }, `start ${TIME}`],
  [{ start: '2026-02-30' }, /start must .*, not "2026-02-30"$/],
  [{ start: '20260301' }, /start must .*, not "20260301"$/],
  [{ start: '0000-12-31' }, 'start must be in the years 1 to 9999'],
  [{ start: '0001-01-01T00:00:00+01:00' }, 'start must be in the years 1 to 9999'],
  [{ start: '9999-12-31T23:00:00-01:00' }, 'start must be in the years 1 to 9999'],
  [{ start: '2026-03-01T24:00:00Z' }, `start ${TIME}`],
  [{ end: '10:00' }, 'end must be a date because start is a date, not "10:00"'],
  [{ start: '2026-03-01T09:00:00.0001x' }, `start ${TIME}`],
  [
    { start: '9999-12-31' },
    'start must be 9999-12-30 or earlier, because the event ends on the next day, not "9999-12-31"',
  ],
  [{ end: 'x1' }, /end must .*, not "x1"$/],
  [{ end: '2026-03-02T09:00:00Z' }, 'end must be a date because start is a date'],
  [{ start: '2026-03-01T09:00', end: '2026-03-02' }, 'end must be a time because start is a time'],
  [{ start: '2026-03-01T09:00', end: '2026-03-01' }, 'end must be a time because start is a time'],
  [{ end: '2026-02-01' }, 'end must not be before start, not "2026-02-01"'],
  [
    { end: '2026-03-01' },
    'end must be a date after start: the day after the last day of the event, not "2026-03-01"; --end-dates inclusive reads the end as the last day',
  ],
  [{ start: '2026-03-01T09:00:00Z', end: '2026-03-01T08:00:00Z' }, 'end must not be before start'],
  [
    { start: '2026-03-01T09:00:00Z', end: '9999-12-31T23:59:59-05:00' },
    'end must be in the years 1 to 9999, not "9999-12-31T23:59:59-05:00"',
  ],
  [
    { allDay: 'all' },
    'allDay must be true or false, yes or no, on or off, y or n, t or f, 1 or 0, not "all"',
  ],
  [{ allDay: 2 }, 'allDay must be true or false'],
  [{ allDay: [true] }, 'allDay must be true or false'],
  [{ allDay: false }, 'start must have a time of day when allDay is false'],
  [
    { allDay: true, start: '2026-03-01T09:00:00Z' },
    'start must be a date, or a midnight in the time zone when allDay is true',
  ],
  [
    Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`n${n}`, n])),
    'must have at most 64 extra fields, not 65',
  ],
  [{ t: 'x'.repeat(65_528) }, 'must have at most 65536 bytes of extra fields, as JSON, not 65537'],
  [{ a: { '\0': 1 } }, 'must have an extra field "a" that XML 1.0 can carry, without U+0000'],
  [{ a: [1, { b: 2, c: '\0' }] }, 'must have an extra field "a" that XML 1.0 can carry, without U+0000'],
  [{ '\0': 1 }, 'must have an extra field "\\u0000" that XML 1.0 can carry, without U+0000'],
  [{ a: JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`) }, 'must have an extra field "a" that is nested'],
])('%j is refused with place, field, what is allowed and the value', async (fields, message) => {
  await expect(check({ ...ROW, ...fields })).rejects.toThrow(message);
  await expect(check({ ...ROW, ...fields })).rejects.toThrow('a.jsonl, line 7: ');
});

test('all-day events follow one rule for midnights, for every form of their times', async () => {
  const day = ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', true];
  const allDay = ' Yes ';
  const midnights = { start: '2026-03-01T00:00:00+01:00', end: '2026-03-02 00:00' };
  expect(await times({ ...midnights, allDay }, {}, 'Europe/Berlin')).toEqual(day);
  const skipped = { start: '2026-04-23T22:00:00Z', allDay };
  expect((await times(skipped, {}, 'Africa/Cairo'))[0]).toBe('2026-04-24T00:00:00.000Z');
  expect(await times({ start: '2026-03-01', end: '10:00', allDay })).toEqual(day);
  expect(await times({ start: '2026-03-01T00:00', end: '2026-03-02' })).toEqual(day);
});

test.each([
  { title: 'a', date: '9999999999999999', time: '09:00' },
  { title: 'a', date: '9999999999999999', end: '10:00' },
  { title: 'a', date: '9999999999999999', allDay: 'yes' },
])('an instant that no Date holds is refused: %j', async (row) => {
  await expect(check(row, {}, 'Europe/Berlin')).rejects.toThrow(/a\.jsonl, line 7: date must be .*, not "99/);
});

test('a time column with a span is refused, because it holds two times', async () => {
  const fields = { title: 'a', date: '2026-03-01', time: '10:00 PM – 1:30 AM' };
  await expect(check(fields)).rejects.toThrow(
    'such as 2026-03-01 or 2026-03-01T09:00, not "2026-03-01" with "10:00 PM – 1:30 AM"',
  );
});
