import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { codeOf } from '../../lib/errors';
import { NeedsOperatorError } from '../errors';

// The build writes this file. The path is the same from src/store/embedded and from dist/store/embedded.
const FILE = join(__dirname, '../../../dist/empty-store.tar.gz');

/** These are sizes and offsets in a tar archive (POSIX ustar), in bytes. */
const BLOCK = 512;
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };
const TYPE = { at: 156, length: 1 };
const FOLDER_TYPE = '5';

/**
 * Unpacks the files of an empty Postgres, as initdb makes them, into a new folder. The function is synchronous, because
 * promises for a thousand files would cost more than writing them.
 * @throws NeedsOperatorError if the program lacks these files; system errors such as ENOSPC
 */
export function unpackEmptyStore(folder: string): void {
  const archive = gunzipSync(readArchive());
  // Other users of the machine must not read the events.
  mkdirSync(folder, { mode: 0o700 });
  // The archive ends with a block of zeros.
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const field = ({ at: from, length }: typeof NAME) =>
      archive.toString('latin1', at + from, at + from + length).split('\0', 1)[0] ?? '';
    const size = Number.parseInt(field(SIZE), 8);
    const path = join(folder, field(NAME));
    const begin = at + BLOCK;
    if (field(TYPE) === FOLDER_TYPE) mkdirSync(path, { recursive: true });
    else writeFileSync(path, archive.subarray(begin, begin + size));
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function readArchive(): Buffer {
  try {
    return readFileSync(FILE);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new NeedsOperatorError(
      `The file ${FILE} of the program is missing: build the program, or install it again.`,
      { cause: error },
    );
  }
}
