import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers, { setTimeout as sleep } from 'node:timers/promises';
import type { PGliteInterface } from '@electric-sql/pglite';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { lockFolder } from '../../src/store/embedded/lock';
import { fillDataDir } from '../support/prepared';

const root = mkdtempSync(join(tmpdir(), 'events-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

test('a second process is refused with the pid of the first, and opens the store once the first is killed, also if Postgres’ own lock is left empty', async () => {
  const folder = join(root, 'killed');
  await fillDataDir(folder);
  const first = spawn(process.execPath, [join(__dirname, 'hold-folder.js'), folder], {
    cwd: join(__dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(first);
  expect(String(await once(first.stdout, 'data'))).toBe('locked\n');
  const inUse = `The folder ${folder} is in use by process ${first.pid}: `;
  await expect(openEmbedded(folder)).rejects.toThrow(inUse);
  first.kill('SIGKILL');
  await once(first, 'exit');
  writeFileSync(join(folder, 'postgres/postmaster.pid'), '');
  const database = await openEmbedded(folder);
  await expect(openEmbedded(folder)).rejects.toThrow(`is in use by process ${process.pid}: `);
  await database.close();
});

test('a store whose engine can’t be closed is unlocked all the same', async () => {
  const folder = join(root, 'unclosed');
  await fillDataDir(folder);
  const database = await openEmbedded(folder);
  await (Reflect.get(database, 'engine') as PGliteInterface).close();
  await expect(database.close()).rejects.toThrow('PGlite is closed');
  await (await lockFolder(folder)).release();
});

test.each([
  ['this process', process.pid],
  ['another living process', process.ppid],
])('a dead owner does not block a start, even if %s has its pid now', async (_who, pid) => {
  const folder = join(root, `reused-${pid}`);
  mkdirSync(folder);
  writeFileSync(join(folder, `lock.${pid}.an-earlier-birth`), '');
  const lock = await lockFolder(folder);
  expect(readdirSync(folder)).toHaveLength(1);
  await lock.release();
});

const stat = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');

/** Returns the path of the lock file of a process on Linux. */
function lockOf(folder: string, pid: number): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return join(folder, `lock.${pid}.${boot}.${stat(pid)[21]}`);
}

test('of two processes that start at once, one tries again when the other has given up', async () => {
  if (process.platform !== 'linux') return;
  const folder = join(root, 'at-once');
  mkdirSync(folder);
  const other = lockOf(folder, process.ppid);
  writeFileSync(other, '');
  const pause = jest.spyOn(timers, 'setTimeout').mockImplementation(async () => rmSync(other) as never);
  await (await lockFolder(folder)).release();
  expect(pause).toHaveBeenCalledTimes(1);
});

test('a dead owner whose parent has not read its status does not block a start', async () => {
  // On other systems only the pid identifies a process.
  if (process.platform !== 'linux') return;
  const folder = join(root, 'zombie');
  mkdirSync(folder);
  const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(parent);
  const pid = Number(await once(parent.stdout, 'data'));
  while (stat(pid)[2] !== 'Z') await sleep(10);
  writeFileSync(lockOf(folder, pid), '');
  await (await lockFolder(folder)).release();
  // A living process has a lock file of this name, even if it runs another version of the program.
  writeFileSync(lockOf(folder, process.ppid), '');
  await expect(lockFolder(folder)).rejects.toMatchObject({ owner: { folder, pid: process.ppid } });
});
