import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../lib/errors';
import { NeedsOperatorError } from '../errors';

export interface FolderLock {
  release(): Promise<void>;
}

/** The name is `lock.<pid>.<birth>`. */
const LOCK_FILE = /^lock\.(\d+)\.(.+)$/;
const ATTEMPTS = 5;

/**
 * Takes a folder for this process. PGlite has no lock of its own, and two processes on one folder lose data silently.
 * Each process first writes a file that names it, and then looks for others. If two do so at once, at least one sees
 * the other. Both may give up, so there are several attempts. A process is known by its pid and its birth, because pids
 * are reused: in a container every server is process 1. So the file of a killed process keeps nobody out.
 * @throws NeedsOperatorError with the folder's `owner`; system errors such as EACCES
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await makeFolder(folder);
  const name = `lock.${process.pid}.${await birthOf(process.pid)}`;
  const path = join(folder, name);
  for (let attempt = 1; ; attempt++) {
    await announce(path, folder);
    const other = await findOther(folder, name);
    if (other === undefined) return { release: () => rm(path, { force: true }) };
    await rm(path, { force: true });
    if (attempt === ATTEMPTS) throw lockedBy(other, folder);
    await sleep(Math.random() * 40);
  }
}

/** It is not `recursive`, because that never ends where the system lets nobody make a folder, as under /proc. */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).catch(() => undefined);
  if (isThere?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have made it in the meantime; a file of its name shows at the next step.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function announce(path: string, folder: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    // The birth is part of the name: it is this process itself that has the folder already.
    throw codeOf(error) === 'EEXIST' ? lockedBy(process.pid, folder) : error;
  }
}

function lockedBy(pid: number, folder: string): NeedsOperatorError {
  return new NeedsOperatorError(
    `The folder ${folder} is in use by process ${pid}: stop that process first, or set another DATA_DIR.`,
    { owner: { folder, pid } },
  );
}

/** Returns the pid of a living process that has the folder. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  return findOther(folder).catch(() => undefined);
}

/** Returns the pid of another living process with a lock here, and removes the files of dead ones. */
async function findOther(folder: string, own?: string): Promise<number | undefined> {
  for (const file of await readdir(folder)) {
    const [, pid, birth] = LOCK_FILE.exec(file) ?? [];
    if (pid === undefined || file === own) continue;
    if ((await birthOf(Number(pid))) === birth) return Number(pid);
    await rm(join(folder, file), { force: true });
  }
  return undefined;
}

/**
 * Tells a process from an earlier one with the same pid. On Linux it uses the boot and the start time, elsewhere only
 * whether the process lives. Returns `undefined` if there is no such process.
 */
async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : undefined;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain blanks. The third is the state, the 22nd
    // the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    // The process is dead, but its parent has not asked for its status yet. In a container it may never do so.
    if (state === 'Z' || state === 'X') return undefined;
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${boot}.${started}`;
  } catch {
    // There is no such process, or the system does not show its processes.
    return isAlive(pid) ? 'alive' : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process lives, under another user.
    return codeOf(error) === 'EPERM';
  }
}
