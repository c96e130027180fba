import type { Database } from '../store/database';
import { importEvents } from './import';
import { defaultOptions, type ImportListener, type ImportResult } from './import-options';
import { fileSource } from './read/files';
import { checkReadable, filesAt, type Source } from './read/source';
import { sampleSource } from './samples';

/**
 * Fills a store that holds no event, which the caller has seen.
 * @param sources `sample`, or paths of event files and folders (`SEED`)
 * @param timeZone IANA name that times without an offset are read in
 * @throws TransferError for a file that can't be read or a row that is refused: then the store stays empty
 */
export async function seed(
  database: Database,
  sources: readonly string[],
  timeZone: string,
  listener: ImportListener = {},
): Promise<ImportResult> {
  const opened = await seedSources(sources, listener);
  return importEvents(database, opened, { ...defaultOptions(timeZone), allowEmpty: true }, listener);
}

/**
 * Whether the sources are there and may be read; what is in them, only a store that is empty asks.
 * @throws TransferError
 */
export async function checkSources(sources: readonly string[]): Promise<void> {
  for (const source of sources.filter((one) => one !== 'sample'))
    for (const file of (await filesAt(source)).files) await checkReadable(file);
}

/** @param sources `sample`, or paths of event files and folders */
export async function seedSources(
  sources: readonly string[],
  listener: ImportListener,
): Promise<readonly Source[]> {
  return (await Promise.all(sources.map((source) => sourcesAt(source, listener)))).flat();
}

async function sourcesAt(location: string, { notice }: ImportListener): Promise<Source[]> {
  if (location === 'sample') return [sampleSource];
  const { files, leftOut } = await filesAt(location);
  if (leftOut !== undefined) notice?.(leftOut);
  return files.map((file) => fileSource(file));
}
