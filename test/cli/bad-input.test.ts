/**
 * For every problem that a user or operator can solve, each command prints one sentence with the solution, and its exit
 * status is 1. Any other error fails the test, because the program would report it as a bug.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import { NeedsOperatorError } from '../../src/store/errors';
import { openWriter } from '../../src/store/open';
import { checkWritable } from '../../src/store/permissions';
import { failure, success, useCommands } from '../support/commands';
import { insertEvents } from '../support/insert-events';
import { createDatabase, databaseUrl, dropDatabase, runSql, SERVER_URL } from '../support/postgres-server';

const program = useCommands();
const ARGUMENTS = { serve: ['--wait', '0'], import: ['-'], export: [], migrate: ['--wait', '0'] };

type Name = keyof typeof ARGUMENTS;
const EVENT = '[{"title":"a","start":"2026-01-01"}]';

const serverUrl = process.env[SERVER_URL] ?? '';
const mark = randomBytes(6).toString('hex');

async function complaint(name: Name, env: Record<string, string>, argv: readonly string[] = []) {
  const settings = { PORT: '0', LOG_LEVEL: 'silent', ...env };
  const run = await program.run([name, ...ARGUMENTS[name], ...argv], settings, EVENT);
  expect(run).toEqual(failure(/^[^\n]+\n$/));
  return run.stderr.trimEnd();
}

describe('a database', () => {
  const STRANGER = `events_stranger_${mark}`;
  const OWNER = `events_owner_${mark}`;
  const GUEST = `events_guest_${mark}`;
  const CROWD = `events_crowd_${mark}`;
  const ROLES = { [STRANGER]: 'LOGIN', [OWNER]: 'LOGIN', [GUEST]: '', [CROWD]: 'LOGIN CONNECTION LIMIT 0' };
  const nameOf = (state: string) => `events_${state.toLowerCase()}_${mark}`;

  /** Without a template the database is migrated before `sql` runs. */
  type State = readonly [template?: 'template0' | undefined, sql?: string, role?: string];
  const STATES: Readonly<Record<string, State>> = {
    empty: ['template0'],
    newer: [undefined, "INSERT INTO schema_migration (name, sha256) VALUES ('9999_future.sql', 'x')"],
    readOnly: [undefined, `ALTER DATABASE ${nameOf('readOnly')} SET default_transaction_read_only = on`],
    foreignEmpty: [
      'template0',
      `REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO ${STRANGER}`,
      STRANGER,
    ],
    own: [
      'template0',
      `ALTER DATABASE ${nameOf('own')} OWNER TO ${OWNER}; ALTER SCHEMA public OWNER TO ${OWNER}`,
      OWNER,
    ],
    columnGone: [undefined, 'ALTER TABLE event RENAME uid TO name'],
    occupied: ['template0', 'CREATE TABLE event (id int)'],
    rowLost: [undefined, "DELETE FROM schema_migration WHERE name LIKE '0001%'"],
    // Reading an event takes longer than the time limit, as with a lock or under load.
    slow: [
      undefined,
      `GRANT SELECT ON schema_migration, event_version, event TO ${STRANGER};
        ALTER ROLE ${STRANGER} IN DATABASE ${nameOf('slow')} SET statement_timeout = '1s';
        ALTER TABLE event RENAME TO kept;
        CREATE VIEW event AS SELECT * FROM kept WHERE pg_sleep(3) IS NOT NULL;
        GRANT SELECT ON event TO ${STRANGER};
        INSERT INTO kept (id, uid, title, description, location, url, category, starts_at, ends_at, all_day)
          VALUES (1, 'u', 'a', '', '', '', '', now(), now(), false)`,
      STRANGER,
    ],
  };

  function addressOf(state: string, role?: string, password = 's3cret'): string {
    const url = new URL(databaseUrl(serverUrl, nameOf(state)));
    return role === undefined ? url.href : Object.assign(url, { username: role, password }).href;
  }

  const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
  const addresses: Readonly<Record<string, string>> = {
    away: 'postgres://u:s3cret@127.0.0.1:1/d',
    awayByParameters: 'postgres:///d?host=127.0.0.1&port=1&user=u&password=s3cret',
    awayInFolder: 'postgres://u:s3cret@%2Fnowhere/d',
    ...Object.fromEntries(FILES.map((name) => [name, `postgres://u:s3cret@127.0.0.1:1/d?${name}=/nowhere`])),
    ...Object.fromEntries(
      Object.entries(STATES).map(([state, [, , role]]) => [state, addressOf(state, role)]),
    ),
    readOnlyForeign: addressOf('readOnly', STRANGER),
    foreign: addressOf('newer', STRANGER),
    closed: addressOf('empty', GUEST),
    crowded: addressOf('empty', CROWD),
    gone: addressOf('gone'),
    refused: addressOf('empty', STRANGER, 'wrong'),
  };
  beforeAll(async () => {
    for (const [role, options] of Object.entries(ROLES))
      await runSql(serverUrl, `CREATE ROLE ${role} PASSWORD 's3cret' ${options}`);
    for (const [state, [template, sql]] of Object.entries(STATES)) {
      await createDatabase(nameOf(state), template);
      if (sql !== undefined) await runSql(addressOf(state), sql);
    }
  });
  afterAll(async () => {
    for (const state of Object.keys(STATES)) await dropDatabase(nameOf(state));
    await runSql(serverUrl, `DROP ROLE IF EXISTS ${Object.keys(ROLES).join()}`);
  });

  const NEWER = /^The database is newer than this program, .* 9999_future\.sql: install the newer version\.$/;
  const NOT_MIGRATED = /^The database is not migrated .*: run events-query migrate\.$/;
  const READ_ONLY =
    /^The database allows no changes from the user "\w+", .*: reset default_transaction_read_only, .*\.$/;
  const CHANGED = /^The database lacks a part that migrate created \(.* does not exist\): .*\.$/;
  const OCCUPIED = /^The database already contains something .* \(.* already exists.*\): .*\.$/;
  const AWAY = /^The database at 127\.0\.0\.1, port 1, can't be reached: nothing listens there\.$/;

  const AWAY_IN_FOLDER =
    /^The database at \/nowhere, port 5432, can't be reached: no such file or directory\.$/;
  const GONE =
    /^The database does not exist \(database "[^"]+" does not exist\): create or restore the database, .*\.$/;
  const SLOW = /^The database does not answer in the time .*\(.* statement timeout\): .*\.$/;
  const TOO_SLOW =
    /^The database ended the work, because its user has a time limit \(.* statement timeout\): raise this time limit\.$/;
  const NOT_OWNED = /^The database allows no changes from the user .*: connect as its owner\.$/;
  const LACKS_RIGHT =
    /^The database's user lacks a right \(permission denied .*\): reading needs .* SELECT .*; changing needs the owner .*CREATEROLE.*\.$/;

  type Row = readonly [state: string, message: RegExp, by: readonly Name[]];
  const ROWS: readonly Row[] = [
    ['away', AWAY, ['serve', 'import', 'export', 'migrate']],
    ['awayByParameters', AWAY, ['migrate']],
    ['awayInFolder', AWAY_IN_FOLDER, ['migrate']],
    ...FILES.map((name): Row => {
      const unread = "of DATABASE_URL names a file that can't be read: there is no such file\\.";
      return [name, new RegExp(`^${name} ${unread}$`), ['migrate']];
    }),
    ['closed', /^The database at .*, can't be reached: it refuses the user\.$/, ['migrate']],
    ['crowded', /^The database at .*, can't be reached: it has too many connections\.$/, ['export']],
    ['newer', NEWER, ['import', 'export', 'migrate']],
    ['gone', GONE, ['serve', 'import', 'export', 'migrate']],
    ['empty', NOT_MIGRATED, ['serve', 'import', 'export']],
    ['columnGone', CHANGED, ['serve', 'import', 'export']],
    ['occupied', OCCUPIED, ['migrate']],
    ['rowLost', OCCUPIED, ['migrate']],
    ['slow', SLOW, ['serve']],
    ['slow', TOO_SLOW, ['export']],
    ['readOnly', READ_ONLY, ['import', 'migrate']],
    ['readOnlyForeign', NOT_OWNED, ['import']],
    ['foreign', LACKS_RIGHT, ['serve', 'import', 'export']],
    ['foreignEmpty', LACKS_RIGHT, ['migrate']],
  ];

  const CASES = ROWS.flatMap(([state, sentence, by]) => by.map((name) => [state, name, sentence] as const));

  test.each(CASES)('in the state %s is reported by %s', async (state, name, sentence) => {
    const err = await complaint(name, { DATABASE_URL: addresses[state] ?? '' });
    expect(err).toMatch(sentence);
    expect(err).not.toContain('s3cret');
  });

  test('that rejects the password is reported without the password', async () => {
    // If the server does not ask for a password, the error is another one.
    const err = await complaint('export', { DATABASE_URL: addresses.refused ?? '' });
    expect(err).toMatch(/it refuses the user or the password|lacks a right/);
    expect(err).not.toContain('wrong');
  });

  test("that is a standby can't be changed, and the sentence names the primary", async () => {
    const standby: Database = {
      read: async <Row>() => [{ user: 'u', standby: true, readOnly: true }] as Row[],
      transaction: () => Promise.reject(new Error('not asked')),
      pool: () => ({ open: 0, idle: 0, waiting: 0 }),
      close: async () => {},
    };
    const sentence = 'The database is a standby, which allows no changes: connect to its primary.';
    await expect(checkWritable(standby)).rejects.toThrow(new NeedsOperatorError(sentence));
  });

  test('that is read-only can still be exported', async () => {
    const run = await program.run(['export'], { DATABASE_URL: addresses.readOnly ?? '' });
    expect(run).toEqual(success('[]\n'));
  });

  test('whose owner may not create roles is migrated; only READER_PASSWORD is refused', async () => {
    const env = { DATABASE_URL: addresses.own ?? '', READER_PASSWORD: 's3cret' };
    const { code, stdout, stderr } = await program.run(['migrate'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Applied the migrations 0001_events\.sql.*\.\n$/);
    expect(stderr.trimEnd()).toMatch(LACKS_RIGHT);
  });
});

describe('a file or folder', () => {
  beforeAll(async () => {
    mkdirSync('folder');
    writeFileSync('file', 'text');
    await program.fill('data');
  });

  test.each<[string, Name, RegExp]>([
    ['file', 'serve', /can't be used as DATA_DIR: .*\.$/],
    ['file', 'export', /can't be used as DATA_DIR: .*\.$/],
    ['file/data', 'import', /can't be used as DATA_DIR: a part of its path is a file\.$/],
  ])('DATA_DIR=%s is reported by %s', async (dataDir, name, sentence) => {
    expect(await complaint(name, { DATA_DIR: dataDir })).toMatch(sentence);
  });

  test('a command that opens a damaged store reports it', async () => {
    const DATA_DIR = 'data';
    const database = await openWriter(loadConfig({ DATA_DIR }), ignoreObservations);
    await insertEvents(database, [{ id: 1, starts_at: '2026-01-01Z', ends_at: '2026-01-02Z' }]);
    const where = { name: 'where', text: "SELECT pg_relation_filepath('event') AS file" };
    const [found] = await database.read<{ file: string }>(where, []);
    await database.close();
    const file = path.join(DATA_DIR, 'postgres', found?.file ?? '');
    writeFileSync(file, randomBytes(statSync(file).size));
    // The error names the store, not the file that export writes.
    const damaged =
      /^The database is damaged \(invalid page .*\): restore a backup, or import the events into a new database\.$/;
    expect(await complaint('export', { DATA_DIR }, ['--out', 'new.json'])).toMatch(damaged);
    expect(await complaint('serve', { DATA_DIR })).toMatch(damaged);
    expect(readdirSync(DATA_DIR)).toEqual(['postgres']);
  });

  test.each<[string, string, RegExp]>([
    ['into a folder', 'folder', /folder can't be written: it is a folder\.$/],
    ['into a folder that is not there', 'none/a.json', /can't be written: there is no such folder\.$/],
    ['below a file', 'file/a.json', /can't be written: a part of its path is a file\.$/],
  ])('an export %s is reported', async (_what, file, sentence) => {
    const err = await complaint('export', { DATA_DIR: 'data' }, ['--out', file]);
    expect(err).toMatch(sentence);
  });
});

const OTHERS = { config: [], healthcheck: [], wsdl: [] };

const COMMANDS = Object.entries({ ...ARGUMENTS, ...OTHERS });

test.each(COMMANDS)('%s reports every wrong setting, in the format of the log', async (name, argv) => {
  const wrong = { STRICT: 'maybe', PORT: 'x' };
  const run = await program.run([name, ...argv], wrong);
  expect(run).toEqual(failure(/^.*\n.*\n$/));
  const { stderr } = await program.run([name, ...argv], { ...wrong, LOG_FORMAT: 'json' });
  const message = run.stderr.trimEnd();
  expect(JSON.parse(stderr)).toMatchObject({ level: 'error', event: 'failed', message });
});
