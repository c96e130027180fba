/**
 * The service refuses an incomplete embedded store and does not change it. It creates a new store only if there is
 * none.
 */
import nodeFs, {
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  type StatsFs,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { migrate } from '../../src/store/migrations';
import { hasNoEvents, SELECT_STATE } from '../../src/store/queries/expressions';
import { insertEvents } from '../support/insert-events';
import { copyStore, fillDataDir } from '../support/prepared';

const root = mkdtempSync(join(tmpdir(), 'events-damaged-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const whole = join(root, 'whole');
/** The store keeps the table of events in this file. */
let table = '';
beforeAll(async () => {
  await fillDataDir(whole);
  const database = await openEmbedded(whole);
  await insertEvents(database, [{ id: 1, starts_at: '2026-03-01Z', ends_at: '2026-03-02Z' }]);
  const path = { name: 'path', text: `SELECT pg_relation_filepath('event') AS path` };
  [{ path: table }] = (await database.read<{ path: string }>(path, [])) as [{ path: string }];
  await database.transaction((session) => session.script('ANALYZE event'));
  await database.close();
});

const DAMAGES: Readonly<Record<string, (files: string) => void>> = {
  'without PG_VERSION': (files) => rmSync(join(files, 'PG_VERSION')),
  'whose folder is empty': (files) => {
    for (const name of readdirSync(files)) rmSync(join(files, name), { recursive: true });
  },
  'whose control file was cut off': (files) => truncateSync(join(files, 'global/pg_control'), 100),
  'whose events were cut off': (files) => truncateSync(join(files, table), 0),
};

test.each(Object.entries(DAMAGES))('a store %s is refused, and is not changed', async (what, damage) => {
  const folder = join(root, what);
  await copyStore(whole, folder);
  const files = join(folder, 'postgres');
  damage(files);
  // After a failed start the engine's own lock file may remain, because it blocks no later start.
  const names = () => readdirSync(files).filter((name) => name !== 'postmaster.pid');
  const left = names();
  const error: unknown = await openEmbedded(folder).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(
    /^NeedsOperatorError: [^\n]* is damaged \([^()\n]+\): restore a backup [^\n]*\.$/,
  );
  expect(String(error)).toContain(folder);
  expect(names()).toEqual(left);
  expect(readdirSync(folder)).toEqual(['postgres']);
});

test('a store whose files this user may not change, such as a backup that another user restored, is not called damaged', async () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const access = jest.spyOn(fs, 'access').mockRejectedValueOnce(denied);
  await expect(openEmbedded(whole)).rejects.toThrow(
    `The folder ${whole} can't be used as DATA_DIR: this user may not write there.`,
  );
  expect(access).toHaveBeenCalledWith(join(whole, 'postgres/PG_VERSION'), constants.R_OK | constants.W_OK);
});

const FULL = /^The disk that holds the events is full: /;
const fillDisk = () => jest.spyOn(fs, 'statfs').mockResolvedValue({ bavail: 1, bsize: 4096 } as StatsFs);

test('a store that does not open on a full disk is not called damaged', async () => {
  const { PGlite } = await import('@electric-sql/pglite');
  jest.spyOn(PGlite, 'create').mockRejectedValueOnce(new Error('Aborted()'));
  fillDisk();
  await expect(openEmbedded(whole)).rejects.toThrow(FULL);
});

test('a store that is not created on a full disk leaves no file there', async () => {
  const folder = join(root, 'too small');
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  jest.spyOn(nodeFs, 'writeFileSync').mockImplementationOnce(() => {
    throw full;
  });
  await expect(openEmbedded(folder)).rejects.toThrow(FULL);
  expect(readdirSync(folder)).toEqual([]);
});

test('a complete store opens; a change that fails on a full disk says so if the engine reports its usual other error, and only then', async () => {
  const database = await openEmbedded(whole);
  expect(await database.transaction(hasNoEvents)).toBe(false);
  const fail = (code: string) =>
    database.transaction(() =>
      Promise.reject(Object.assign(new Error('cannot drop active portal'), { code })),
    );
  await expect(fail('24000')).rejects.toMatchObject({ code: '24000' });
  fillDisk();
  await expect(fail('24000')).rejects.toThrow(FULL);
  await expect(fail('22012')).rejects.toMatchObject({ code: '22012' });
  await database.close();
});

test('an open store whose WAL could not be written for a while, such as on a full disk, answers again by itself', async () => {
  const database = await openEmbedded(whole);
  // This is the name under which Postgres creates the next file of the WAL.
  const next = join(whole, 'postgres/pg_wal/xlogtemp.42');
  mkdirSync(next);
  const write = {
    name: 'write',
    text: 'CREATE TABLE filler AS SELECT repeat(md5(n::text), 60) FROM generate_series(1, 12000) AS n',
  };
  await expect(database.read(write, [])).rejects.toMatchObject({ severity: 'PANIC' });
  await expect(database.read(SELECT_STATE, [])).rejects.toMatchObject({ severity: 'PANIC' });
  rmSync(next, { recursive: true });
  let rows: unknown[] = [];
  while (rows.length === 0) {
    await sleep(100);
    rows = await database.read(SELECT_STATE, []).catch(() => []);
  }
  await database.close();
  expect(readdirSync(whole)).toEqual(['postgres']);
});

test('a store is created for its owner in a folder in which the creation of a store was interrupted', async () => {
  const folder = join(root, 'interrupted');
  mkdirSync(join(folder, 'postgres.new/base'), { recursive: true });
  writeFileSync(join(folder, 'postgres.new/PG_VERSION'), '18\n');
  const database = await openEmbedded(folder);
  await migrate(database);
  expect(await database.transaction(hasNoEvents)).toBe(true);
  await database.close();
  expect(readdirSync(folder)).toEqual(['postgres']);
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0);
});
