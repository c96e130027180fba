import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIELDS, TEXT_FIELDS } from '../../src/formats/event-fields';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import {
  checkMigrated,
  lockMigration,
  type MigrationResult,
  migrate,
  readMigrations,
} from '../../src/store/migrations';
import { openStore } from '../../src/store/open';
import { openPostgresReader, openPostgresWriter } from '../../src/store/postgres';
import { describeEngines, PATIENT, usePostgres } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { runSql } from '../support/postgres-server';

/**
 * Databases store the hash of each migration, so a published migration must never change. A new migration gets a row
 * here.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  '0001_events.sql': '8d1dd80aa514',
  '0002_event_extra.sql': '4fd656e48fd7',
  '0003_event_state.sql': 'd6d9ce0f188d',
  '0004_event_writing.sql': '512dc4c812f4',
  '0005_event_samples.sql': '4cf8339848a0',
  '0006_contract_event_xml.sql': '6e68c9c6109b',
};

test('released migrations have not changed', async () => {
  const migrations = await readMigrations();
  const hashes = migrations.map(({ name, sha256 }) => [name, sha256.slice(0, 12)]);
  expect(Object.fromEntries(hashes)).toEqual(PUBLISHED);
});

const folder = mkdtempSync(join(tmpdir(), 'events-migrations-'));
const changed = () => readMigrations(folder);
beforeEach(() => cpSync(join(__dirname, '../../migrations'), folder, { recursive: true, force: true }));
afterEach(() => rmSync(join(folder, '9999_later.sql'), { force: true }));

describeEngines((engine) => {
  let database: Database;
  const migrateBy = async () => migrate(database, { migrations: await changed() });
  const checkBy = async () => checkMigrated(database, { migrations: await changed() });

  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());
  afterEach(() =>
    database.transaction((session) =>
      session.script("DELETE FROM schema_migration WHERE name LIKE '9999%'; DELETE FROM event"),
    ),
  );

  test('the check names a missing migration, which then runs once', async () => {
    writeFileSync(join(folder, '9999_later.sql'), 'CREATE TABLE later (id int); DROP TABLE later;');
    await expect(checkBy()).rejects.toThrow('run events-query migrate');
    expect((await migrateBy()).applied).toEqual(['9999_later.sql']);
    expect(await migrateBy()).toEqual({ applied: [], left: [] });
  });

  // test/cli/bad-input.test.ts migrates a database that is newer than the program.
  test('an edited migration is refused, but different line ends are accepted', async () => {
    const file = join(folder, '0001_events.sql');
    const sql = `-- 1\r\nSELECT 1;\r\n`;
    writeFileSync(file, sql);
    await expect(checkBy()).rejects.toThrow('0001_events.sql was edited');
    await expect(migrateBy()).rejects.toThrow('0001_events.sql');
    writeFileSync(join(folder, '9999_later.sql'), sql);
    cpSync(join(__dirname, '../../migrations'), folder, { recursive: true, force: true });
    await migrateBy();
    writeFileSync(join(folder, '9999_later.sql'), sql.replaceAll('\r\n', '\n'));
    expect((await migrateBy()).applied).toEqual([]);
  });

  test('a migration that fails leaves nothing behind', async () => {
    writeFileSync(join(folder, '9999_later.sql'), 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(migrateBy()).rejects.toMatchObject({ code: '22012' });
    const [row] = await database.transaction((session) =>
      session.query<{ half: string | null }>(`SELECT to_regclass('half')::text AS half`),
    );
    expect(row?.half).toBeNull();
    await expect(checkMigrated(database)).resolves.toBeUndefined();
  });

  test.each(TEXT_FIELDS)('the column of %s refuses a character that XML can’t carry', async (field) => {
    await insertEvents(database, [{ id: 1, starts_at: '2026-03-01Z', ends_at: '2026-03-01Z' }]);
    const change = `UPDATE event SET ${FIELDS[field].column} = 'a' || chr(1)`;
    // The code means that a constraint is violated.
    await expect(database.transaction((session) => session.query(change))).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describeEngines((engine) => {
  test('an open store uses the migrations with which it was opened, and a check reads no files', async () => {
    const store = await openStore(engine.config(), ignoreObservations, PATIENT);
    const [list, read] = [jest.spyOn(promises, 'readdir'), jest.spyOn(promises, 'readFile')];
    await store.check();
    expect([list, read].map(({ mock }) => mock.calls)).toEqual([[], []]);
    await store.close();
  });
});

describe('on an empty Postgres database', () => {
  const { databaseUrl: url = '' } = usePostgres().config();
  const opened: Database[] = [];
  const open = () => {
    const database = openPostgresWriter(url, ignoreObservations);
    opened.push(database);
    return database;
  };
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())));

  beforeEach(() => runSql(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'));

  test.each(['read committed', 'serializable'])(
    'if six processes start at once, one migrates and none fails, with transactions that are %s by default',
    async (isolation) => {
      const name = new URL(url).pathname.slice(1);
      await runSql(url, `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`);
      const starters = Array.from({ length: 6 }, open);
      const done = await Promise.all(starters.map((starter) => migrate(starter, { contract: false })));
      expect(done.flatMap(({ applied }) => applied)).toEqual(Object.keys(PUBLISHED));
      await runSql(url, `ALTER DATABASE ${name} RESET default_transaction_isolation`);
    },
  );

  test('a database in which a backslash escapes by default keeps those of its events', async () => {
    const name = new URL(url).pathname.slice(1);
    await runSql(url, `ALTER DATABASE ${name} SET standard_conforming_strings = off`);
    const database = open();
    await migrate(database);
    const title = 'a\\b "c"\n';
    await insertEvents(database, [{ id: 1, title, starts_at: '2026-03-01', ends_at: '2026-03-01' }]);
    const [event] = await database.read<{ json: string }>(
      { name: 'json', text: 'SELECT json FROM event' },
      [],
    );
    expect(JSON.parse(event?.json ?? '')).toMatchObject({ title });
    await runSql(url, `ALTER DATABASE ${name} RESET standard_conforming_strings`);
  });

  test('a process migrates only after the one that has begun', async () => {
    const [first, second] = [open(), open()];
    const ended: string[] = [];
    let waiting: Promise<unknown> | undefined;
    await first.transaction(async (session) => {
      await lockMigration(session);
      waiting = migrate(second).then(() => ended.push('second'));
      await sleep(500);
      ended.push('first');
    });
    await waiting;
    expect(ended).toEqual(['first', 'second']);
  });

  test('a migration that waits for a long transaction lets the reads of services pass', async () => {
    const [long, database] = [open(), open()];
    const reader = openPostgresReader(url, { timeoutMs: 5_000, maxWaiting: 1 }, ignoreObservations);
    opened.push(reader);
    const migrations = await readMigrations();
    await migrate(database, { migrations: migrations.slice(0, 1) });
    const event = { name: 'event', text: 'SELECT id FROM event' };
    const waiting = {
      name: 'waiting',
      text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    };
    let migrating: Promise<MigrationResult> | undefined;
    await long.transaction(async (session) => {
      await session.query(event.text);
      migrating = migrate(database, { migrations });
      while ((await reader.read(waiting, [])).length === 0) await sleep(10);
      expect(await reader.read(event, [])).toEqual([]);
    });
    expect((await migrating)?.applied).toEqual(migrations.slice(1).map(({ name }) => name));
  });

  test('a migration that does not contract leaves every column and function that services may use', async () => {
    const database = open();
    const parts = () =>
      database.transaction((session) =>
        session.query<{ part: string }>(
          `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable) AS part
             FROM information_schema.columns WHERE table_schema = 'public'
           UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
        ),
      );
    const migrations = await readMigrations();
    for (const [index, { name }] of migrations.entries()) {
      const before = index === 0 ? [] : await parts();
      const { applied } = await migrate(database, { migrations: migrations.slice(0, index + 1) });
      expect(applied).toEqual([name]);
      const after = await parts();
      if (!name.includes('_contract_')) expect(after).toEqual(expect.arrayContaining(before));
    }
  });
});
