/**
 * This program opens a store of an earlier version with all its events. It also serves a database of a later version,
 * until a contracting migration removes what this program reads.
 */
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { unescapeMarkup } from '../../src/lib/text/markup';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { migrate, readMigrations } from '../../src/store/migrations';
import { openPostgresWriter } from '../../src/store/postgres';
import { failure, success, useCommands } from '../support/commands';
import { createDatabase, databaseUrl, dropDatabase, runSql, SERVER_URL } from '../support/postgres-server';

const program = useCommands();
const server = process.env[SERVER_URL] ?? '';

const first = path.join(program.folder, 'migrations');
mkdirSync(first);
cpSync(path.join(__dirname, '../../migrations/0001_events.sql'), path.join(first, '0001_events.sql'));
const NAME = `events_upgrade_${process.pid}`;
const LATER = `events_later_${process.pid}`;
beforeAll(() => Promise.all([createDatabase(NAME, 'template0'), createDatabase(LATER)]));
afterAll(() => Promise.all([NAME, LATER].map(dropDatabase)));

/** Fills a store so that it is like a store of the first version. */
async function fill(database: Database): Promise<void> {
  expect(await migrate(database, { migrations: await readMigrations(first) })).toMatchObject({
    applied: ['0001_events.sql'],
  });
  await database.transaction((session) =>
    session.script(`
      INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day) VALUES
        (7, 'uid-7', 'A <title> & "more"', E'two\\nlines', 'Here', '', 'c', '2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', false),
        (8, 'uid-8', 'All day', '', '', '', '', '2026-03-11T00:00:00Z', '2026-03-12T00:00:00Z', true)`),
  );
  await database.close();
}

const dataDir = path.join(program.folder, 'data');

/** Serves the store that `fill` has filled, and returns a function that calls the service. */
async function serveFilled(env: Record<string, string>) {
  const { url } = await program.serve(env);
  const call = (query: string) => fetch(`${url}/WebServices/Events.asmx/${query}`);
  const text = await (await call('SelectEvents?month=3&year=2026')).text();
  const result = unescapeMarkup(text.replace(/^.*?<string[^>]*>|<\/string>$/gs, ''));
  expect(JSON.parse(result)).toMatchObject([
    { id: 7, title: 'A <title> & "more"', description: 'two\nlines', location: 'Here' },
    { id: 8, title: 'All day' },
  ]);
  return call;
}

test('an earlier version of the embedded store keeps its events', async () => {
  await fill(await openEmbedded(dataDir));
  await serveFilled({ DATA_DIR: dataDir });
});

test('an earlier version of Postgres keeps its events', async () => {
  const env = { DATABASE_URL: databaseUrl(server, NAME) };
  await fill(openPostgresWriter(env.DATABASE_URL, ignoreObservations));
  expect((await program.run(['serve'], { ...env, PORT: '0' })).stderr).toMatch(/events-query migrate/);
  const later = /When no older version runs any more, apply 0006\S+ with events-query migrate --contract/;
  expect(await program.run(['migrate'], env)).toEqual(success(later));
  const call = await serveFilled(env);
  const contracted = await program.run(['migrate', '--contract'], env);
  expect(contracted).toEqual(success('Applied the migrations 0006_contract_event_xml.sql.\n'));
  expect((await call('SelectEvent?intEventID=7&bolAsJSON=false')).status).toBe(200);
});

test('a service runs and starts on the database of a later version until a contracting migration', async () => {
  const env = { DATABASE_URL: databaseUrl(server, LATER) };
  const migrated = (name: string) =>
    runSql(env.DATABASE_URL, `INSERT INTO schema_migration (name, sha256) VALUES ('${name}', 'x')`);
  const ready = async ({ adminPort }: { readonly adminPort: number }) => {
    const response = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    return { status: response.status, text: await response.text() };
  };

  const running = await program.serve(env);
  await migrated('9998_later.sql');
  expect(await ready(running)).toMatchObject({ status: 200 });
  expect(await ready(await program.serve(env))).toMatchObject({ status: 200 });

  await migrated('9999_contract_later.sql');
  const sentence =
    'The database is newer than this program, which has no migration 9999_contract_later.sql: install the newer version.';
  expect(await ready(running)).toEqual({ status: 503, text: `${sentence}\n` });
  expect(await program.run(['serve'], { ...env, PORT: '0' })).toEqual(failure(`${sentence}\n`));
});
