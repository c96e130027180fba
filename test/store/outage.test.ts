import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreObservations, type Observation } from '../../src/ops/observations';
import type { Store } from '../../src/store/event-store';
import { openStore, openWriter } from '../../src/store/open';
import { usePostgres } from '../support/databases';
import { administer, databaseUrl, majorVersion, SERVER_URL } from '../support/postgres-server';
import { TcpProxy } from '../support/tcp-proxy';

const engine = usePostgres();
const AWAY = 'The event database is not available at the moment.';
const url = engine.config().databaseUrl ?? '';
const proxy = new TcpProxy(new URL(url));
const stores: Store[] = [];

async function open(queryTimeoutMs: number): Promise<Store> {
  const store = await openStore(
    engine.config({ databaseUrl: proxy.url, queryTimeoutMs }),
    ignoreObservations,
    // On a busy machine a connection takes a while.
    { waitMs: 60_000 },
  );
  stores.push(store);
  return store;
}

beforeEach(() => proxy.open());
afterEach(async () => {
  await proxy.cut();
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

test('a clock that is set back makes no read wait longer', async () => {
  const store = await open(400);
  proxy.freeze();
  const reads = Array.from({ length: 12 }, () => store.eventJson(1));
  const hourAgo = Date.now() - 3_600_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(hourAgo);
  try {
    for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
    await expect(store.eventJson(1)).rejects.toThrow(AWAY);
  } finally {
    clock.mockRestore();
  }
}, 30_000);

test('a read that has less time than connecting is told when its own is up', async () => {
  const store = await open(30_000);
  proxy.freeze();
  const told: string[] = [];
  const reads = Array.from({ length: 3 }, () =>
    store.database
      .read({ name: 'short', text: 'SELECT 1' }, [], { timeoutMs: 100 })
      .catch((error: Error) => told.push(error.name)),
  );
  // A connection has a second to be made.
  const early = sleep(900).then(() => told.length);
  await Promise.all(reads);
  expect(await early).toBe(3);
});

describe('at the start', () => {
  const start = (changes: Partial<ReturnType<typeof engine.config>>, waitMs = 0) =>
    openStore(engine.config(changes), ignoreObservations, { waitMs }).then((store) => store.close());

  test('an unreachable server that comes in time is waited for, which is told once', async () => {
    await proxy.cut();
    const told: Observation[] = [];
    const config = engine.config({ databaseUrl: proxy.url });
    const waiting = openWriter(config, (one) => told.push(one), { waitMs: 20_000 });
    // There is a second attempt by then.
    await sleep(1_000);
    await proxy.open();
    await (await waiting).close();
    expect(told).toEqual([expect.objectContaining({ kind: 'database-error', reason: 'connection-lost' })]);
  });

  test('a missing database is not waited for', async () => {
    const wrong = new URL(url);
    wrong.pathname = '/there_is_no_such_database';
    await expect(start({ databaseUrl: wrong.href }, 600_000)).rejects.toThrow(
      'database "there_is_no_such_database" does not exist',
    );
  });

  test('a time zone that the database does not know is refused', async () => {
    await expect(start({ timeZone: 'Mars/Olympus' })).rejects.toThrow('TIME_ZONE is Mars/Olympus');
  });

  test('a database that is not in UTF-8 is refused', async () => {
    const name = `${new URL(url).pathname.slice(1)}_ascii`;
    const server = process.env[SERVER_URL] ?? '';
    // Before 15 there is no other provider, and no word for it.
    const provider = (await majorVersion(server)) >= 15 ? 'LOCALE_PROVIDER libc' : '';
    await administer(
      server,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C' ${provider}`,
    );
    await expect(start({ databaseUrl: databaseUrl(server, name) })).rejects.toThrow('needs UTF8');
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
});
