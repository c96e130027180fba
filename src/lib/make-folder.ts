import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './errors';

/**
 * Creates a folder and its parents. `mkdir` with `recursive` would never end in a folder such as /proc.
 * @throws Error of the system, such as EACCES, EEXIST if a file has the folder's name, or ENOTDIR if a parent is a file
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent);
    await makeOne(folder);
  }
}

/** Creates a folder, unless it exists already. Another process may create it at the same time. */
async function makeOne(folder: string): Promise<void> {
  await mkdir(folder).catch(async (error: unknown) => {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
}
