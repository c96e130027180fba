/** Probes and metrics show the state of the running program, and no output contains a secret. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import { failure, useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { watchingMetrics } from '../support/metrics';
import { runSql, SERVER_URL } from '../support/postgres-server';

const program = useCommands();
const engine = usePostgres();
const serverUrl = process.env[SERVER_URL] ?? '';
const ROLE = `events_operation_${randomBytes(6).toString('hex')}`;
const PASSWORD = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

beforeAll(async () => {
  await runSql(serverUrl, `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD.replaceAll("'", "''")}'`);
  await runSql(engine.config().databaseUrl ?? '', `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
});
// The role is dropped after the database, because the database contains the role's grants.
afterAll(async () => {
  await runSql(serverUrl, `DROP ROLE ${ROLE}`);
});

/** Returns the metrics of the service without their values. */
const namesOf = (text: string) =>
  [...text.matchAll(/^# TYPE (events_query_\w+) /gm)].map(([, name = '']) => name).sort();

function connection(): Record<string, string> {
  const { hostname, port, pathname } = new URL(engine.config().databaseUrl ?? '');
  const file = path.join(program.folder, 'password');
  writeFileSync(file, `${PASSWORD}\n`);
  const place = { PGHOST: hostname, PGPORT: port || '5432', PGDATABASE: pathname.slice(1) };
  return { ...place, PGUSER: ROLE, PGPASSWORD_FILE: file };
}

test('a start, a call, probes, metrics and a stop work with a password of special characters, and no output contains it', async () => {
  const env = { ...connection(), LOG_LEVEL: 'debug' };
  const { running, url, adminPort } = await program.serve(env);
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const healthcheck = () => program.run(['healthcheck'], { ADMIN_PORT: String(adminPort) });
  const ready = async () => (await fetch(`${adminUrl}/ready`)).status;
  const metrics = async () => (await fetch(`${adminUrl}/metrics`)).text();
  const metric = async (name: string) =>
    (await metrics()).split('\n').filter((line) => line.startsWith(name));

  const endpoint = `${url}/WebServices/Events.asmx`;
  expect((await fetch(`${endpoint}/SelectEvents?month=3&year=2026`)).status).toBe(200);
  expect((await fetch(`${endpoint}/SelectEvents?month=13&year=2026`)).status).toBe(500);
  for (const outcome of ['ok', 'fault']) {
    const labels = `operation="SelectEvents",binding="httpget",outcome="${outcome}"`;
    expect(await metric(`events_query_calls_total{${labels}} `)).toEqual([expect.stringMatching(/ 1$/)]);
  }
  for (const [name, shown] of [
    ['events_query_pool_connections{state="open"} ', / [1-9]\d*$/],
    ['events_query_build_info', new RegExp(`version="${version}"`)],
    ['events_query_replication_lag_seconds{', /"} 0$/],
  ] as const)
    expect(await metric(name)).toEqual([expect.stringMatching(shown)]);
  expect(namesOf(await metrics())).toEqual(namesOf(await watchingMetrics().text()));
  expect(await ready()).toBe(200);
  expect(await healthcheck()).toMatchObject({ code: 0, stdout: 'The service is ready.\n' });

  const owner = engine.config().databaseUrl ?? '';
  await runSql(owner, 'ALTER TABLE schema_migration RENAME TO elsewhere');
  expect(await ready()).toBe(503);
  expect(await healthcheck()).toEqual(failure(/^Not ready: .*\.\n$/));
  await runSql(owner, 'ALTER TABLE elsewhere RENAME TO schema_migration');
  expect(await ready()).toBe(200);

  running.signal('SIGTERM');
  const { code, stdout, stderr } = await running.exit;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const written of [PASSWORD, encodeURIComponent(PASSWORD), JSON.stringify(PASSWORD).slice(1, -1)]) {
    expect(stdout).not.toContain(written);
  }
  // The output has no part of the password either. A URL parser would split the password into these parts.
  for (const part of PASSWORD.split(/[@/?#:]/).filter(({ length }) => length > 4))
    expect(stdout).not.toContain(part);
});

test('a DATABASE_URL whose host is a parameter gets the user and the password of the other variables', async () => {
  const { PGHOST, PGPORT, PGDATABASE, ...login } = connection();
  const DATABASE_URL = `postgres:///${PGDATABASE}?host=${PGHOST}&port=${PGPORT}`;
  const { url } = await program.serve({ ...login, DATABASE_URL });
  expect((await fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`)).status).toBe(200);
});

test('the metric of cached bytes counts the encoded bytes of a long answer', async () => {
  const starts_at = '2026-03-01T09:00:00Z';
  await engine.fill(Array.from({ length: 1000 }, (_, id) => ({ id: id + 1, starts_at, ends_at: starts_at })));
  const { url, adminPort } = await program.serve({ DATABASE_URL: engine.config().databaseUrl ?? '' });
  const kept = async () => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    expect(text).toMatch(/^events_query_replication_lag_seconds\{.*\} 0$/m);
    return Number(/^events_query_cache_bytes (\d+)$/m.exec(text)?.[1]);
  };
  expect(await kept()).toBe(0);
  const range = `from=${Date.UTC(2020, 0)}&to=${Date.UTC(2036, 0)}`;
  const answer = await fetch(`${url}/WebServices/Events.asmx/SelectEventsRanged?${range}`);
  const { length } = Buffer.from(await answer.arrayBuffer());
  expect(length).toBeGreaterThan(100_000);
  const share = (await kept()) / length;
  expect([share > 0.99, share < 1.01]).toEqual([true, true]);
});

test('a fault is logged at info, with its typed arguments and its trace', async () => {
  const DATABASE_URL = engine.config().databaseUrl ?? '';
  const { running: service, url } = await program.serve({ DATABASE_URL, LOG_FORMAT: 'json' });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const call = (query: string) =>
    fetch(`${url}/WebServices/Events.asmx/SelectEvents?${query}`, { headers: { traceparent } });
  await call('month=3&year=2026');
  await call('month=13&year=2026');
  await service.printed(/"event":"call".*\n/);
  const lines = service.output().stdout.split('\n');
  const calls = lines.filter((line) => line.includes('"event":"call"')).map((line) => JSON.parse(line));
  expect(calls).toMatchObject([
    {
      ...{ level: 'info', operation: 'SelectEvents', binding: 'httpget' },
      ...{ arguments: { month: '13', year: '2026' }, outcome: 'fault' },
      clientMessage: 'month must be from 1 to 12.',
      requestId: '0af7651916cd43dd8448eb211c80319c',
    },
  ]);
});
