/** Reads and writes a recording: a folder with a file for each call, and `source.json`, which names the service. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BindingName } from '../contract/bindings';
import type { Call } from '../contract/operations';
import { codeOf, readFailure, UserError, writeFailure } from '../lib/errors';
import { isObject, parseJson } from '../lib/json';
import { makeFolder } from '../lib/make-folder';
import {
  callKey,
  callText,
  digestOf,
  inOrder,
  type Recording,
  readRecording,
  writeRecording,
} from './recording';
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
    const saved = new Map<string, SavedCall>();
    for await (const [file, { call, bindings, answer }] of recordingsIn(folder, () => {}))
      saved.set(callKey(call), { file, bindings, digest: digestOf(answer) });
    return new RecordingsFolder(folder, source, saved);
  });
}

/** The answer itself is only in the file, because the answers of a whole recording would fill the memory. */
interface SavedCall {
  readonly file: string;
  readonly bindings: readonly BindingName[];
  readonly digest: string;
}

export class RecordingsFolder {
  /** These are the keys of the calls that were recorded since the folder was opened. */
  readonly #added = new Set<string>();
  /** Maps each call to its last write. */
  readonly #writes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly folder: string,
    private readonly source: Source,
    private readonly saved: Map<string, SavedCall>,
  ) {}

  get added(): number {
    return this.#added.size;
  }

  has(call: Call): boolean {
    return this.saved.has(callKey(call));
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
    const saved = this.saved.get(key);
    const digest = digestOf(recording.answer);
    let replaced: readonly BindingName[] = [];
    if (digest !== saved?.digest || recording.bindings.some((name) => !saved.bindings.includes(name))) {
      const file = saved?.file ?? path.join(this.folder, `${key}.json`);
      // The file is read again, because another process may record in the same folder.
      const text = await readText(file).catch(() => undefined);
      const earlier = readRecording(text ?? '');
      const isSame = earlier !== undefined && digestOf(earlier.answer) === digest;
      const bindings = inOrder([...recording.bindings, ...(isSame ? earlier.bindings : [])]);
      const written = writeRecording({ ...recording, bindings });
      await orSentence(this.folder, writeFailure, () => writeWhole(file, written));
      this.saved.set(key, { file, bindings, digest });
      replaced = earlier?.bindings.filter((name) => !bindings.includes(name)) ?? [];
    }
    this.#added.add(key);
    return replaced;
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
