import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { migrateCommand } from '../../src/cli/migrate';
import { describeEntry } from '../../src/ops/log-entry';
import type { Observation } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import { openStore } from '../../src/store/open';
import { createReaderRole } from '../../src/store/permissions';
import { PATIENT, type TestEngine, usePostgres } from '../support/databases';
import { queryAt } from '../support/postgres';
import { runSql } from '../support/postgres-server';
import { runCommand } from '../support/run-command';

const engine = usePostgres();
const AWAY = 'The event database is not available at the moment.';
const PASSWORD = `it's a "pass\\word" $1; --`;

const ownerUrl = engine.config().databaseUrl ?? '';

function readerUrl(): string {
  const url = new URL(ownerUrl);
  url.username = 'events_reader';
  url.password = encodeURIComponent(PASSWORD);
  return url.href;
}

/** Runs SQL in a session in which the reader has switched off its read-only setting. */
function queryWriting(sql: string) {
  const url = new URL(readerUrl());
  url.searchParams.set('options', '-cdefault_transaction_read_only=off');
  return queryAt(url.href, sql);
}

async function migrateWithRole({ config }: Pick<TestEngine, 'config'> = engine): Promise<string> {
  const env = {
    DATABASE_URL: config().databaseUrl ?? '',
    READER_PASSWORD: PASSWORD,
    QUERY_TIMEOUT_MS: '1000',
  };
  const { out, err } = await runCommand(migrateCommand, [], { env });
  return out + err;
}

const OTHERS = 'FROM pg_stat_activity WHERE usename <> current_user';

const MIGRATED = 'The database is up to date.\nThe role events_reader can read the events.\n';

describe('the role events_reader', () => {
  beforeAll(async () => {
    const owner = await engine.open();
    await owner.transaction(async (session) => {
      const [row] = await session.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
      // Some operators revoke the rights to connect and to look up tables from everybody. Up to Postgres 14 everybody
      // has the right to create tables.
      await session.script(`REVOKE CONNECT ON DATABASE ${row?.name} FROM PUBLIC;
        REVOKE USAGE ON SCHEMA public FROM PUBLIC; GRANT CREATE ON SCHEMA public TO PUBLIC`);
    });
    // Another process makes the role at the same moment, for example the migration of another database.
    const rival = new Client({ connectionString: ownerUrl });
    await rival.connect();
    await rival.query('BEGIN; DROP ROLE IF EXISTS events_reader; CREATE ROLE events_reader');
    const made = createReaderRole(owner, 'an earlier password', 5000);
    await sleep(300);
    await rival.query('COMMIT');
    await rival.end();
    await made;
    await owner.close();
    expect(await migrateWithRole()).toBe(MIGRATED);
  });

  describe('beside another database of the server', () => {
    const other = usePostgres();

    test('if six processes make the role at once, none fails', async () => {
      const databases = [engine, other, engine, other, engine, other];
      const done = await Promise.all(databases.map((database) => migrateWithRole(database)));
      expect(new Set(done)).toEqual(new Set([MIGRATED]));
    });
  });

  test('the reader finds the tables in a schema that only their owner would search', async () => {
    const databaseUrl = `${ownerUrl}?options=-csearch_path%3D%22Own%22`;
    await runSql(ownerUrl, 'ALTER SCHEMA public RENAME TO "Own"');
    expect(await migrateWithRole({ config: () => engine.config({ databaseUrl }) })).toBe(MIGRATED);
    expect((await queryAt(readerUrl(), 'SELECT FROM event')).rowCount).toBe(0);
    await runSql(ownerUrl, 'ALTER SCHEMA "Own" RENAME TO public');
    expect(await migrateWithRole()).toBe(MIGRATED);
  });

  test('no statement contains the password, and the reader logs in with it', async () => {
    const owner = await engine.open();
    const statements: unknown[] = [];
    const watched: Database = {
      ...owner,
      transaction: (work) =>
        owner.transaction((session) =>
          work({
            query(text, values) {
              statements.push(text, values);
              return session.query(text, values);
            },
            script(text) {
              statements.push(text);
              return session.script(text);
            },
          }),
        ),
    };
    await createReaderRole(watched, 'kept-from-logs', 1000);
    expect(statements).toContainEqual(expect.stringContaining('ALTER ROLE'));
    expect(JSON.stringify(statements)).not.toContain('kept-from-logs');
    for (const password of ['kept-from-logs', 'Grüße \u00a0\ufb01', PASSWORD]) {
      await createReaderRole(owner, password, 1000);
      const url = Object.assign(new URL(readerUrl()), { password: encodeURIComponent(password) });
      expect((await queryAt(url.href, 'SELECT FROM event')).rowCount).toBe(0);
      url.password = 'another';
      await expect(queryAt(url.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
    }
    await owner.close();
  });

  test('the shortest time limit of a query is not rounded to 0, which would be none', async () => {
    const owner = await engine.open();
    await createReaderRole(owner, PASSWORD, 1);
    // The owner reads the setting, because the reader has only a millisecond for a query.
    const config = "SELECT rolconfig FROM pg_roles WHERE rolname = 'events_reader'";
    const { rows } = await queryAt(ownerUrl, config);
    await createReaderRole(owner, PASSWORD, 1000);
    await owner.close();
    expect(rows).toEqual([{ rolconfig: expect.arrayContaining(['statement_timeout=1']) }]);
  });

  // This hook needs its own `describe`, so that it runs before the hook that drops the database.
  afterAll(async () => {
    const owner = await engine.open();
    await owner.transaction((session) =>
      session.script('DROP OWNED BY events_reader; DROP ROLE events_reader'),
    );
    await owner.close();
  });

  test('a right that is revoked while the service runs is reported and counted until it is granted again', async () => {
    const seen: Observation[] = [];
    const config = engine.config({ databaseUrl: readerUrl(), cacheBytes: 0 });
    const store = await openStore(config, (observation) => seen.push(observation), PATIENT);
    await runSql(ownerUrl, 'REVOKE SELECT ON event FROM events_reader');
    await expect(store.eventJson(1)).rejects.toThrow(AWAY);
    expect(seen).toEqual([expect.objectContaining({ kind: 'database-error', reason: 'denied' })]);
    const sentence =
      "The database's user lacks a right (permission denied for table event): reading needs USAGE of the schema and SELECT on event, event_version, schema_migration, which migrate with READER_PASSWORD gives to events_reader; changing needs the owner of the database, with CREATEROLE if READER_PASSWORD is set.";
    // The message of the database appears only once, although the cause also has it.
    expect(seen.map((observation) => describeEntry(observation).message)).toEqual([
      `Database: The event database is not available at the moment. (${sentence})`,
    ]);
    await expect(store.check()).rejects.toThrow(sentence);
    await runSql(ownerUrl, 'GRANT SELECT ON event TO events_reader');
    await expect(store.check()).resolves.toBeUndefined();
    await store.close();
  });

  test('the reader can not write, even after it turns its read-only setting off', async () => {
    await expect(queryAt(readerUrl(), 'DELETE FROM event')).rejects.toMatchObject({ code: '25006' });
    for (const write of [
      "INSERT INTO event (id, uid, title, starts_at, ends_at, all_day) VALUES (1, '1', 't', now(), now(), false)",
      'INSERT INTO event_version DEFAULT VALUES',
      "INSERT INTO schema_migration (name) VALUES ('9999_mine.sql')",
      "UPDATE event SET title = ''",
      'DELETE FROM event',
      'UPDATE event_version SET version = 0',
      'TRUNCATE schema_migration',
    ]) {
      await expect(queryWriting(write)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test.each([
    ['a temporary table', 'CREATE TEMPORARY TABLE mine (x int)'],
    ['a table of its own', 'CREATE TABLE mine (x int)'],
    ['a schema', 'CREATE SCHEMA mine'],
    ['a function', "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ['a large object', 'SELECT lo_create(0)'],
    ['a large object for reading and writing', 'SELECT lo_creat(-1)'],
    ['a large object from bytes', "SELECT lo_from_bytea(0, 'x')"],
    ['a delay', 'SELECT pg_sleep(0)'],
    ['a delay for an interval', "SELECT pg_sleep_for('0')"],
    ['a delay until a time', "SELECT pg_sleep_until('1970-01-01')"],
    ['a file of the server', "SELECT pg_read_file('postgresql.conf')"],
    ['a program of the server', "COPY event TO PROGRAM 'cat'"],
    ['a file written by the server', "COPY event TO '/tmp/events'"],
    ['another role', "CREATE ROLE mine LOGIN PASSWORD 'x'"],
    ["other sessions' end", `SELECT pg_terminate_backend(pid) ${OTHERS}`],
    ["the passwords' table", 'SELECT rolpassword FROM pg_authid'],
    ['a lock that holds up writers', 'BEGIN; LOCK TABLE event IN SHARE MODE'],
    ['the table itself', 'ALTER TABLE event ADD COLUMN mine int'],
    ["the server's settings", "ALTER SYSTEM SET max_connections = '1'"],
  ])('the reader is refused %s, even without its read-only setting', async (_what, statement) => {
    await expect(queryWriting(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('the server gives up a slow query of the reader before the service does', async () => {
    const setting = async (name: string) => (await queryAt(readerUrl(), `SHOW ${name}`)).rows[0]?.[name];
    expect(await setting('statement_timeout')).toBe('900ms');
    expect(await setting('max_parallel_workers_per_gather')).toBe('0');
    const slow = queryAt(readerUrl(), 'SELECT count(*) FROM generate_series(1, 1e10::bigint)');
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });
});
