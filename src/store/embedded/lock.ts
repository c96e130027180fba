import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../lib/errors';
import { makeFolder } from '../../lib/make-folder';
import { NeedsOperatorError } from '../errors';

export interface FolderLock {
  release(): Promise<void>;
}

/** The name of a lock file is `lock.<pid>.<birth>`. */
const LOCK_FILE = /^lock\.(\d+)\.(.+)$/;
const MAX_ATTEMPTS = 5;

/**
 * Locks a folder for this process, because PGlite has no lock, and two processes in one folder would lose data
 * silently. Each process first writes a file of its own, and then searches for the files of others. If two processes
 * lock at the same time, at least one process finds the other. Both may give up, so there are several attempts. A
 * file's name has the pid and the birth of its process, because pids are reused: in a container every server is process
 * 1. So the file of a killed process does not block a new process.
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
    if (attempt === MAX_ATTEMPTS) throw lockedBy(other, folder);
    await sleep(Math.random() * 40);
  }
}

async function announce(path: string, folder: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    // The name contains the birth, so only this process itself can have locked the folder.
    throw codeOf(error) === 'EEXIST' ? lockedBy(process.pid, folder) : error;
  }
}

function lockedBy(pid: number, folder: string): NeedsOperatorError {
  return new NeedsOperatorError(
    `The folder ${folder} is in use by process ${pid}: stop that process first, or set another DATA_DIR.`,
    { owner: { folder, pid } },
  );
}

/** Returns the pid of a living process that has locked the folder, or `undefined` if there is none. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  return findOther(folder).catch(() => undefined);
}

/**
 * Returns the pid of another living process that has locked the folder, or `undefined` if there is none. Removes the
 * lock files of dead processes.
 * @param ownFile the name of this process's lock file, which is skipped
 */
async function findOther(folder: string, ownFile?: string): Promise<number | undefined> {
  for (const file of await readdir(folder)) {
    const [, pid, birth] = LOCK_FILE.exec(file) ?? [];
    if (pid === undefined || file === ownFile) continue;
    if ((await birthOf(Number(pid))) === birth) return Number(pid);
    await rm(join(folder, file), { force: true });
  }
  return undefined;
}

/**
 * Returns a text that distinguishes a process from an earlier process with the same pid. On Linux this is the boot id
 * and the start time. Elsewhere it says only that the process lives. Returns `undefined` if there is no such process.
 */
async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain spaces. The third field is the state,
    // and the 22nd the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    // The process is a zombie: it is dead, but its parent has not read its status. In a container the parent may never
    // read it.
    if (state === 'Z') return undefined;
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${boot}.${started}`;
  } catch {
    // There is no such process, or /proc can't be read.
    return isAlive(pid) ? 'alive' : undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process lives and belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}
