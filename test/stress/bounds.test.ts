/** Each limit of the stress scenarios and of the fuzzer can make a run fail by itself. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fuzzer from '../../scripts/fuzz/service';
import { attackAll, isBeyond } from '../../scripts/stress/attack';
import type { Attack } from '../../scripts/stress/attacks';
import { BIG_CALLS, CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } from '../../scripts/stress/calls';
import { inject, isAsPromised } from '../../scripts/stress/chaos';
import { FAULTS, type Fault, type Scene } from '../../scripts/stress/faults';
import fuzz from '../../scripts/stress/fuzz';
import { startProbe } from '../../scripts/stress/probe';
import stress, { type Service, serviceFailures } from '../../scripts/stress/service';
import soak, { complaintsOf, heapAtRest } from '../../scripts/stress/soak';
import { createLogger } from '../../src/ops/logger';
import { echoService } from '../support/echo-service';
import { until } from '../support/limited-server';
import { answering } from '../support/listening';
import { serveApp } from '../support/serve-app';

beforeEach(() => void jest.spyOn(console, 'log').mockImplementation());

test.each([
  [{}, false],
  [{ peak: 385 }, true],
  [{ slowest: 1_001 }, true],
  [{ wrong: 1 }, true],
  [{ failed: 1 }, true],
  [{ held: 1 }, true],
])('attack: %j exceeds the bounds: %j', (seen, expected) => {
  const good = { peak: 384, slowest: 1_000, wrong: 0, failed: 0, held: 0 };
  expect(isBeyond({ ...good, ...seen }, 384)).toBe(expected);
});

test('attack: earlier memory of the service does not count, each check is made, and no connection stays open', async () => {
  const { hostname: host, port } = await answering((_request, response) => response.end('right'));
  let peak = 1_000;
  const forgetPeak = () => {
    peak = 0;
  };
  const memory = () => ({ now: peak, peak });
  const service = { host, port, memory, forgetPeak, metric: async () => 0, ended: () => undefined };
  const opened: Socket[] = [];
  const open: Attack['run'] = async (target) => {
    opened.push(await target.open());
  };
  const check = jest.fn();
  expect(await attackAll(service as unknown as Service, [{ name: 'it', run: open, check }], 384)).toBe(0);
  expect(check).toHaveBeenCalledTimes(1);
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
});

const AWAY = 'The event database is not available at the moment.';
const refuse = (sentence: string) => (response: ServerResponse) => response.writeHead(503).end(sentence);

test.each<[string, (response: ServerResponse) => unknown, 'wrong' | 'failed' | undefined]>([
  ['the same answer', (response) => response.end('right'), undefined],
  ['another answer', (response) => response.end('other'), 'wrong'],
  ['the answer that the service is busy', refuse('The service is busy: try again in a moment.'), 'wrong'],
  ['the answer that the database is away', refuse(AWAY), 'wrong'],
  ['no answer', (response) => response.destroy(), 'failed'],
])('attack: a good client that gets %s is counted rightly', async (_what, answer, counted) => {
  let asked = 0;
  const { hostname: host, port } = await answering((_request, response) => {
    asked += 1;
    if (asked === 1) response.end('right');
    else answer(response);
  });
  const probe = await startProbe({ host, port });
  await until(() => asked > 2);
  const { wrong, failed } = await probe.stop();
  expect([wrong > 0, failed > 0]).toEqual([counted === 'wrong', counted === 'failed']);
});

const SEEN = { right: 1, wrong: 0, away: 0, busy: 0, 'cut off': 0 };

test.each([
  [{}, true],
  [{ seen: { ...SEEN, right: 0 } }, false],
  [{ seen: { ...SEEN, wrong: 1 } }, false],
  [{ seen: { ...SEEN, 'cut off': 1 } }, false],
  [{ seen: { ...SEEN, away: 1 } }, false],
  [{ seen: { ...SEEN, busy: 1 } }, false],
  [{ seen: { ...SEEN, away: 1, busy: 1 }, mayFail: true }, true],
  [{ failedWithout: 1, mayFail: true }, false],
  [{ isAnsweredAgain: false }, false],
  [{ isNoticed: false }, false],
  [{ slowest: 8_001 }, false],
  [{ readyAfter: undefined }, false],
])('chaos: %j keeps the promise: %j', (observed, expected) => {
  const good = { seen: SEEN, failedWithout: 0, slowest: 8_000, readyAfter: 0, mayFail: false };
  expect(isAsPromised({ ...good, isAnsweredAgain: true, isNoticed: true, ...observed })).toBe(expected);
});

test.each<[string, Fault['causes'], boolean]>([
  ['right', undefined, true],
  ['wrong', undefined, false],
  ['right', 'unavailable', false],
])(
  'chaos: calls are repeated after a fault, and %s answers without an error, where %j is expected, keep the promise: %j',
  async (answer, causes, kept) => {
    const held: ServerResponse[] = [];
    let now: 'before' | 'during' | 'after' = 'before';
    const { hostname: host, port } = await answering(({ url }, response) => {
      if (url === '/ready') {
        response.end(() => {
          now = 'after';
          for (const one of held.splice(0)) setTimeout(() => one.end('right'), 100);
        });
      } else if (now === 'during') held.push(response);
      // The clients call again at once. If answers had no pause, this test would use a whole processor.
      else setTimeout(() => response.end(now === 'after' ? answer : 'right'), 20);
    });
    const service = { host, port, adminPort: port, metric: async () => 0 } as unknown as Service;
    const hold = async () => {
      now = 'during';
      // No client may call between the fault and the time at which calls are counted again.
      await until(() => held.length === 16);
    };
    const scene = { primary: { query: async () => ({ rowCount: 1 }) } } as unknown as Scene;
    const fault: Fault = { name: 'a fault', mayFail: true, run: hold, ...(causes && { causes }) };
    const truth = await Truth.of(service, [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE]);
    expect(await inject(fault, scene, service, truth)).toBe(kept);
  },
);

test('chaos: no call may fail during a short fault, or during a fault of another database than the one that answers', () => {
  expect(FAULTS.filter(({ mayFail }) => !mayFail).map(({ name }) => name)).toEqual([
    'nothing',
    'restart',
    'restart that takes a second and a half',
    'connections ended by the server, five times',
    'connections ended by the network, five times',
    'the table locked for two seconds',
    'the primary dies, and its standby is promoted',
  ]);
  expect(FAULTS.filter(({ mayFail }) => mayFail)).toHaveLength(8);
});

test.each([
  [{ right: 1, wrong: 0 }, 8, 0],
  [{ right: 0, wrong: 0 }, 0, 1],
  [{ right: 1, wrong: 1 }, 0, 1],
  [{ right: 1, wrong: 0 }, 8.1, 1],
  [{ right: 1, wrong: 0 }, Number.NaN, 1],
])('soak: %j and %d MiB of growth cause %d complaints', (outcomes, growth, count) => {
  expect(complaintsOf(outcomes, growth)).toHaveLength(count);
});

test('soak: memory is measured when every call is answered again', async () => {
  const calls = [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE, ...BIG_CALLS];
  let asked = 0;
  const { hostname: host, port } = await answering((_request, response) => {
    // The first answers are the right answers. Later every call fails once.
    const turn = Math.floor(asked++ / calls.length);
    if (turn === 1) refuse(AWAY)(response);
    else response.end('right');
  });
  const service = { host, port, ended: () => undefined, heap: async () => 7 } as unknown as Service;
  const right = new Set();
  const note = (outcome: string, call: object) => outcome === 'right' && right.add(call);
  expect(await heapAtRest(service, await Truth.of(service, calls), note)).toBe(7);
  expect(right.size).toBe(calls.length);
});

test.each(['0', '-1', 'x'])('soak: %s minutes are refused', async (minutes) => {
  await expect(soak.run({ minutes }, () => {})).rejects.toThrow('--minutes must be');
});

test.each([
  [undefined, 0, 0],
  [undefined, 1, 1],
  [{ code: 1, signal: null }, 0, 1],
])(
  'soak and fuzz: a service that ended with %j and %d unexpected errors causes %d complaints',
  async (end, errors, count) => {
    const service = { ended: () => end, log: () => '', metric: async () => errors };
    expect(await serviceFailures(service)).toHaveLength(count);
  },
);

test.each([
  [[20, 30, 20, 21, 22, 28, 25, 29], 0],
  [[20, 21, 20, 25, 29, 30, 32, 31, 30], 1],
  [[20, 40], 0],
])('fuzz: the heap sizes %j cause %d complaints about growth', (heap, count) => {
  expect(fuzzer.growthFailures(heap)).toHaveLength(count);
});

test('fuzz: an answer may contain neither the folder of the store nor the address of the database', () => {
  const env = { DATA_DIR: '/a/data', DATABASE_URL: 'postgres://a/b' };
  expect(fuzzer.secretsOf({ env } as unknown as Service)).toEqual(expect.arrayContaining(Object.values(env)));
});

test.each(['text', 'json'] as const)('fuzz: warnings and errors are found in a log of %s', (logFormat) => {
  let log = '';
  const observe = createLogger({ logLevel: 'info', logFormat }, (line) => {
    log += line;
  });
  for (const kind of ['warning', 'notice'] as const) observe({ kind, message: `a ${kind}` });
  observe({ kind: 'unexpected-error', where: 'a test', error: 'an error' });
  expect(fuzzer.warnings({ log: () => log })).toEqual([
    expect.stringContaining('a warning'),
    expect.stringContaining('an error'),
  ]);
});

let heap = 0;

test.each<[string, number, object]>([
  ['does nothing wrong', 0, {}],
  ['logs a warning', 1, { log: () => '2026-03-01T00:00:00.000Z warn It is slow.' }],
  ['has unexpected errors', 1, { metric: async () => 1 }],
  ['takes more and more memory', 1, { heap: async () => (heap += 9) }],
])('fuzz: a service that %s causes %d failures', async (_what, count, fault) => {
  const { hostname: host, port } = await serveApp(echoService(async () => 'Event 0 of 2031'));
  const good = {
    env: {},
    ended: () => undefined,
    log: () => '',
    metric: async () => 0,
    heap: async () => 20,
  };
  const service = { host, port, ...good, ...fault } as unknown as Service;
  jest.spyOn(stress, 'startService').mockResolvedValue(service);
  const { failures } = await fuzzer.fuzzService('usual', { seed: 1, count: 20 }, () => {});
  expect(failures).toHaveLength(count);
});

test.each([
  ['usual', 5, 1],
  ['strict', 5, 1],
  ['neither', 5, 0],
  ['neither', 0, 2],
])(
  'fuzz: if the configuration %s fails, and each got %d requests, the status counts %d',
  async (failing, hostile, count) => {
    const found = { hostile, good: 1, counts: new Map(), heap: [] };
    const fuzzService = async (name: string) => ({ ...found, failures: name === failing ? ['a fault'] : [] });
    jest.replaceProperty(fuzzer, 'CONFIGURATIONS', ['usual', 'strict']);
    const fuzzed = jest.spyOn(fuzzer, 'fuzzService').mockImplementation(fuzzService);
    expect(await fuzz.run({ seed: '1', requests: '9', seconds: '3' }, () => {})).toBe(count);
    for (const [, options] of fuzzed.mock.calls) expect(options).toMatchObject({ count: 5, seconds: 2 });
  },
);
