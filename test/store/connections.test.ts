/** Connections to a Postgres server are kept between reads, and closed if they fail. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { Config } from '../../src/config';
import { CallAbandonedError, ServiceBusyError } from '../../src/contract/errors';
import type { Observation } from '../../src/ops/observations';
import { openStore } from '../../src/store/open';
import { openPostgresReader, openPostgresWriter } from '../../src/store/postgres';
import { PATIENT, usePostgres } from '../support/databases';
import { freePort } from '../support/free-port';
import { until } from '../support/limited-server';
import { queryAt } from '../support/postgres';
import { runSql, SERVER_URL } from '../support/postgres-server';

const engine = usePostgres();
const { databaseUrl = '' } = engine.config();
const databaseName = new URL(databaseUrl).pathname.slice(1);
const server = process.env[SERVER_URL] ?? '';

const backends = `FROM pg_stat_activity WHERE datname = '${databaseName}' AND application_name = 'events-query'`;

/** These stores and connections are closed after their test. */
const open: { close(): Promise<void> }[] = [];
const closeAll = () => Promise.all(open.splice(0).map((one) => one.close()));
afterEach(closeAll);

async function opened(overrides: Partial<Config> = {}) {
  const errors: string[] = [];
  const observe = (one: Observation) => {
    if (one.kind === 'database-error') errors.push(one.reason);
  };
  const store = await openStore(engine.config(overrides), observe, PATIENT);
  open.push(store);
  return { store, errors };
}

function openWriter() {
  const writer = openPostgresWriter(databaseUrl, () => {});
  open.push(writer);
  return writer;
}

test('a connection is kept for the next read, and counts as idle', async () => {
  const { store } = await opened();
  for (let n = 0; n < 3; n++) await store.eventJson(1);
  expect(store.database.pool()).toEqual({ open: 1, idle: 1, waiting: 0 });
  const reads = Array.from({ length: 20 }, () => store.eventJson(1));
  // Reads of one event wait only for a connection.
  expect(store.database.pool().waiting).toBe(20);
  await until(() => store.database.pool().open === 8);
  await Promise.all(reads);
  // On a busy machine a connection may take too long to open. Then its read uses another connection.
  const { open, idle, waiting } = store.database.pool();
  expect(open).toBeGreaterThan(1);
  expect({ idle, waiting }).toEqual({ idle: open, waiting: 0 });
  await closeAll();
  expect(store.database.pool().open).toBe(0);
});

test('a read leaves no timer, because those of thousands of reads would stay in memory for the time of a read', async () => {
  const { store } = await opened({ queryTimeoutMs: 600_000 });
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  for (let n = 0; n < 50; n++) await store.eventJson(1);
  // The test runner also has a few timers.
  expect(timers()).toBeLessThan(before + 25);
});

test('an idle connection stays open for a day, so that the first call in the morning waits for no login', async () => {
  const doNotFake = ['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake, 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  const { store } = await opened();
  await store.eventJson(1);
  jest.advanceTimersByTime(86_400_000);
  expect(store.database.pool()).toEqual({ open: 1, idle: 1, waiting: 0 });
});

test('a read that gets no connection in time while others are answered fails because the service is busy', async () => {
  const { store } = await opened({ queryTimeoutMs: 1_000 });
  const short = { name: 'short', text: 'SELECT pg_sleep(0.2)', isShort: true };
  // The time is enough for only five rounds of eight reads.
  const reads = await Promise.allSettled(Array.from({ length: 100 }, () => store.database.read(short, [])));
  const errors = reads.flatMap((read) => (read.status === 'rejected' ? [read.reason] : []));
  expect(errors.some((error) => error instanceof ServiceBusyError)).toBe(true);
});

test('a read that waits longer for a connection than connecting may take keeps its place before later reads', async () => {
  const { store, errors } = await opened({ queryTimeoutMs: 60_000 });
  const short = { name: 'short', text: 'SELECT pg_sleep(0.2)', isShort: true };
  let answered = 0;
  const first = Array.from({ length: 64 }, () => store.database.read(short, []).then(() => answered++));
  await until(() => answered >= 8);
  await store.database.read(short, []);
  // Each of the eight connections may still run one of the earlier reads.
  expect(answered).toBeGreaterThan(64 - 8);
  expect(errors).toEqual([]);
  await Promise.all(first);
});

test('a short read waits for no long reads, because they leave one connection free', async () => {
  const { store } = await opened({ queryTimeoutMs: 60_000 });
  let answered = 0;
  const long = Array.from({ length: 16 }, () =>
    store.database.read({ name: 'long', text: 'SELECT pg_sleep(2)' }, []).then(() => answered++),
  );
  await until(() => store.database.pool().open >= 7);
  await store.eventJson(1);
  expect(answered).toBe(0);
  await Promise.all(long);
});

test('a read whose client disconnects while the read waits for a connection runs no query', async () => {
  const { store } = await opened();
  const query = jest.spyOn(Client.prototype, 'query');
  const client = new AbortController();
  const slow = Array.from({ length: 8 }, () =>
    store.database.read({ name: 'slow', text: 'SELECT pg_sleep(0.5)', isShort: true }, []),
  );
  const read = store.database.read({ name: 'late', text: 'SELECT 1', isShort: true }, [], client);
  client.abort();
  await expect(read).rejects.toBeInstanceOf(CallAbandonedError);
  await Promise.all(slow);
  expect(query.mock.calls.filter(([config]) => (config as { name?: string }).name === 'late')).toEqual([]);
  expect(store.database.pool()).toMatchObject({ idle: store.database.pool().open, waiting: 0 });
});

test('no attempt begins when the time of a read ends, because its timeout would hide why the others failed', async () => {
  const attempts = jest.spyOn(Client.prototype, 'connect');
  const refusing = `postgres://u@127.0.0.1:${await freePort()}/d`;
  const reader = openPostgresReader(refusing, { timeoutMs: 20, maxWaiting: 1 }, () => {});
  open.push(reader);
  await expect(reader.read({ name: 'one', text: 'SELECT 1', isShort: true }, [])).rejects.toThrow(
    'not available',
  );
  expect(attempts).toHaveBeenCalledTimes(1);
});

test('a connection attempt without an answer is given up in time for another one', async () => {
  const { hostname, port } = new URL(databaseUrl);
  let attempts = 0;
  const proxy = createServer((client) => {
    if (++attempts > 1) client.pipe(connect(Number(port), hostname)).pipe(client);
    client.on('error', () => {});
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = Object.assign(new URL(databaseUrl), { port: (proxy.address() as AddressInfo).port });
  const reader = openPostgresReader(url.href, { timeoutMs: 6_000, maxWaiting: 1 }, () => {});
  open.push(reader, { close: async () => void proxy.close() });
  await expect(reader.read({ name: 'one', text: 'SELECT 1 AS one' }, [])).resolves.toEqual([{ one: 1 }]);
  expect(attempts).toBe(2);
});

test('a server that needs more than a second for each login is reached, and later connections take one attempt', async () => {
  const { hostname, port } = new URL(databaseUrl);
  let attempts = 0;
  const proxy = createServer(async (client) => {
    attempts++;
    client.on('error', () => {});
    await sleep(1_300);
    client.pipe(connect(Number(port), hostname).on('error', () => {})).pipe(client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = Object.assign(new URL(databaseUrl), { port: (proxy.address() as AddressInfo).port });
  const reader = openPostgresReader(url.href, { timeoutMs: 20_000, maxWaiting: 1 }, () => {});
  open.push(reader, { close: async () => void proxy.close() });
  const short = { name: 'short', text: 'SELECT pg_sleep(0.2)', isShort: true };
  await reader.read(short, []);
  const before = attempts;
  await Promise.all([1, 2, 3].map(() => reader.read(short, [])));
  expect(attempts - before).toBeLessThanOrEqual(2);
});

test('a check of the server or of the state waits for no read, because checks have their own connection', async () => {
  const { store } = await opened();
  let answered = 0;
  const reads = Array.from({ length: 8 }, () =>
    store.database
      .read({ name: 'slow', text: 'SELECT pg_sleep(1)', isShort: true }, [])
      .then(() => answered++),
  );
  await until(() => store.database.pool().open === 8);
  await store.database.read({ name: 'probe', text: 'SELECT 1', isProbe: true }, []);
  // A cached answer is sent only after this check.
  await store.state();
  expect(answered).toBe(0);
  await Promise.all(reads);
});

test('the check gives up a server that does not answer it, however long a read may wait', async () => {
  const { store } = await opened({ queryTimeoutMs: 600_000 });
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query('BEGIN; LOCK TABLE schema_migration');
  await expect(store.check()).rejects.toThrow('not available');
  await owner.end();
  await expect(store.check()).resolves.toBeUndefined();
});

test('no read may take longer than a call, neither to connect nor to be answered, not even a check', async () => {
  const connect = jest.spyOn(Pool.prototype, 'connect');
  const query = jest.spyOn(Client.prototype, 'query');
  const { store } = await opened({ queryTimeoutMs: 900 });
  await store.database.read({ name: 'probe', text: 'SELECT 1', isProbe: true }, []);
  await store.database.read({ name: 'patient', text: 'SELECT 1' }, [], { timeoutMs: 5_000 });
  const asked = query.mock.calls.map(([config]) => config as string | { query_timeout: number });
  const querying = asked.flatMap((one) => (typeof one === 'string' ? [] : [one.query_timeout]));
  const connecting = connect.mock.contexts.map((pool) => pool.options.connectionTimeoutMillis ?? 0);
  expect(querying.length).toBeGreaterThan(1);
  expect(connecting.length).toBe(querying.length);
  expect(Math.max(...querying, ...connecting)).toBeLessThanOrEqual(900);
});

test('a connection without an answer after its login is given up, so that later reads and the end do not wait for it', async () => {
  // A pooler accepts the login although its server does not answer. These bytes are AuthenticationOk and ReadyForQuery.
  const login = Buffer.from('520000000800000000' + '5a0000000549', 'hex');
  const pooler = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(login));
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `postgres://user@127.0.0.1:${(pooler.address() as AddressInfo).port}/events`;
    await expect(openStore(engine.config({ databaseUrl: url }), () => {})).rejects.toThrow(
      'it does not answer',
    );
  } finally {
    pooler.close();
  }
});

test('a store that closes waits for the running read, and leaves no connection, not even that of its checks', async () => {
  const { store } = await opened();
  await store.eventJson(1);
  const read = store.database.read({ name: 'slow', text: `SELECT 'x' AS x FROM pg_sleep(1)` }, []);
  await until(() => store.database.pool().idle === 0);
  await closeAll();
  expect(store.database.pool().open).toBe(0);
  expect(await read).toEqual([{ x: 'x' }]);
  // The server needs a moment to end a connection that was closed.
  let left = Number.NaN;
  for (const end = Date.now() + 30_000; left !== 0 && Date.now() < end; )
    left = (await queryAt(databaseUrl, `SELECT 1 ${backends}`)).rowCount ?? 0;
  expect(left).toBe(0);
});

test('an idle connection that the server ends is reported and dropped, and the next read uses another', async () => {
  const { store, errors } = await opened();
  await store.eventJson(1);
  await runSql(server, `SELECT pg_terminate_backend(pid) ${backends}`);
  await until(() => store.database.pool().open === 0);
  await store.eventJson(1);
  expect(new Set(errors)).toEqual(new Set(['connection-lost']));
  expect(store.database.pool()).toEqual({ open: 1, idle: 1, waiting: 0 });
});

test('idle connections are probed each minute, so that a firewall keeps them and a dead one is noticed', async () => {
  const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
  await opened();
  // Here reads have one connection, and checks have another.
  expect(keepAlive.mock.calls).toEqual([
    [true, 60_000],
    [true, 60_000],
  ]);
});

test.each([
  ['not available', `SELECT pg_terminate_backend(pid) ${backends}`, ''],
  // This error may happen while an import waits for its input.
  ['idle-in-transaction timeout', 'SELECT 1', 'SET idle_in_transaction_session_timeout = 1'],
])(
  'a transaction whose connection the server ends between two queries fails with its reason, and the process goes on: %s',
  async (reason, sql, before) => {
    const writer = openWriter();
    const work = writer.transaction(async (session) => {
      await session.query(before);
      await runSql(server, sql);
      // The connection ends while no query runs that could report the end.
      await sleep(200);
      await session.query('SELECT 1');
    });
    await expect(work).rejects.toThrow(reason);
  },
);

test('a transaction leaves no listener on its connection, which the next one uses', async () => {
  const query = jest.spyOn(Client.prototype, 'query');
  const writer = openWriter();
  const listeners: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    await writer.transaction((session) => session.query('SELECT 1'));
    listeners.push(query.mock.contexts.at(-1)?.listenerCount('error'));
  }
  expect(listeners).toEqual([listeners[0], listeners[0], listeners[0]]);
  expect(new Set(query.mock.contexts).size).toBe(1);
});

test('a command whose connection the server ends says that the database is not available, and why', async () => {
  const writer = openWriter();
  const end = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
  await expect(writer.read(end, [])).rejects.toThrow('not available');
  const sentence =
    'The event database is not available at the moment (terminating connection due to administrator command): try again.';
  const work = writer.transaction((session) => session.query(end.text));
  await expect(work).rejects.toMatchObject({ name: 'ServiceUnavailableError', message: sentence });
});

test('a connection is not used again after an error', async () => {
  const { store } = await opened();
  await store.eventJson(1);
  const wrong = store.database.read({ name: 'wrong', text: 'SELECT 1 / 0 AS x' }, []);
  await expect(wrong).rejects.toThrow('division by zero');
  await until(() => store.database.pool().open === 0);
  await expect(store.eventJson(1_000)).resolves.toMatchObject({ value: undefined });
});

test.each([
  ['longer than that of a read', '1h', '5s'],
  ['shorter', '700ms', '700ms'],
  ['not set', '0', '5s'],
])(
  'the server stops a query at the end of its time if the statement timeout of the database is %s',
  async (_what, ofDatabase, used) => {
    await runSql(server, `ALTER DATABASE ${databaseName} SET statement_timeout = '${ofDatabase}'`);
    const { store } = await opened();
    const text = `SELECT current_setting('statement_timeout') AS used`;
    // A pooler may give the connection of a check to a read. Then the settings of the check stay.
    for (const isProbe of [false, true])
      expect(await store.database.read({ name: 'timeout', text, isProbe }, [])).toEqual([{ used }]);
    await runSql(server, `ALTER DATABASE ${databaseName} RESET statement_timeout`);
  },
);

test('a read starts no parallel workers, even if the server considers them cheap', async () => {
  await runSql(
    databaseUrl,
    `INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day)
     SELECT i, i, 'Event', '', '', '', '', now(), now(), false FROM generate_series(1, 200) AS i`,
  );
  for (const setting of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
    await runSql(server, `ALTER DATABASE ${databaseName} SET ${setting} = 0`);
  const text = `EXPLAIN SELECT count(*)::int AS count FROM event WHERE title = 'Event'`;
  expect(JSON.stringify((await queryAt(databaseUrl, text)).rows)).toContain('Workers Planned');
  const { store } = await opened();
  const plan = await store.database.read({ name: 'plan', text }, []);
  expect(JSON.stringify(plan)).not.toContain('Workers Planned');
});
