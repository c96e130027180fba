import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, folderFailure } from '../../lib/errors';
import { NeedsOperatorError } from '../errors';

/**
 * Returns the error for a folder in which no store can be opened. Without an error of the system the store is damaged.
 */
export function unusableFolder(folder: string, error: unknown): NeedsOperatorError {
  const reason = folderFailure(error);
  if (reason === undefined) return damagedStore(folder, "Postgres can't start on its files", error);
  return new NeedsOperatorError(`The folder ${folder} can't be used as DATA_DIR: ${reason}.`, {
    cause: error,
  });
}

/** Returns the error for an incomplete store. The store is not changed. */
export function damagedStore(folder: string, reason: string, cause?: unknown): NeedsOperatorError {
  return new NeedsOperatorError(
    `The store in the folder ${folder} is damaged (${reason}): restore a backup of the folder, or set DATA_DIR to a new folder and import the events again.`,
    { cause },
  );
}

/**
 * Checks that the embedded store could write its files here. The check creates no files, because only a start should.
 * @throws NeedsOperatorError if the folder can't be used
 */
export async function checkFolder(folder: string): Promise<void> {
  try {
    await access(await nearestFolder(folder), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** Returns the folder itself, or else its nearest parent that exists. */
async function nearestFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path;
    throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return nearestFolder(dirname(path));
  }
}
