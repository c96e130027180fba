/** The service reports failures of the database correctly, on a real server behind a proxy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ServiceBusyError } from '../../src/contract/errors';
import { describeEntry } from '../../src/ops/log-entry';
import { ignoreObservations, type Observation } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import type { Store } from '../../src/store/event-store';
import { openStore, openWriter } from '../../src/store/open';
import { waitForDatabase } from '../../src/store/wait-for-database';
import { PATIENT, usePostgres } from '../support/databases';
import { databaseUrl, majorVersion, runSql, SERVER_URL } from '../support/postgres-server';
import { TcpProxy } from '../support/tcp-proxy';

const engine = usePostgres();
const AWAY = 'The event database is not available at the moment.';
const ownUrl = engine.config().databaseUrl ?? '';
const proxy = new TcpProxy(new URL(ownUrl));
const stores: Store[] = [];
const observations: Observation[] = [];

async function open({ queryTimeoutMs = 5_000, maxWaiting = 1_000 } = {}): Promise<Store> {
  const config = engine.config({ databaseUrl: proxy.url, queryTimeoutMs });
  const observe = (observation: Observation) => observations.push(observation);
  const store = await openStore(config, observe, { ...PATIENT, maxWaiting });
  // The failed attempt is observed, too, so the observations are cleared.
  observations.length = 0;
  stores.push(store);
  return store;
}

const owner = new Client({ connectionString: ownUrl });
const observer = new Client({ connectionString: ownUrl });
beforeAll(() => Promise.all([owner.connect(), observer.connect()]));
// Without a listener these errors would be thrown if another hook drops the database first.
for (const client of [owner, observer]) client.on('error', () => {});
beforeEach(() => proxy.open());
afterEach(async () => {
  await proxy.cut();
  await Promise.all(stores.splice(0).map((store) => store.close()));
  observations.length = 0;
});

const databaseErrors = () =>
  observations.flatMap((one) => (one.kind === 'database-error' ? [one.reason] : []));

/** A statement that is not `isShort` waits in the queue for long reads. */
const LONG = { name: 'long', text: 'SELECT count(*)::text AS count FROM event' };

/** Returns the number of the service's queries that run on the server. */
async function busyBackends(): Promise<number> {
  // The query does not use the owner's connection, because the view does not change within its transaction.
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND application_name = 'events-query'`,
  );
  return rows[0]?.count ?? 0;
}

/** Locks the table of events while `work` runs, so that every read of this table waits. */
async function withLockedEvents(work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
  await work().finally(() => owner.query('ROLLBACK'));
}

test('a read that is given up also ends at the server, and leaves no backend behind', async () => {
  const store = await open({ queryTimeoutMs: 1_500 });
  await withLockedEvents(async () => {
    const reads = Array.from({ length: 30 }, () => store.eventJson(1));
    for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
    // A read that gets its connection late must also end. If it did not end, neither would this loop.
    while ((await busyBackends()) > 0) await sleep(20);
  });
  await expect(store.eventJson(1)).resolves.toMatchObject({ value: undefined });
});

test('reads are tried again until their time is up', async () => {
  // After the pause more than half of the time is over, but the rest is enough for a busy machine.
  const store = await open({ queryTimeoutMs: 6_000 });
  await proxy.cut();
  const read = store.eventJson(1);
  await sleep(3_500);
  await proxy.open();
  await expect(read).resolves.toMatchObject({ value: undefined });
  expect(databaseErrors().filter((reason) => reason !== 'connection-lost')).toEqual(['retried']);
});

test('a read without an answer is reported as one error, even after several attempts', async () => {
  const store = await open({ queryTimeoutMs: 1_500 });
  await store.eventJson(1);
  await proxy.cut();
  observations.length = 0;
  await expect(store.eventJson(1)).rejects.toThrow(AWAY);
  expect(databaseErrors().filter((reason) => reason !== 'connection-lost')).toEqual(['unavailable']);
});

test.each([
  // If each pause were twice as long as the pause before, the ninth pause would end after the time of the read.
  ['40001', 'canceling statement due to conflict with recovery', 9],
  ['0A000', 'cached plan must not change result type', 2],
  ['XX000', 'could not open relation with OID 1', 2],
])('a read that fails with SQLSTATE %s, %s, %i times is tried again', async (code, message, failures) => {
  await owner.query(`
    CREATE SEQUENCE attempts_${code};
    CREATE FUNCTION fails_${code}() RETURNS int LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts_${code}') <= ${failures} THEN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END IF;
      RETURN 7;
    END $$`);
  const failing = { name: `fails_${code}`, text: `SELECT fails_${code}()::text AS answer` };
  const { database } = await open({ queryTimeoutMs: 60_000 });
  expect(await database.read(failing, [])).toEqual([{ answer: '7' }]);
  expect(databaseErrors()).toEqual(['retried']);
});

const LACKS_A_PART = /^The database lacks a part that migrate created \(.* does not exist\): /;
test.each([
  ['the table', 'ALTER TABLE event RENAME TO away', 'ALTER TABLE away RENAME TO event', LACKS_A_PART],
  ['a column', 'ALTER TABLE event RENAME id TO n', 'ALTER TABLE event RENAME n TO id', LACKS_A_PART],
  ['all', 'ALTER SCHEMA public RENAME TO x', 'ALTER SCHEMA x RENAME TO public', /run events-query migrate/],
])('without %s reads are unavailable, and the check says why', async (_what, harm, repair, sentence) => {
  const store = await open();
  await owner.query(harm);
  try {
    await expect(store.eventJson(1)).rejects.toThrow(AWAY);
    await expect(store.check()).rejects.toThrow(sentence);
  } finally {
    await owner.query(repair);
  }
  await expect(store.check()).resolves.toBeUndefined();
});

test('a lock on the events does not fail the check, and no query of the check keeps running', async () => {
  const store = await open({ queryTimeoutMs: 3_000 });
  await withLockedEvents(async () => {
    await expect(store.check()).resolves.toBeUndefined();
    while ((await busyBackends()) > 0) await sleep(20);
  });
});

test('a read that is given up while others are answered fails because the service is busy, and the log gives the reason', async () => {
  const store = await open({ queryTimeoutMs: 1_000 });
  await withLockedEvents(async () => {
    const read = expect(store.eventJson(1)).rejects.toThrow(ServiceBusyError);
    await store.state();
    await read;
  });
  const [observation] = observations;
  expect(observation).toMatchObject({ kind: 'database-error', reason: 'unavailable' });
  expect(describeEntry(observation as Observation).message).toMatch(/ timeout/);
});

test('reads of a database that went away while they waited fail because it is not available, and the log gives the reason for each', async () => {
  const store = await open({ queryTimeoutMs: 2_000 });
  await withLockedEvents(async () => {
    const reads = Array.from({ length: 20 }, () => expect(store.eventJson(1)).rejects.toThrow(AWAY));
    await store.state();
    await proxy.cut();
    await Promise.all(reads);
  });
  const messages = observations.flatMap((one) =>
    one.kind === 'database-error' && one.reason === 'unavailable' ? [describeEntry(one).message] : [],
  );
  expect(messages).toHaveLength(20);
  for (const message of messages) expect(message).toMatch(/ECONNREFUSED|Connection terminated/);
});

test('a disconnected client’s read leaves the queue, and a read that finds the queue full is counted', async () => {
  const store = await open({ maxWaiting: 3 });
  await withLockedEvents(async () => {
    const working = Array.from({ length: 7 }, () => store.database.read(LONG, []));
    const controller = new AbortController();
    const month = { span: { month: 3, year: 2026 }, timeZone: 'UTC', limit: 10 };
    const waiting = [
      ...[1, 2].map(() => store.database.read(LONG, [], controller)),
      store.list(month, controller),
    ];
    expect(store.database.pool().waiting).toBe(3);
    await expect(store.list(month)).rejects.toThrow(ServiceBusyError);
    controller.abort();
    for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected');
    while (store.database.pool().waiting > 0) await sleep(5);
    await owner.query('ROLLBACK');
    await Promise.all(working);
  });
  // On a busy machine a connection may come late. Then the service tries the read again.
  const limits = observations.filter(({ kind }) => kind === 'limit-hit');
  expect(limits).toEqual([{ kind: 'limit-hit', limit: 'database-queue' }]);
});

test('no read waits longer because the clock is set back', async () => {
  const store = await open({ queryTimeoutMs: 400 });
  proxy.freeze();
  const reads = Array.from({ length: 12 }, () => store.eventJson(1));
  const hourAgo = Date.now() - 3_600_000;
  jest.spyOn(Date, 'now').mockReturnValue(hourAgo);
  for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
  await expect(store.eventJson(1)).rejects.toThrow(AWAY);
});

test('a read with less time than a connection needs fails at the end of its own time', async () => {
  const store = await open({ queryTimeoutMs: 30_000 });
  proxy.freeze();
  const failed: string[] = [];
  const reads = Array.from({ length: 3 }, () =>
    store.database
      .read({ name: 'short', text: 'SELECT 1' }, [], { timeoutMs: 100 })
      .catch((error: Error) => failed.push(error.name)),
  );
  // A connection must be established within a second.
  const early = sleep(900).then(() => failed.length);
  await Promise.all(reads);
  expect(await early).toBe(3);
});

describe('a start', () => {
  const start = (changes: Partial<ReturnType<typeof engine.config>>, waitMs = 0) =>
    openStore(engine.config(changes), ignoreObservations, { waitMs }).then((store) => store.close());
  const waitForServer = (read: jest.Mock, waitMs: number) =>
    waitForDatabase({ read } as unknown as Database, proxy.url, {
      deadline: performance.now() + waitMs,
      observe: ignoreObservations,
    });

  test('waits for a server that takes connections, but answers a query late', async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error('Query read timeout'));
    read.mockResolvedValue([{ version: 180_000, encoding: 'UTF8' }]);
    await waitForServer(read, 20_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('takes Postgres 14, and refuses an older one at once', async () => {
    const ofVersion = (version: number) => jest.fn().mockResolvedValue([{ version, encoding: 'UTF8' }]);
    await waitForServer(ofVersion(140_000), 0);
    await expect(waitForServer(ofVersion(130_023), 600_000)).rejects.toThrow(
      'The database is Postgres 13, and the service needs 14 or later: upgrade the server.',
    );
  });

  test('waits for a server that becomes reachable in time, and reports it once', async () => {
    await proxy.cut();
    const observed: Observation[] = [];
    const config = engine.config({ databaseUrl: proxy.url });
    const waiting = openWriter(config, (one) => observed.push(one), { waitMs: 20_000 });
    // The pause is long enough for a second attempt.
    await sleep(1_000);
    await proxy.open();
    await (await waiting).close();
    expect(observed).toEqual([expect.objectContaining({ kind: 'database-error', reason: 'unavailable' })]);
  });

  test('waits for a table that another session has locked, and reports it once', async () => {
    const observed: Observation[] = [];
    await owner.query('BEGIN; LOCK TABLE schema_migration');
    await new Promise<void>((resolve, reject) => {
      const observe = (one: Observation) => {
        observed.push(one);
        owner.query('ROLLBACK').catch(reject);
      };
      openStore(engine.config({ queryTimeoutMs: 500 }), observe, { waitMs: 20_000 })
        .then((store) => store.close())
        .then(resolve, reject);
    });
    expect(observed).toEqual([expect.objectContaining({ kind: 'database-error', reason: 'unavailable' })]);
  });

  test('does not wait for a missing database', async () => {
    const wrong = new URL(ownUrl);
    wrong.pathname = '/there_is_no_such_database';
    await expect(start({ databaseUrl: wrong.href }, 600_000)).rejects.toThrow(
      'database "there_is_no_such_database" does not exist',
    );
  });

  test('refuses a time zone that the database does not know', async () => {
    await expect(start({ timeZone: 'Mars/Olympus' })).rejects.toThrow('TIME_ZONE is Mars/Olympus');
  });

  test('refuses a database that is not in UTF-8', async () => {
    const name = `${new URL(ownUrl).pathname.slice(1)}_ascii`;
    const server = process.env[SERVER_URL] ?? '';
    // Before its version 15, Postgres has no LOCALE_PROVIDER.
    const provider = (await majorVersion(owner)) >= 15 ? 'LOCALE_PROVIDER libc' : '';
    await runSql(
      server,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C' ${provider}`,
    );
    await expect(start({ databaseUrl: databaseUrl(server, name) })).rejects.toThrow('needs UTF8');
    await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
});
