/** What takes seconds to make is made once for all test files of a run, by the first that needs it. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { migrate } from '../../src/store/migrations';

const RUN_FOLDER = 'EVENTS_TEST_RUN_FOLDER';

export function makeRunFolder(): void {
  process.env[RUN_FOLDER] = mkdtempSync(path.join(tmpdir(), 'events-run-'));
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
 * A folder that test files may copy from, and only that.
 * @param make fills a folder that is its own
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
      // It may have become ready in between.
      if (existsSync(ready)) break;
      await make(making);
      renameSync(making, ready);
    } finally {
      // Where it could not be made, whoever waits is the next to try.
      rmSync(making, { recursive: true, force: true });
    }
  }
  return ready;
}

/** Whether the folder was not there, and is now. */
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
 * @param dataDir what `DATA_DIR` names
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const store = await prepared('store', async (folder) => {
    const database = await openEmbedded(folder);
    await migrate(database);
    await database.close();
  });
  await cp(path.join(store, 'postgres'), path.join(dataDir, 'postgres'), { recursive: true });
}
