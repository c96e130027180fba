import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../../lib/errors';
import { NeedsOperatorError } from '../errors';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOENT: 'a part of its path is not there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file has its name',
  ENAMETOOLONG: 'its name is too long',
};

export function unusableFolder(folder: string, error: unknown): NeedsOperatorError {
  const reason = REASONS[codeOf(error)];
  if (reason === undefined) return damagedStore(folder, "Postgres can't start on its files", error);
  return new NeedsOperatorError(`The folder ${folder} can't be used as DATA_DIR: ${reason}.`, {
    cause: error,
  });
}

/** Returns the error for a store that is incomplete. The store is left as it is. */
export function damagedStore(folder: string, reason: string, cause?: unknown): NeedsOperatorError {
  return new NeedsOperatorError(
    `The store in the folder ${folder} is damaged (${reason}): restore a backup of the folder, or set DATA_DIR to a new one and import the events again.`,
    { cause },
  );
}

/**
 * Checks that the embedded store could write its files here. It creates none, because that is done at the start.
 * @throws NeedsOperatorError
 */
export async function checkFolder(folder: string): Promise<void> {
  try {
    await access(await nearestFolder(resolve(folder)), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableFolder(folder, error);
  }
}

/** Returns the folder itself, or else its nearest parent that exists. */
async function nearestFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path;
    throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return nearestFolder(dirname(path));
  }
}
