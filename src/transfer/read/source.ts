import { constants, createReadStream } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readFailure } from '../../lib/errors';
import { type RowRefusal, TransferError } from '../errors';
import type { Row } from '../event-record';
import type { ImportOptions } from '../import-options';
import type { Notes } from '../notes';
import { FORMAT_OF_EXTENSION } from './signatures';

/** Contains the import's options, and the notes to which the reader of a source adds. */
export interface ReadOptions extends ImportOptions {
  readonly notes: Notes;
}

/** A source yields rows. It is read once and in order. For a row that can't be read it yields a refusal. */
export interface Source {
  /** Messages call the source by this name. */
  readonly name: string;
  rows(options: ReadOptions): AsyncIterable<Row | RowRefusal>;
}

/**
 * Yields the bytes of a file.
 * @throws TransferError if it can't be read
 */
export async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Returns the file at a path, or the event files in a folder (without its subfolders), ordered by name.
 * @throws TransferError if the path can't be read or is a folder without event files
 */
export async function filesAt(location: string): Promise<readonly string[]> {
  let names: string[];
  try {
    if (!(await stat(location)).isDirectory()) return [location];
    const entries = await readdir(location, { withFileTypes: true });
    names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    throw unreadable(location, error);
  }
  const eventFiles = names.filter((name) => FORMAT_OF_EXTENSION.has(path.extname(name).toLowerCase()));
  if (eventFiles.length > 0) return eventFiles.sort().map((name) => path.join(location, name));
  const extensions = [...FORMAT_OF_EXTENSION.keys()].join(', ');
  throw new TransferError(`${location} is a folder without event files (${extensions}).`);
}

/** @throws TransferError if the file can't be read */
export async function checkReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw unreadable(file, error);
  });
}

function unreadable(file: string, error: unknown): Error {
  return new TransferError(`${file} can't be read: ${readFailure(error)}.`, { cause: error });
}

/** A message names at most this many files. */
const MAX_FILES_TOLD = 5;

export function namesOf(sources: readonly Source[]): string {
  const names = sources.slice(0, MAX_FILES_TOLD).map(({ name }) => name);
  return names.join(', ') + (sources.length > MAX_FILES_TOLD ? ' and others' : '');
}
