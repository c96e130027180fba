/** Each attack does to the service what its name says. */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import timers from 'node:timers/promises';
import { type Attack, attacksOf } from '../../scripts/stress/attacks';
import { feed, get, MONTHS } from '../../scripts/stress/data';
import { BODY_BYTES, REQUESTS } from '../../scripts/stress/hostile-requests';
import { Target as RealTarget } from '../../scripts/stress/target';
import { memoize } from '../../src/lib/memoize';
import { answering } from '../support/listening';

beforeEach(() => void jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined));

type Target = Parameters<Attack['run']>[0];

const REQUEST_LINE = / HTTP\/1\.1\r\n/g;

class FakeSocket extends EventEmitter {
  writable = true;
  isReset = false;
  sent = '';

  write(bytes: string | Buffer, then?: () => void): boolean {
    this.sent += bytes.toString('latin1');
    if (then !== undefined) setImmediate(then);
    return true;
  }

  resetAndDestroy(): void {
    this.isReset = true;
    this.emit('close');
  }
}

/** Records the requests that an attack would send to a service. */
class FakeTarget {
  readonly connections: { reads: boolean; from: string; socket: FakeSocket }[] = [];
  #pending = 0;
  /** This is the largest number of connections that were being opened at the same time. */
  atOnce = 0;

  constructor(private readonly answer = () => 'HTTP/1.1 200 OK') {}

  async open({ reads = false, from = '127.0.0.1' } = {}): Promise<FakeSocket> {
    const socket = new FakeSocket();
    this.connections.push({ reads, from, socket });
    this.atOnce = Math.max(this.atOnce, ++this.#pending);
    await new Promise(setImmediate);
    this.#pending--;
    return socket;
  }

  async ask(requests: string, from?: string): Promise<string> {
    (await this.open({ reads: true, ...(from && { from }) })).write(requests);
    return this.answer();
  }
}

/** Counts the requests in a text. The counts are cached, because hundreds of connections send the same text. */
const countOf = memoize((sent: string) => sent.match(REQUEST_LINE)?.length ?? 0, 10);

/** Returns the number of bytes that the end of the sent text lacks: 0 if its last request is complete. */
function missing(sent: string): number {
  const end = sent.lastIndexOf('\r\n\r\n') + 4;
  const length = /content-length: (\d+)/i.exec(sent.slice(0, end).slice(-500))?.[1];
  return length === undefined ? 0 : Number(length) - (sent.length - end);
}

async function effectOf(name: string, size: number = BODY_BYTES.usual, scale = 1) {
  const target = new FakeTarget();
  await attacksOf(size, scale)
    .find((attack) => attack.name === name)
    ?.run(target as unknown as Target);
  // The callbacks of the last writes run first, because some of them reset their connection.
  await new Promise(setImmediate);
  const { connections, atOnce } = target;
  for (const { socket } of connections) socket.emit('close');
  const [first = ''] = connections.map(({ socket }) => socket.sent);
  return {
    ...{ connections: connections.length, atOnce },
    unread: connections.filter(({ reads }) => !reads).length,
    addresses: new Set(connections.map(({ from }) => from)).size,
    requests: connections.reduce((sum, { socket }) => sum + countOf(socket.sent), 0),
    reset: connections.filter(({ socket }) => socket.isReset).length,
    kilobytes: Math.round(first.length / 1024),
    missing: missing(first),
  };
}

const ATTACKS = [
  // Each row has the number of connections, of those opened at the same time, of those that read nothing, of addresses,
  // of requests and of resets, and for the first connection its kilobytes and missing bytes.
  ['400 connections, a burst of 64 KB of short requests each', 400, 400, 400, 1, 936_000, 0, 64, 0],
  ['990 connections, a burst of 8 KB of short requests each', 990, 990, 990, 1, 289_080, 0, 8, 0],
  ['64 connections, a burst of 64 KB of short requests each', 64, 64, 64, 1, 149_760, 0, 64, 0],
  ['900 connections, a burst of 64 KB of short requests each', 900, 900, 900, 1, 2_106_000, 0, 64, 0],
  ['2,600 forms without their last byte, from three addresses', 2_600, 100, 0, 3, 2_600, 0, 0, 1],
  ['8 long answers pipelined on one connection, none read', 1, 1, 1, 1, 8, 0, 1, 0],
  ['8 long answers pipelined on one connection, all read', 1, 1, 0, 1, 8, 0, 1, 0],
  ['300 connections, a long answer each, none read', 300, 300, 300, 1, 300, 0, 0, 0],
  ['64 clients at a time read 4 long answers each', 64, 64, 0, 1, 256, 0, 0, 0],
  ['96 answers of 10 MB at once, all read', 96, 96, 0, 1, 96, 0, 0, 0],
  ['100 readers of one byte a second, a long answer each', 100, 100, 100, 1, 100, 0, 0, 0],
  ['10,000 connections that send nothing', 10_000, 500, 0, 4, 0, 0, 0, 0],
  ['4,000 connections kept alive after a call', 4_000, 200, 0, 1, 4_000, 0, 0, 0],
  ['4 of the longest bodies in chunks of one byte', 4, 4, 0, 1, 4, 0, 384, 0],
  ['200 of the longest bodies without their last byte', 200, 200, 0, 1, 200, 0, 64, 1],
  ['64 of the longest bodies, of elements, at once', 64, 64, 0, 1, 64, 0, 64, 0],
  ['3,000 clients that ask for a long answer and are gone', 3_000, 100, 3_000, 1, 3_000, 3_000, 0, 0],
  ['250 connections of 100 pipelined calls, reset by the client', 250, 1, 250, 1, 25_000, 250, 9, 0],
  ['2,000 forms of 4,000 headers, without their body', 2_000, 100, 0, 1, 2_000, 0, 16, 1],
  ['600 different long lists of a feed, whose clients are gone', 600, 200, 600, 1, 600, 600, 0, 0],
  ['8 clients at a time read different long lists of a feed', 64, 8, 0, 1, 64, 0, 0, 0],
  ['200 of the costliest forms, whose last bytes come at once', 200, 200, 0, 1, 200, 0, 64, 0],
  ['50 connections, 8 queries of a feed that are not UTF-8 on each', 50, 50, 0, 1, 400, 0, 63, 0],
] as const;
const SINGLE = attacksOf(1, 1).flatMap(({ name }) => (name.startsWith('one request: ') ? name : []));

test.each(ATTACKS)('%s: the attack does what its name says', async (name, ...expected) => {
  expect(Object.values(await effectOf(name))).toEqual(expected);
});

test.each(SINGLE)('%s, with the given length', async (name) => {
  for (const size of [BODY_BYTES.usual, 4 * BODY_BYTES.usual]) {
    const { kilobytes, ...others } = await effectOf(name, size);
    const one = { connections: 1, atOnce: 1, unread: 0, addresses: 1, requests: 1, reset: 0, missing: 0 };
    expect(others).toEqual(one);
    // A request without a body is shorter, because Node accepts at most 16 KB of headers.
    if (kilobytes >= 17) expect(Math.abs(kilobytes - size / 1024)).toBeLessThanOrEqual(3);
    else expect(kilobytes).toBeGreaterThanOrEqual(2);
  }
});

test('no single request changes unnoticed, because another one may not reach the reader that it was made for', () => {
  const hash = createHash('sha256');
  for (const [name, request] of Object.entries(REQUESTS)) hash.update(`${name}\n${request(3_000)}\n`);
  expect(hash.digest('hex')).toBe('e4ced7f64fa375fbaeff1e19b9f324799f15a7088115da69b7d59afdbcf9419e');
});

test('these tests cover all attacks, and a scale makes them smaller', async () => {
  expect(attacksOf(1).map(({ name }) => name)).toEqual([...ATTACKS.map(([name]) => name), ...SINGLE]);
  expect(SINGLE).toHaveLength(35);
  expect(await effectOf(ATTACKS[0][0], 1, 0.02)).toMatchObject({ connections: 8 });
  expect(await effectOf(ATTACKS[5][0], 1, 0.02)).toMatchObject({ connections: 1, requests: 8 });
});

test('a form that is held back must not keep other clients from their answers', async () => {
  const [attack] = attacksOf(1).filter(({ check }) => check !== undefined);
  const checked = async (status: (call: number) => number) => {
    let calls = 0;
    const target = new FakeTarget(() => `HTTP/1.1 ${status(++calls)} `);
    await attack?.check?.(target as unknown as Target);
    return { calls, from: target.connections.at(-1)?.from };
  };
  expect(await checked(() => 200)).toEqual({ calls: 100, from: '127.0.0.5' });
  await expect(checked((call) => (call === 100 ? 503 : 200))).rejects.toThrow('call 99');
});

test('after clients of lists that nobody waits for, a new client must get its answers', async () => {
  const attack = attacksOf(1).find(({ name }) => name.startsWith('600 different'));
  const checked = (status: number) =>
    attack?.check?.(new FakeTarget(() => `HTTP/1.1 ${status} `) as unknown as Target);
  await expect(checked(200)).resolves.toBeUndefined();
  await expect(checked(503)).rejects.toThrow('call 0 after the attack');
  const lists = new Set(Array.from({ length: 600 }, (_, number) => feed('long', number)));
  expect(lists.size).toBe(600);
});

test.each(['small', 'long', 'huge'] as const)('a request for the %s answer asks for its month', (name) => {
  const { year, month } = MONTHS[name];
  expect(get(name)).toContain(`?month=${month}&year=${year} HTTP/1.1`);
});

test('a target is asked from the address that is named, until the last answer', async () => {
  const asked: unknown[] = [];
  const { hostname: host, port } = await answering(({ socket }, response) => {
    asked.push(socket.remoteAddress);
    response.end('right');
  });
  const target = new RealTarget({ host, port });
  expect(await target.ask(get('small'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await target.ask(get('small').repeat(2), '127.0.0.5')).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual(['127.0.0.1', '127.0.0.5', '127.0.0.5']);
});
