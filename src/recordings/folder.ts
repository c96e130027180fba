/** Reads and writes a recording: a folder with a file for each call, and `source.json`, which names the service. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BindingName } from '../contract/bindings';
import type { Call } from '../contract/operations';
import { codeOf, readFailure, UserError, writeFailure } from '../lib/errors';
import { isObject, parseJson } from '../lib/json';
import { makeFolder } from '../lib/make-folder';
import { callKey, callText, type Recording, readRecording, sortBindings, writeRecording } from './recording';
import type { RemoteService } from './upstream';

export interface Source {
  /** This is the address of the service's `.asmx`. */
  readonly upstream: string;
  readonly namespace: string;
  /** This is true from the first call of `record --from` until it has made its last call. */
  readonly unfinished?: boolean;
}

/** This is the end of a sentence about an unfinished recording. */
export const UNFINISHED = 'is unfinished, because record stopped before its last call';

const SOURCE_FILE = 'source.json';

class RecordingsError extends UserError {
  override readonly name = 'RecordingsError';
}

/**
 * Opens a folder for recording, and creates it if necessary. A call whose file is damaged is recorded again.
 * @throws RecordingsError if the folder can't be used, or has answers of another service
 */
export async function openForRecording(
  folder: string,
  { address: upstream, namespace }: Pick<RemoteService, 'address' | 'namespace'>,
): Promise<RecordingsFolder> {
  return orSentence(folder, writeFailure, async () => {
    await makeFolder(path.resolve(folder));
    const existing = await readSource(folder);
    if (existing !== undefined && existing.upstream !== upstream) {
      throw new RecordingsError(
        `${folder} already contains recordings of ${existing.upstream}: give another folder with --out.`,
      );
    }
    const source = { ...existing, upstream, namespace };
    await writeSource(folder, source);
    const files = new Map<string, string>();
    for await (const [file, { call }] of recordingsIn(folder, () => {})) files.set(callKey(call), file);
    return new RecordingsFolder(folder, source, files);
  });
}

export class RecordingsFolder {
  /** These are the keys of the calls that were recorded since the folder was opened. */
  readonly #added = new Set<string>();
  /** Maps each call to its last write. */
  readonly #writes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly folder: string,
    private readonly source: Source,
    /** Maps each recorded call to its file. */
    private readonly files: Map<string, string>,
  ) {}

  get added(): number {
    return this.#added.size;
  }

  has(call: Call): boolean {
    return this.files.has(callKey(call));
  }

  /** @throws RecordingsError if the file can't be written */
  setUnfinished(unfinished: boolean): Promise<void> {
    return orSentence(this.folder, writeFailure, () =>
      writeSource(this.folder, { ...this.source, unfinished }),
    );
  }

  /**
   * Writes an answer to its own file. It replaces an earlier answer to the same call.
   * @returns the bindings that had the earlier answer, and whose answer is now lost
   * @throws RecordingsError if the file can't be written
   */
  keep(recording: Recording): Promise<readonly BindingName[]> {
    const key = callKey(recording.call);
    // Simultaneous answers to the same call over two bindings would overwrite each other. Other calls do not wait.
    const kept = (this.#writes.get(key) ?? Promise.resolve()).then(() => this.#write(key, recording));
    this.#writes.set(
      key,
      kept.catch(() => {}),
    );
    return kept;
  }

  async #write(key: string, recording: Recording): Promise<readonly BindingName[]> {
    const file = this.files.get(key) ?? path.join(this.folder, `${key}.json`);
    // The file is read each time, because all answers together would fill the memory, and because another process may
    // record in the same folder.
    const earlier = readRecording((await readText(file).catch(() => undefined)) ?? '');
    const isSame = JSON.stringify(earlier?.answer) === JSON.stringify(recording.answer);
    const bindings = sortBindings([...recording.bindings, ...(isSame ? (earlier?.bindings ?? []) : [])]);
    if (!isSame || bindings.length !== earlier?.bindings.length) {
      const text = writeRecording({ ...recording, bindings });
      await orSentence(this.folder, writeFailure, () => writeWhole(file, text));
      this.files.set(key, file);
    }
    this.#added.add(key);
    return earlier?.bindings.filter((name) => !bindings.includes(name)) ?? [];
  }
}

/** Returns true if the folder has a readable file that says what was recorded. */
export async function isRecording(folder: string): Promise<boolean> {
  return readSource(folder).then(
    (source) => source !== undefined,
    () => false,
  );
}

export interface WholeRecording {
  readonly source: Source;
  /** Maps the key of each call, as `callKey` makes it, to the call with its answer. */
  readonly recordings: ReadonlyMap<string, Recording>;
}

/** @throws RecordingsError if the folder is not a recording, or has a damaged file or a call twice */
export async function readRecordings(folder: string): Promise<WholeRecording> {
  return orSentence(folder, listFailure, async () => {
    await readdir(folder);
    const source = await readSource(folder);
    if (source !== undefined) {
      const recordings = new Map<string, Recording>();
      const found = recordingsIn(folder, (sentence) => {
        throw new RecordingsError(sentence);
      });
      for await (const [, recording] of found) recordings.set(callKey(recording.call), recording);
      if (recordings.size > 0) return { source, recordings };
    }
    throw new RecordingsError(`${folder} contains no recorded calls: record some with events-query record.`);
  });
}

/**
 * Yields each recorded call with its file.
 * @param damaged is called with a sentence for each file that is not a recorded call, or repeats one
 */
async function* recordingsIn(
  folder: string,
  damaged: (sentence: string) => void,
): AsyncGenerator<readonly [file: string, recording: Recording]> {
  const seen = new Set<string>();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== SOURCE_FILE);
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    const recording = readRecording((await readText(file)) ?? '');
    if (recording === undefined) {
      damaged(`${file} is not a recorded call.`);
      continue;
    }
    const key = callKey(recording.call);
    if (seen.has(key)) damaged(`${file} has a call that another file has, too: ${callText(recording.call)}.`);
    seen.add(key);
    yield [file, recording];
  }
}

async function readSource(folder: string): Promise<Source | undefined> {
  const file = path.join(folder, SOURCE_FILE);
  const text = await readText(file);
  if (text === undefined) return undefined;
  const source = parseJson(text);
  if (!isObject(source) || typeof source.upstream !== 'string' || typeof source.namespace !== 'string')
    throw new RecordingsError(`${file} must have the texts upstream and namespace.`);
  const { upstream, namespace, unfinished } = source;
  return { upstream, namespace, unfinished: unfinished === true };
}

function writeSource(folder: string, { upstream, namespace, unfinished }: Source): Promise<void> {
  const source = { upstream, namespace, unfinished: unfinished || undefined };
  return writeWhole(path.join(folder, SOURCE_FILE), `${JSON.stringify(source, null, 2)}\n`);
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new RecordingsError(`${file} can't be read: ${readFailure(error)}.`, { cause: error });
  });
}

/** Writes a file atomically, so that nobody ever reads an incomplete file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function listFailure(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such folder';
  return code === 'ENOTDIR' ? 'it is a file' : readFailure(error);
}

async function orSentence<T>(
  folder: string,
  reasonOf: (error: unknown) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === '') throw error;
    throw new RecordingsError(`The folder ${folder} can't be used: ${reasonOf(error)}.`, { cause: error });
  }
}
