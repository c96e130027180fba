import { constants, createReadStream } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../store/errors';
import { type RowRefusal, TransferError } from '../errors';
import type { RawRow } from '../event-record';
import { FORMAT_OF_EXTENSION } from './format';
import type { ReadOptions } from './options';

/** Something that holds events, read once and in order. A row that its reader can't make out comes as a refusal. */
export interface Source {
  /** As results and refusals name it. */
  readonly name: string;
  rows(options: ReadOptions): AsyncIterable<RawRow | RowRefusal>;
}

/**
 * The bytes of a file.
 * @throws TransferError when it can't be read
 */
export async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * The files that a path stands for: itself, or the event files in a folder (not below it) in the order of names.
 * @throws TransferError when it can't be read or is a folder without event files
 */
export async function filesAt(location: string): Promise<string[]> {
  try {
    if (!(await stat(location)).isDirectory()) return [location];
    const names = (await readdir(location)).filter((name) =>
      FORMAT_OF_EXTENSION.has(path.extname(name).toLowerCase()),
    );
    if (names.length > 0) return names.sort().map((name) => path.join(location, name));
  } catch (error) {
    throw unreadable(location, error);
  }
  const extensions = [...FORMAT_OF_EXTENSION.keys()].join(', ');
  throw new TransferError(`${location} is a folder without event files (${extensions}).`);
}

/** @throws TransferError when the file can't be read */
export async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

function unreadable(file: string, error: unknown): Error {
  const code = codeOf(error);
  const reason = REASONS[code] ?? (code || 'it was closed');
  return new TransferError(`${file} can't be read: ${reason}.`, { cause: error });
}
