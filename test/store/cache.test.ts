import { setImmediate as endOfTurn } from 'node:timers/promises';
import { EventService } from '../../src/app/event-service';
import { ignoreObservations } from '../../src/ops/observations';
import { AnswerCache } from '../../src/store/cache';
import type { Database } from '../../src/store/database';
import { type Snapshot, Store } from '../../src/store/event-store';
import { openStore } from '../../src/store/open';
import { openPostgresWriter } from '../../src/store/postgres';
import { describeEngines, PATIENT, type TestEngine, usePostgres } from '../support/databases';
import { deferred } from '../support/deferred';
import { insertEvents } from '../support/insert-events';
import { textOf } from '../support/result-text';

const OWNER = {};
const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5_000 };

/** Represents a database that returns only the state of its events. The test decides when a read resolves. */
function fakeDatabase() {
  const waiting: ((state: string | Error) => void)[] = [];
  const timeLimits: (number | undefined)[] = [];
  const read: Database['read'] = (_statement, _values, options) =>
    new Promise((resolve, reject) => {
      timeLimits.push(options?.timeoutMs);
      // A read returns the state that the test gives it.
      waiting.push((state) =>
        state instanceof Error ? reject(state) : resolve([{ state }] as unknown as never[]),
      );
    });
  return { database: { read }, waiting, timeLimits };
}

const found = (answer: string, state: string | undefined) => async (): Promise<Snapshot<string>> => ({
  value: answer,
  state,
});

async function cacheOf(answer?: string, limits = LIMITS) {
  const { database, ...watched } = fakeDatabase();
  const cache = new AnswerCache(database, limits);
  const get = (read: () => Promise<Snapshot<string>>, name = 'q', owner = OWNER) =>
    textOf(cache.get(owner, name, read));
  if (answer !== undefined) await get(found(answer, '1'));
  return { cache, get, ...watched };
}

/** Waits until started work has continued, because a check begins at the end of a turn of the event loop. */
const settle = async () => {
  for (let turn = 0; turn < 4; turn++) await endOfTurn();
};

test('for any number of calls one check runs and one waits, and no call uses a check that began earlier than the call', async () => {
  const { get, waiting } = await cacheOf('old');
  const first = get(found('new', '2'));
  await settle();
  expect(waiting).toHaveLength(1);
  // These calls begin after the first check.
  const later = Array.from({ length: 100 }, () => get(found('new', '2')));
  await settle();
  expect(waiting).toHaveLength(1);
  waiting[0]?.('1');
  await expect(first).resolves.toBe('old');
  await settle();
  expect(waiting).toHaveLength(2);
  waiting[1]?.('2');
  expect(new Set(await Promise.all(later))).toEqual(new Set(['new']));
  expect(waiting).toHaveLength(2);
});

test('all calls of one turn of the event loop share a check', async () => {
  const { get, waiting } = await cacheOf('a');
  const first = get(found('a', '1'));
  for (let count = 0; count < 10; count++) await undefined;
  const second = get(found('a', '1'));
  await settle();
  expect(waiting).toHaveLength(1);
  waiting[0]?.('1');
  await expect(Promise.all([first, second])).resolves.toEqual(['a', 'a']);
});

test('the two checks for which a call may wait leave it half of its time', async () => {
  const { get, waiting, timeLimits } = await cacheOf('a');
  const answer = get(found('a', '1'));
  await settle();
  waiting[0]?.('1');
  await answer;
  expect(timeLimits).toEqual([LIMITS.timeoutMs / 4]);
});

test('equal calls at the same time share one query, if it read the current state', async () => {
  const { cache, get, waiting } = await cacheOf();
  const slow = deferred<Snapshot<string>>();
  const first = get(() => slow.promise);
  let asked = 0;
  const others = Array.from({ length: 10 }, () =>
    get(async () => {
      asked++;
      return { value: 'own', state: '2' };
    }),
  );
  await settle();
  waiting[0]?.('1');
  await settle();
  waiting[1]?.('1');
  slow.resolve({ value: 'shared', state: '1' });
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 11 }, () => 'shared'));
  expect(asked).toBe(0);
  expect(cache.stats).toMatchObject({ hits: 10, misses: 1 });
});

test('a call does not share a query that began before it and read an earlier state', async () => {
  const { get, waiting } = await cacheOf('old');
  const slow = deferred<Snapshot<string>>();
  const first = get(() => slow.promise);
  await settle();
  waiting[0]?.('2');
  await settle();
  const second = get(found('newest', '3'));
  await settle();
  waiting[1]?.('3');
  await settle();
  slow.resolve({ value: 'new', state: '2' });
  expect(await Promise.all([first, second])).toEqual(['new', 'newest']);
});

test('if several calls find an outdated answer, one of them queries for all', async () => {
  const { get, waiting } = await cacheOf('old');
  let asked = 0;
  const answers = Array.from({ length: 10 }, () =>
    get(async () => {
      await settle();
      return { value: `new ${++asked}`, state: '2' };
    }),
  );
  await settle();
  waiting[0]?.('2');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['new 1']));
});

test.each([
  // The first answer also counts as a miss.
  ['one of the others queries for all', LIMITS, { hits: 7, misses: 4 }],
  ['calls without time wait for no other', { ...LIMITS, timeoutMs: 0 }, { hits: 0, misses: 11 }],
])('if the call that queries for all fails, %s', async (_what, limits, counted) => {
  const { cache, get, waiting } = await cacheOf('old', limits);
  let asked = 0;
  const query = async () => {
    await settle();
    if (++asked <= 2) throw new Error('abandoned');
    return { value: 'new', state: '2' };
  };
  const answers = Promise.allSettled(Array.from({ length: 10 }, () => get(query)));
  await settle();
  waiting[0]?.('2');
  const outcomes = (await answers).map((one) =>
    one.status === 'fulfilled' ? one.value : one.reason.message,
  );
  expect(outcomes.sort()).toEqual(['abandoned', 'abandoned', ...Array(8).fill('new')]);
  expect(cache.stats).toMatchObject(counted);
});

test.each([
  ['a query that failed', () => Promise.reject(new Error('away'))],
  ['an answer of an unknown state', found('a', undefined)],
])('%s leaves nothing, so the next call queries without a check', async (_what, read) => {
  const { get, waiting } = await cacheOf();
  await Promise.allSettled([get(read)]);
  const next = get(found('b', '1'));
  await settle();
  expect(waiting).toEqual([]);
  await expect(next).resolves.toBe('b');
});

test('each owner has its own answers', async () => {
  const { cache, get, waiting } = await cacheOf('b');
  await expect(get(found('c', '1'), 'q', {})).resolves.toBe('c');
  expect(waiting).toEqual([]);
  expect(cache.stats).toMatchObject({ hits: 0, misses: 2 });
});

test('without a known state the database is queried', async () => {
  const { get, waiting } = await cacheOf('old');
  const answer = get(found('new', '2'));
  await settle();
  waiting[0]?.(new Error('away'));
  await expect(answer).resolves.toBe('new');
});

test('a query has the time that the check of the state has left', async () => {
  const { cache, waiting } = await cacheOf('old');
  jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(1_000);
  const answer = cache.get(OWNER, 'q', async (leftMs) => ({ value: String(leftMs), state: '2' }));
  await settle();
  waiting[0]?.('2');
  await expect(textOf(answer)).resolves.toBe(String(LIMITS.timeoutMs - 1_000));
});

test('a jump of the clock does not shorten the time of a call', async () => {
  const { cache } = await cacheOf(undefined, { ...LIMITS, timeoutMs: 3_600_000 });
  jest.spyOn(Date, 'now').mockReturnValueOnce(0);
  let left = 0;
  await cache.get(OWNER, 'q', async (leftMs) => {
    left = leftMs;
    return { value: 'a', state: '1' };
  });
  expect(left).toBeGreaterThan(1);
});

test('an answer has the state of before its query, because a change may come during the query', async () => {
  let changes = 0;
  const read = async () => {
    changes++;
    return [{ text: 'old', state: null }];
  };
  const database = { read, state: () => `change ${changes}` } as Partial<Database> as Database;
  expect(await new Store(database).eventJson(1)).toEqual({ value: 'old', state: 'change 0' });
});

test('a text counts two bytes for each character, and an encoded answer counts its own bytes', async () => {
  const { cache } = await cacheOf();
  const sizes = [];
  for (const [name, value] of [
    ['a', 'x'.repeat(1_000)],
    ['b', { text: 'x'.repeat(1_000) }],
    ['c', { slices: [Buffer.alloc(1_000)], length: 1_000 }],
  ] as const) {
    const before = cache.stats.bytes;
    await cache.get(OWNER, name, async () => ({ value, state: '1' }));
    sizes.push(cache.stats.bytes - before);
  }
  const [text = 0, short, long] = sizes;
  expect([short, long]).toEqual([text, text - 1_000]);
});

test('the cache stays within its bound after thousands of different queries', async () => {
  const { cache, get } = await cacheOf(undefined, { ...LIMITS, maxBytes: 100_000 });
  let most = 0;
  for (let n = 0; n < 5_000; n++) {
    await get(found('x'.repeat(n % 3_000), '1'), `month ${n}`);
    most = Math.max(most, cache.stats.bytes);
  }
  expect(most).toBeLessThanOrEqual(100_000);
  expect(cache.stats.bytes).toBeGreaterThan(50_000);
  expect(cache.stats.evictions).toBeGreaterThan(1_000);
});

test('an answer that takes more than an eighth of the cache is not cached, and drops no other', async () => {
  const { cache, get } = await cacheOf('short', { ...LIMITS, maxBytes: 80_000 });
  const before = cache.stats.bytes;
  await get(found('x'.repeat(5_000), '1'), 'long');
  expect(cache.stats).toMatchObject({ bytes: before, evictions: 0 });
  await get(found('x'.repeat(4_900), '1'), 'shorter');
  expect(cache.stats.bytes).toBeGreaterThan(before + 9_800);
});

const MARCH = [3, 2030] as const;

const event = (id: number, title: string) => ({
  id,
  title,
  starts_at: '2030-03-01T09:00:00Z',
  ends_at: '2030-03-01T10:00:00Z',
});

/** Opens a connection that writes as another program would. */
function openWriting(engine: TestEngine): Database {
  return openPostgresWriter(engine.config().databaseUrl ?? '', ignoreObservations);
}

describeEngines((engine) => {
  test('the next call shows each change, and gets the cached answer if there is none', async () => {
    const config = engine.config();
    const store = await openStore(config, ignoreObservations, PATIENT);
    // Only the process that uses the embedded store can write to it. A server has other clients, too.
    const writer = engine.name === 'embedded' ? store.database : openWriting(engine);
    try {
      await insertEvents(writer, [event(1, 'title 0'), event(2, 'other')]);
      const service = new EventService(store, config);
      const read = jest.spyOn(store.database, 'read');
      const calls = [
        () => textOf(service.selectEvent(1, true)),
        () => textOf(service.selectEvent(1, false)),
        () => textOf(service.selectEvents(...MARCH)),
        () => textOf(service.selectEventsRanged(0n, 10n ** 15n)),
      ];
      for (let version = 1; version <= 5; version++) {
        await writer.transaction((session) =>
          session.query('UPDATE event SET title = $1 WHERE id = 1', [`title ${version}`]),
        );
        for (const call of calls) expect(await call()).toContain(`title ${version}`);
        for (const call of calls) expect(await call()).toContain(`title ${version}`);
      }
      expect(store.cache?.stats).toMatchObject({ hits: 20, misses: 20, evictions: 0 });
      expect(read.mock.calls.map(([, , options]) => options?.timeoutMs)).not.toContain(undefined);
      const others = [
        service.selectEvents(4, 2030),
        service.selectEvents(3, 2031),
        service.selectEventsRanged(0n, 1n),
        // A range of the same numbers is another call than the month.
        service.selectEventsRanged(BigInt(MARCH[0]), BigInt(MARCH[1])),
        service.selectEventsRanged(10n ** 14n, 10n ** 15n),
      ];
      expect(await Promise.all(others.map(textOf))).toEqual(others.map(() => '[]'));
    } finally {
      if (writer !== store.database) await writer.close();
      await store.close();
    }
  });
});

describe('on a server with several writers', () => {
  const engine = usePostgres();
  let store: Store;
  let writers: Database[];

  beforeAll(async () => {
    await engine.fill([1, 2, 3, 4].map((id) => event(id, 'title 0')));
    store = await openStore(engine.config(), ignoreObservations, PATIENT);
    writers = [1, 2, 3, 4].map(() => openWriting(engine));
  });

  afterAll(async () => {
    await Promise.all([store, ...writers].map((one) => one.close()));
  });

  test('no answer is older than a commit that was acknowledged before its call', async () => {
    const service = new EventService(store, engine.config());
    const committed = new Map<number, number>();
    let isWriting = true;
    let answers = 0;
    const write = async (writer: Database, index: number) => {
      const id = index + 1;
      // On a busy machine only few calls are answered between two commits.
      for (let version = 1; version <= 60 || answers < 100; version++) {
        await writer.transaction((session) =>
          session.query('UPDATE event SET title = $2 WHERE id = $1', [id, `title ${version}`]),
        );
        committed.set(id, version);
        await settle();
      }
    };
    const stale: string[] = [];
    const read = async (reader: number) => {
      for (let n = reader; isWriting; n++) {
        const least = new Map(committed);
        const text =
          n % 2 === 0
            ? await textOf(service.selectEvents(...MARCH))
            : await textOf(service.selectEvent((n % 4) + 1, true));
        for (const [, id, version] of String(text).matchAll(/"id":(\d+),"title":"title (\d+)"/g)) {
          if (Number(version) < (least.get(Number(id)) ?? 0)) stale.push(String(text));
        }
        answers++;
      }
    };
    const readers = Array.from({ length: 8 }, (_, reader) => read(reader));
    await Promise.all(writers.map(write));
    isWriting = false;
    await Promise.all(readers);
    expect(stale).toEqual([]);
    expect(store.cache?.stats.hits).toBeGreaterThan(0);
  });

  test('a version that repeats, as after a restored backup, counts as another state', async () => {
    const service = new EventService(store, engine.config());
    const [writer] = writers;
    await textOf(service.selectEvent(1, true));
    await writer?.transaction(async (session) => {
      await session.query("UPDATE event SET title = 'restored' WHERE id = 1");
      await session.query('UPDATE event_version SET version = version - 1');
    });
    expect(await textOf(service.selectEvent(1, true))).toContain('restored');
  });
});
