/** Cancelled events are left out and counted in files of every format, unless an option keeps them. */
import { imported, map, readerOf, vcalendar, vevent } from './support';

const SENTENCE = 'cancelled events (1) were left out; --keep-cancelled imports them';

const titles = ({ times }: Awaited<ReturnType<typeof imported>>) => times.map(([title]) => title);
const rows = (...members: readonly Record<string, unknown>[]) =>
  JSON.stringify(
    members.map((more, index) => ({ uid: `${index}`, title: `${index}`, start: '2026-03-01', ...more })),
  );

test.each<Record<string, unknown>>([
  { status: 'cancelled' },
  { STATUS: ' Canceled ' },
  { Event_Status: 'CANCELLED' },
  { isCancelled: true },
  { is_canceled: 'yes' },
  { Cancelled: 1 },
  { canceled: 'true' },
])('%j is left out, with a note', async (members) => {
  const found = await imported('a.json', rows({}, members), {});
  expect(titles(found)).toEqual(['0']);
  expect(found.said[0]).toBe(SENTENCE);
  const kept = await imported('a.json', rows({}, members), { keepCancelled: true });
  expect(titles(kept)).toEqual(['0', '1']);
  expect(kept.events[1]?.extra).toEqual(members);
});

test.each<Record<string, unknown>>([
  { status: 'cancellation pending' },
  { status: 'cancelled?' },
  { status: { code: 'confirmed', reason: 'cancelled' } },
  { order: { status: 'cancelled' } },
  { paymentStatus: 'cancelled' },
  { isCancelled: false },
  { cancelled: '2026-01-01' },
])('%j is an event', async (members) => {
  expect(titles(await imported('a.json', rows(members), {}))).toEqual(['0']);
});

test('what --map takes as a field tells nothing else', async () => {
  const found = await imported('a.json', rows({ status: 'cancelled' }), map(['category', 'status']));
  expect(found.events).toMatchObject([{ category: 'cancelled' }]);
});

test('nor does what a format file reads, because the old service showed such an event', async () => {
  const event = { title: '{title}', start: '{start}', status: '{extra.status}' };
  const reader = readerOf({ kind: 'json', event });
  const found = await imported('a.json', Buffer.from(rows({ status: 'cancelled' })), { reader });
  expect(titles(found)).toEqual(['0']);
});

test.each<readonly [string, string, Record<string, unknown>]>([
  ['name', 'dates.start.dateTime', { dates: { status: 'cancelled' } }],
  ['properties.name', 'properties.start', { properties: { Status: 'Cancelled' } }],
  ['attributes.title', 'begins', { attributes: { is_canceled: true } }],
])('an object around %s or %s tells of the event', async (title, start, members) => {
  const row = (uid: string) => ({
    ...{ uid, name: uid, begins: '2026-03-01', order: { status: 'cancelled' } },
    dates: { start: { dateTime: '2026-03-01' } },
    properties: { name: uid, start: '2026-03-01', mood: 'cancelled' },
    attributes: { title: uid, mood: 'cancelled' },
  });
  const [[member = '', more] = []] = Object.entries(members);
  const off = { ...row('off'), [member]: { ...Object(Reflect.get(row('off'), member)), ...Object(more) } };
  const names = map(['title', title], ['start', start]);
  const found = await imported('a.json', JSON.stringify([row('on'), off]), names);
  expect(titles(found)).toEqual(['on']);
  expect(found.said[0]).toBe(SENTENCE);
});

test('nor does a field in such an object tell, where --map takes it', async () => {
  const row = { properties: { name: 'a', start: '2026-03-01', status: 'cancelled' } };
  const names = map(
    ['title', 'properties.name'],
    ['start', 'properties.start'],
    ['category', 'properties.status'],
  );
  expect(titles(await imported('a.json', JSON.stringify([row]), names))).toEqual(['a']);
});

test('one that has no start any more refuses nothing', async () => {
  const items = [
    { id: 'a', status: 'confirmed', summary: 'A', start: { dateTime: '2026-03-01T09:00:00Z' } },
    { id: 'b', status: 'cancelled', recurringEventId: 'a' },
  ];
  const google = JSON.stringify({ kind: 'calendar#events', items });
  const names = map(['uid', 'id'], ['start', 'start.dateTime']);
  expect(titles(await imported('a.json', google, names))).toEqual(['A']);
});

test('a file with only cancelled events is refused with that reason', async () => {
  await expect(imported('a.json', rows({ status: 'cancelled' }), {})).rejects.toThrow(
    'No event in a.json: nothing was changed; cancelled events (1) were left out',
  );
});

test('calendars follow the same rule', async () => {
  const event = (uid: string, ...more: string[]) => vevent(`UID:${uid}`, 'DTSTART:20260301T090000Z', ...more);
  const text = vcalendar(event('a'), event('b', 'STATUS:Cancelled'));
  const found = await imported('a.ics', text, {});
  expect(found.events.map(({ uid }) => uid)).toEqual(['a']);
  expect(found.said).toContain(SENTENCE);
  expect((await imported('a.ics', text, { keepCancelled: true })).events).toHaveLength(2);
});
