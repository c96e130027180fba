/** Test control has limits, and releases the memory of ended spaces. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { EventRow } from '../../src/formats/event';
import { openMemoryStore } from '../../src/testing';
import { loadEvents } from '../../src/testing/events/base-events';
import { importToSpace } from '../../src/testing/events/import';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { Problem } from '../../src/testing/problem';
import { collectGarbage } from '../support/collect-garbage';
import { listening } from '../support/listening';
import { send } from '../support/send';
import { turnsDuring } from '../support/turns';
import { vcalendar, vevent } from '../transfer/support';
import { MARCH, MARCH_CALL, spacesOver, startTestControl, titlesAt } from './support';

function eventOf(values: Partial<EventRow>): EventRow {
  const [event = {} as EventRow] = MARCH;
  return { ...event, ...values };
}

async function collectInNextTurn(): Promise<void> {
  // An object that a WeakRef has returned lives until the end of its turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

/** Makes a space whose events leave a megabyte of memory. `longEvents` and five rules of `LONG` fill this megabyte. */
async function almostFull() {
  const spaces = spacesOver();
  await spaces.create({ name: 'most' }).write(async () => [eventsOfSize(2 ** 28 - 2 ** 20), undefined]);
  return spaces;
}

const eventsOfSize = (bytes: number) => ({ bytes }) as MemoryStore;
const longEvents = () => eventsOfSize(2 ** 18);
const LONG = 'x'.repeat(2 ** 16);

const NO_ROOM = { status: 413, message: expect.stringContaining('end some spaces') };

test('after 10,000 spaces no other can be made until one ends', () => {
  const spaces = spacesOver();
  for (let count = 1; count < 10_000; count++) spaces.create({ name: `s${count}` });
  expect(() => spaces.create({})).toThrow('There are 10000 spaces already');
  expect(() => spaces.create({})).toThrow(Problem);
  spaces.delete(spaces.get('s7'));
  expect(spaces.create({}).name).toMatch(/^space-[0-9a-f]{12}$/);
  expect(() => spaces.get('s7')).toThrow('The space "s7" has ended');
  for (const space of spaces.list().slice(1)) spaces.delete(space);
  spaces.delete(spaces.create({}));
  expect(() => spaces.get('s7')).toThrow('There is no space "s7"');
  spaces.close();
});

test('the memory of an ended space is released', async () => {
  const spaces = spacesOver();
  const made = (count: number, ttl?: number) =>
    Array.from({ length: count }, () => new WeakRef(spaces.create(ttl === undefined ? {} : { ttl })));
  const ended = made(1_000);
  const { url } = await listening(createServer(spaces.app));
  for (const { name } of spaces.list().slice(-10)) {
    const answer = await fetch(`${url}/spaces/${name}${MARCH_CALL}`, { headers: { Connection: 'close' } });
    expect(await answer.text()).toContain('Event 1');
  }
  for (const space of spaces.list().slice(1)) spaces.delete(space);
  const timed = made(10, 0.001);
  while (spaces.list().length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await collectInNextTurn();
  const alive = [...ended, ...timed].filter((one) => one.deref() !== undefined);
  // V8 may keep the last object in a register.
  expect(alive.length).toBeLessThan(5);
});

test('a space holds at most 100,000 events', async () => {
  const spaces = spacesOver();
  const stored = Array.from({ length: 99_999 }, (_, index) => eventOf({ id: index + 1, uid: `u${index}` }));
  const iterable = { bytes: 0, [Symbol.iterator]: () => stored.values() };
  const before = iterable as Partial<MemoryStore> as MemoryStore;
  await spaces.default.write(async () => [before, undefined]);
  const add = (title: string) => {
    const bytes = Buffer.from(JSON.stringify([{ title, start: 'now' }]));
    return importToSpace(spaces.default, { format: 'json', query: {}, replace: false, bytes });
  };
  expect(await add('last')).toMatchObject({ added: 1 });
  await expect(add('more')).rejects.toThrow('more than 100000 events');
  const list = jest.spyOn(MemoryStore.EMPTY, 'list').mockImplementation(async ({ limit }) => {
    return { state: '', value: limit < 100_001 ? undefined : [] };
  });
  await expect(loadEvents(MemoryStore.EMPTY)).rejects.toThrow('more than 100000 events');
  expect(list.mock.calls).toMatchObject([[{ limit: 100_000 }]]);
  list.mockRestore();
  const size = jest.spyOn(MemoryStore.prototype, 'size', 'get').mockReturnValue(100_001);
  const seeded = openMemoryStore({ seed: ['sample'], timeZone: 'UTC' }, () => {});
  await expect(seeded).rejects.toThrow('SEED has more than 100000 events.');
  size.mockRestore();
  spaces.close();
});

test.each([
  ['json', JSON.stringify(Array.from({ length: 3_000 }, () => ({ title: 'x', start: 'now' })))],
  ['csv', `title,start\n${'\n'.repeat(500_000)}`],
  // This short calendar makes as many events as a long table.
  ['ics', vcalendar(vevent('DTSTART:20200101T090000Z', 'RRULE:FREQ=DAILY;COUNT=5000'))],
] as const)(
  'a long import of %s into one space does not hold up the requests of others',
  async (format, text) => {
    const spaces = spacesOver();
    const body = { bytes: Buffer.from(text), format, query: {}, replace: true };
    const turns = await turnsDuring(() => importToSpace(spaces.default, body).catch(() => {}));
    expect(turns).toBeGreaterThan(Math.max(4, text.length / 16_384));
    spaces.close();
  },
);

test('a space lives for its ttl in seconds, even if the system clock changes', () => {
  jest.useFakeTimers();
  const spaces = spacesOver();
  spaces.delete(spaces.create({ name: 'again', ttl: 1 }));
  spaces.create({ name: 'again' });
  const space = spaces.create({ ttl: 60 });
  const { name } = space;
  expect(Date.parse(String(space.expires)) - Date.now()).toBe(60_000);
  jest.setSystemTime(Date.now() + 3_600_000);
  jest.advanceTimersByTime(59_999);
  expect(spaces.get('again').name).toBe('again');
  expect(spaces.get(name).name).toBe(name);
  jest.advanceTimersByTime(1);
  expect(() => spaces.get(name)).toThrow('has ended');
});

test('events and rules of all spaces share a limit, and replaced ones and those of ended spaces make room', async () => {
  const spaces = await almostFull();
  const fill = async (name: string) => {
    const space = spaces.create({ name });
    for (let count = 0; count < 3; count++) await space.write(async () => [longEvents(), undefined]);
    for (let count = 0; count < 4; count++) space.rules.add({ then: { result: LONG } });
    space.rules.replace('1', { then: { result: LONG } });
    space.rules.add({ then: { result: LONG } });
  };
  await fill('one');
  spaces.delete(spaces.get('one'));
  await fill('last');
  // If several spaces share events, the events count once, until the last of these spaces has ended.
  const heir = spaces.create({ from: 'last' });
  spaces.delete(spaces.create({ from: 'last' }));
  spaces.delete(spaces.get('last'));
  await expect(fill('more')).rejects.toMatchObject(NO_ROOM);
  for (const space of [heir, spaces.get('more')]) spaces.delete(space);
  await fill('again');
  spaces.close();
});

test('a rule or events for which there is no memory change nothing, and neither take nor free any', async () => {
  const spaces = await almostFull();
  const [space, other] = [spaces.create({}), spaces.create({})];
  const events = longEvents();
  await space.write(async () => [events, undefined]);
  space.rules.add({ then: { result: 'short' } });
  for (let count = 0; count < 5; count++) space.rules.add({ then: { result: LONG } });
  // The message of a failure must not contain the texts, which are long.
  const lengths = () => space.rules.list().map(({ id, then }) => [id, then.result?.length]);
  const before = lengths();
  for (const change of [
    // The first two changes replace something of the same length. If the old memory were released too early, a later
    // change would fit.
    () => space.write(async () => [longEvents(), undefined]),
    async () => space.rules.replace('2', { then: { result: LONG } }),
    async () => space.rules.add({ then: { result: LONG } }),
    async () => space.rules.replace('1', { then: { result: LONG } }),
    () => other.write(async () => [longEvents(), undefined]),
  ]) {
    await expect(change()).rejects.toMatchObject(NO_ROOM);
    expect(lengths()).toEqual(before);
    expect(space.ownEvents === events).toBe(true);
    expect(other.ownEvents).toBeUndefined();
  }
  space.rules.delete('6');
  space.rules.add({ then: { result: LONG } });
  space.rules.delete('2');
  space.rules.delete('3');
  await space.write(async () => [longEvents(), undefined]);
  expect(space.ownEvents === events).toBe(false);
  spaces.close();
});

test('a change of events whose space ends meanwhile is refused', async () => {
  const space = spacesOver().create({});
  const change = space.write(async (before) => {
    space.end();
    return [before, undefined];
  });
  await expect(change).rejects.toMatchObject({ status: 410 });
});

test.each(['uid', 'title', 'description', 'location', 'url', 'category', 'extra'] as const)(
  'the %s of an event counts towards the limit',
  (field) => {
    const sizeWith = (text: string) =>
      new MemoryStore([eventOf({ [field]: field === 'extra' ? { own: text } : text })]).bytes;
    expect(sizeWith('x'.repeat(1_000)) - sizeWith('')).toBe(4_000);
  },
);

test('100 streams may be open, and a closed one makes room for another', async () => {
  const { adminUrl, api } = await startTestControl();
  // Each body is cancelled, so that its connection closes or can carry another request.
  const open = async () => {
    // The test keeps the response, because fetch cancels the body of a response that is garbage.
    const response = await fetch(`${adminUrl}/test/requests/stream`);
    return { status: response.status, close: async () => response.body?.cancel() };
  };
  const streams = await Promise.all(Array.from({ length: 100 }, open));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await api('GET', '/requests/stream')).status).toBe(413);
  await streams[0]?.close();
  let again = await open();
  while (again.status === 413) {
    await again.close();
    again = await open();
  }
  expect(again.status).toBe(200);
  for (const { close } of [...streams, again]) await close();
});

test.each([
  ['PUT /test/events', 64 * 1024 * 1024],
  ['POST /test/rules', 32 * 1024 * 1024],
])('%s: a body of the limit is read, and a longer one is refused at once', async (line, most) => {
  const { adminUrl } = await startTestControl();
  const head = `${line} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${most + 1}\r\n\r\n`;
  const { status, body } = await send(head, { url: adminUrl });
  expect(status).toBe(413);
  expect(JSON.parse(body)).toMatchObject({ status: 413, field: '', allowed: [`at most ${most} bytes`] });
  const [method = '', path = ''] = line.split(' ');
  const headers = { 'Content-Type': 'application/json', 'Content-Length': most };
  const longest = request(new URL(path, adminUrl), { method, headers });
  // A body in one piece would be copied several times. The service refuses its first character.
  const piece = Buffer.alloc(2 ** 20, 'x');
  for (let sent = 0; sent < most; sent += piece.length) longest.write(piece);
  const [answer] = await once(longest.end(), 'response');
  expect([400, 422]).toContain(answer.statusCode);
  answer.resume();
});

test('a body of another type is refused before it comes, and whatever its length', async () => {
  const { adminUrl } = await startTestControl();
  for (const length of [9, 2 ** 30]) {
    const head = `PUT /test/events HTTP/1.1\r\nHost: h\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\n\r\n`;
    expect((await send(head, { url: adminUrl })).status).toBe(415);
  }
});

test.each(['Content-Length', 'Transfer-Encoding'])(
  'a client that sends more than the limit, and reads only then, reads the refusal: %s',
  async (header) => {
    const { adminUrl } = await startTestControl();
    const length = 33 * 1024 * 1024;
    const isChunked = header === 'Transfer-Encoding';
    const head = `POST /test/rules HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n${header}: ${isChunked ? 'chunked' : length}\r\n\r\n`;
    const [before, after] = isChunked ? [`${length.toString(16)}\r\n`, '\r\n0\r\n\r\n'] : ['', ''];
    const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
    socket.write(head + before);
    socket.write(Buffer.alloc(length, 0x20));
    await new Promise<void>((resolve) => socket.write(`${after}\r\n`, () => resolve()));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  },
);

test('the public port has no part of test control, not even below a space', async () => {
  const { url, space, api } = await startTestControl();
  const { root } = await space({ name: 'x' });
  for (const site of [url, root]) {
    for (const path of ['/test/', '/test/spaces', '/test/events', '/test/openapi.json', '/metrics']) {
      expect((await fetch(site + path)).status).toBe(404);
    }
  }
  for (const name of ['..%2f..', 'x%2f..', 'default', 'X', '']) {
    const line = `GET /spaces/${name}${MARCH_CALL} HTTP/1.1\r\nHost: h\r\n\r\n`;
    expect([name, (await send(line, { url })).status]).toEqual([name, 404]);
  }
  expect((await api('DELETE', '/spaces/..%2fdefault')).status).toBe(404);
  expect(await titlesAt(url, MARCH_CALL)).toHaveLength(3);
});
