/** A probe uses the check of a store, which does not report a busy database as not available. */
import { setMaxListeners } from 'node:events';
import { Socket } from 'node:net';
import { ServiceBusyError } from '../../src/contract/errors';
import { MemoryBudget } from '../../src/server/memory-budget';
import type { Store } from '../../src/store/event-store';
import { openStore } from '../../src/store/open';
import { SELECT_STATE } from '../../src/store/queries/expressions';
import { ReplicationLagMonitor } from '../../src/store/replication-lag';
import { exportBetweenReads } from '../../src/transfer/export';
import { WRITERS } from '../../src/transfer/writers';
import { describeEngines, PATIENT, useEmbedded } from '../support/databases';
import { turnsDuring } from '../support/turns';

const MARCH = { span: { month: 3, year: 2026 }, timeZone: 'UTC', limit: 10 };

describeEngines((engine) => {
  const bytes = new MemoryBudget(1_000, () => {});
  let store: Store;
  beforeAll(async () => {
    const config = engine.config({ queryTimeoutMs: 60_000, cacheBytes: 0 });
    store = await openStore(config, () => {}, { bytes, ...PATIENT });
  });
  afterAll(() => store.close());

  test('while clients take no answers, a thousand lists may wait and one more is refused, but the check passes, the lag is measured, and an example is searched for', async () => {
    const answer = bytes.reserveAnswer(new Socket(), bytes.limit);
    const first = store.list(MARCH);
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const others = Array.from({ length: 999 }, () =>
      store.list(MARCH, controller).catch(({ name }: Error) => name),
    );
    await expect(store.list(MARCH)).rejects.toThrow(ServiceBusyError);
    expect(store.database.pool().waiting).toBe(1000);
    await expect(store.check()).resolves.toBeUndefined();
    expect(await new ReplicationLagMonitor(store.database).ask()).toMatchObject([{ seconds: 0 }]);
    await expect(store.example(new Date(0), 'UTC')).resolves.toBeUndefined();
    controller.abort();
    expect(new Set(await Promise.all(others))).toEqual(new Set(['CallAbandonedError']));
    answer.release();
    await expect(first).resolves.toMatchObject({ value: [] });
  });

  test('a read of one event or of the state, and a check, overtake long reads that wait', async () => {
    const order: string[] = [];
    // A server runs eight reads at the same time. So each of the last eight of 24 reads waits for two reads.
    const long = { name: 'long', text: `SELECT pg_sleep(${engine.name === 'embedded' ? 0 : 0.2})` };
    await Promise.all([
      ...Array.from({ length: 24 }, () => store.database.read(long, []).then(() => order.push('long'))),
      store.eventJson(1).then(() => order.push('event')),
      store.event(1).then(() => order.push('event')),
      store.database.read(SELECT_STATE, []).then(() => order.push('state')),
      store.check().then(() => order.push('check')),
    ]);
    expect(order.slice(0, 16).filter((one) => one !== 'long')).toHaveLength(4);
  });
});

describe('on the embedded engine, which runs one query at a time', () => {
  const engine = useEmbedded();
  let store: Store;
  beforeAll(async () => {
    store = await openStore(engine.config({ queryTimeoutMs: 300 }), () => {});
  });
  afterAll(() => store.close());

  test('the check passes during a query that takes more time than the check has', async () => {
    const slow = store.database.transaction((session) => session.query('SELECT pg_sleep(0.4)'));
    const check = store.check();
    await slow;
    await expect(check).resolves.toBeUndefined();
  });

  const readFive = () => Promise.all(Array.from({ length: 5 }, (_, id) => store.eventJson(id + 1)));
  const importFive = () =>
    store.database.transaction(async (session) => {
      for (let count = 0; count < 5; count++) await session.query('SELECT 1');
    });
  test.each<readonly [string, () => Promise<unknown>]>([
    ['reads, such as answering a probe', readFive],
    ['the queries of an import, such as stopping it', importFive],
  ])('the process does other things between %s', async (_what, work) => {
    expect(await turnsDuring(work)).toBeGreaterThan(1);
  });
});

describe('on the embedded engine, under load', () => {
  const engine = useEmbedded();
  test('lists and single events that are called again and again are answered in turn, and a check waits for neither', async () => {
    const store = await openStore(engine.config({ queryTimeoutMs: 60_000 }), () => {});
    const callers = 100;
    const lists = 20;
    let answered = 0;
    let isOver = false;
    const events = Array.from({ length: callers }, async (_, id) => {
      for (; !isOver; answered++) await store.eventJson(id);
    });
    try {
      const listed = Array.from({ length: lists }, () => store.list(MARCH));
      await store.check();
      expect(answered).toBeLessThan(callers / 2);
      await Promise.all(listed);
      // If each list waited for all events that wait, 2,000 events would be answered before the last list.
      expect(answered).toBeLessThan((callers * lists) / 2);
    } finally {
      isOver = true;
      await Promise.all(events);
      await store.close();
    }
  });

  test('a batch of an export does not wait for all lists that wait', async () => {
    const store = await openStore(engine.config({ queryTimeoutMs: 60_000 }), () => {});
    const lists = 20;
    let answered = 0;
    const listed = Array.from({ length: lists }, () => store.list(MARCH).then(() => answered++));
    await exportBetweenReads(store.database, WRITERS.json, async () => {});
    expect(answered).toBeLessThan(lists / 2);
    await Promise.all(listed);
    await store.close();
  });
});
