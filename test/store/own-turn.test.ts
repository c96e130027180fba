/**
 * Some lists are written by the service, and not by the database. Such a list delays other calls as little as possible.
 */
import { CallAbandonedError } from '../../src/contract/errors';
import { ownTurn } from '../../src/lib/turns';
import type { Store } from '../../src/store/event-store';
import { openStore } from '../../src/store/open';
import { describeEngines, PATIENT, useEmbedded } from '../support/databases';
import { turnsDuring } from '../support/turns';

const MARCH = { span: { year: 2026, month: 3 }, timeZone: 'UTC', limit: 10 };

/**
 * Lets many callers wait for a turn, which takes longer than a query without events. Resolves when the last caller has
 * its turn.
 */
const crowd = () => Promise.all(Array.from({ length: 10_000 }, ownTurn));

describeEngines((engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(engine.config({ cacheBytes: 0 }), () => {}, PATIENT);
    // On a busy machine opening a connection could take longer than all turns of the crowd.
    await Promise.all([store.list(MARCH), store.listJson(MARCH)]);
  });
  afterAll(() => store.close());

  test('rows are returned in a turn of their own, and the ready JSON of a list at once', async () => {
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    await Promise.all([
      crowd().then(note('others')),
      store.listJson(MARCH).then(note('json')),
      store.list(MARCH).then(note('rows')),
    ]);
    expect(order).toEqual(['json', 'others', 'rows']);
  });

  test('at most two such reads run at once, because their results wait in memory', async () => {
    const slow = { name: 'slow', text: 'SELECT pg_sleep(0.1)', needsOwnTurn: true };
    await Promise.all(Array.from({ length: 6 }, () => store.database.read(slow, [])));
    // The pool opens a connection only if all other connections are in use, and then keeps it.
    expect(store.database.pool().open).toBeLessThanOrEqual(2);
  });

  test('rows are not returned to a client that disconnects while they wait for their turn', async () => {
    const client = new AbortController();
    const [first, second] = [crowd(), crowd()];
    const rows = store.list(MARCH, client);
    await first;
    client.abort();
    await expect(rows).rejects.toThrow(CallAbandonedError);
    await second;
  });
});

describe('on the embedded engine', () => {
  const engine = useEmbedded();

  test('after a slow query the others get many turns', async () => {
    const database = await engine.open();
    // The engine does not stop for other work for a tenth of a second.
    const slow = { name: 'slow', text: 'SELECT pg_sleep(0.1)' };
    expect(await turnsDuring(() => database.read(slow, []))).toBeGreaterThanOrEqual(50);
    await database.close();
  });
});
