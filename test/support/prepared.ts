/** Makes what takes seconds only once for each run, in the first test file that needs it. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { migrate } from '../../src/store/migrations';

const RUN_FOLDER = 'EVENTS_TEST_RUN_FOLDER';

/**
 * This file system is in memory, because embedded stores use half of their processor time to create and remove files.
 */
const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4 * 2 ** 30;

const PREFIX = 'events-run-';

/** Creates one folder for all files of the run. Tests and programs get it from `os.tmpdir()`. */
export function makeRunFolder(): void {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeLeftovers(parent);
  const folder = mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  // If root runs the tests, Postgres runs as another user, who also needs the folder.
  chmodSync(folder, 0o711);
  process.env[RUN_FOLDER] = folder;
  process.env.TMPDIR = folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Removes the folder of a run that was killed. This folder would take memory until the next boot. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    const folder = path.join(parent, name);
    if (!isRunning(pid) && statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(folder, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

export function removeRunFolder(): void {
  rmSync(runFolder(), { recursive: true, force: true });
}

function runFolder(): string {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined)
    throw new Error(`${RUN_FOLDER} is not set: does jest.config.js name run-setup.ts?`);
  return folder;
}

/**
 * Returns a folder from which test files may copy. They must not change it.
 * @param make fills a new folder
 */
export async function prepared(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const ready = path.join(runFolder(), name);
  const making = `${ready}.making`;
  while (!existsSync(ready)) {
    if (!isMine(making)) {
      await sleep(50);
      continue;
    }
    try {
      // Another process may have finished the folder in the meantime.
      if (existsSync(ready)) break;
      await make(making);
      renameSync(making, ready);
    } finally {
      // After an error the next test that waits tries again.
      rmSync(making, { recursive: true, force: true });
    }
  }
  return ready;
}

/** Returns true if this call has created the folder. */
function isMine(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Puts a migrated embedded store without events into a folder, as a first start would.
 * @param dataDir the value of `DATA_DIR`
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const store = await prepared('store', async (folder) => {
    const database = await openEmbedded(folder);
    await migrate(database);
    await database.close();
  });
  await copyStore(store, dataDir);
}

/** Copies a store into a folder with `cp`, because Node's own copying takes four times the processor time. */
export async function copyStore(from: string, dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  await promisify(execFile)('cp', ['-R', path.join(from, 'postgres'), dataDir]);
}
