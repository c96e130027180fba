import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, readFailure, UserError, writeFailure } from '../errors';
import { isObject } from '../json';
import { callKey, type Recording, readRecording, writeRecording } from './recording';
import { writeWhole } from './write-whole';

/** What a folder of recordings was made of. */
export interface Source {
  /** The `.asmx` that was recorded. */
  readonly upstream: string;
  readonly namespace: string;
}

/** Beside the recordings, one file a call. */
const SOURCE_FILE = 'source.json';

/** A folder of recordings that can't be read or written. */
class RecordingsError extends UserError {
  override readonly name = 'RecordingsError';
}

/**
 * A folder that recordings go into; it is made where there is none.
 * @throws RecordingsError
 */
export async function openForRecording(folder: string, source: Source): Promise<RecordingsFolder> {
  return orSentence(folder, writeFailure, async () => {
    await makeFolder(path.resolve(folder));
    const existing = await readSource(folder);
    if (existing !== undefined && existing.upstream !== source.upstream) {
      throw new RecordingsError(
        `${folder} holds recordings of ${existing.upstream} already: give another folder with --out.`,
      );
    }
    await writeWhole(path.join(folder, SOURCE_FILE), `${JSON.stringify(source, null, 2)}\n`);
    return new RecordingsFolder(folder);
  });
}

export class RecordingsFolder {
  #written = new Map<string, string>();

  constructor(private readonly folder: string) {}

  /** How many calls were recorded. */
  get size(): number {
    return this.#written.size;
  }

  /** Keeps the call's answer in a file of its own; a later answer takes the place of an earlier one. */
  async keep(recording: Recording): Promise<void> {
    const key = callKey(recording.call);
    const text = writeRecording(recording);
    if (this.#written.get(key) === text) return;
    await orSentence(this.folder, writeFailure, () =>
      writeWhole(path.join(this.folder, `${key}.json`), text),
    );
    this.#written.set(key, text);
  }
}

/** @throws RecordingsError where the folder holds no recordings, or a file that is none */
export async function readRecordings(
  folder: string,
): Promise<{ readonly source: Source; readonly recordings: ReadonlyMap<string, Recording> }> {
  return orSentence(folder, readFailure, async () => {
    const source = await readSource(folder);
    const all = source === undefined ? [] : await readdir(folder);
    const files = all.filter((file) => file.endsWith('.json') && file !== SOURCE_FILE);
    if (source === undefined || files.length === 0) {
      throw new RecordingsError(
        `${folder} holds no recorded calls: events-query record --upstream URL --out ${folder} makes some.`,
      );
    }
    const recordings = new Map<string, Recording>();
    for (const file of files.sort()) {
      const recording = readRecording((await readText(path.join(folder, file))) ?? '');
      if (recording === undefined)
        throw new RecordingsError(`${path.join(folder, file)} is no recorded call.`);
      recordings.set(callKey(recording.call), recording);
    }
    return { source, recordings };
  });
}

async function readSource(folder: string): Promise<Source | undefined> {
  const file = path.join(folder, SOURCE_FILE);
  const text = await readText(file);
  if (text === undefined) return undefined;
  const source: unknown = JSON.parse(text);
  if (!isObject(source) || typeof source.upstream !== 'string' || typeof source.namespace !== 'string') {
    throw new RecordingsError(`${file} doesn't say what was recorded.`);
  }
  return { upstream: source.upstream, namespace: source.namespace };
}

/** `undefined` where there is no such file. */
async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new RecordingsError(`${file} can't be read: ${readFailure(error)}.`, { cause: error });
  });
}

/** With what leads to it. Node's own way goes round for ever where a folder that is there takes none, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (codeOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await makeFolder(path.dirname(folder));
    await mkdir(folder);
  }
}

async function orSentence<T>(
  folder: string,
  reasonOf: (error: unknown) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (error instanceof SyntaxError) throw new RecordingsError(`${folder}/${SOURCE_FILE} is no JSON.`);
    if (codeOf(error) === '') throw error;
    throw new RecordingsError(`The folder ${folder} can't be used: ${reasonOf(error)}.`, { cause: error });
  }
}
