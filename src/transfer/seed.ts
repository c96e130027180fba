import path from 'node:path';
import type { Database } from '../store/database';
import { importEvents } from './import';
import { defaultOptions, type ImportResult } from './import-options';
import { bytesSource, fileSources } from './read/files';
import { checkReadable, fileBytes, filesAt, type Source } from './read/source';

/**
 * Fills a store. The caller has checked that it is empty.
 * @param sources `sample`, or paths of event files and folders (`SEED`)
 * @param timeZone the IANA name of the zone of times without an offset
 * @throws TransferError if a file can't be read or a row is refused; the store then stays empty
 */
export async function seed(
  database: Database,
  sources: readonly string[],
  timeZone: string,
): Promise<ImportResult> {
  const opened = await seedSources(sources);
  return importEvents(database, opened, { ...defaultOptions(timeZone), allowEmpty: true });
}

/**
 * Checks that the sources exist and may be read. Their content is read only if the store is empty.
 * @throws TransferError
 */
export async function checkSources(sources: readonly string[]): Promise<void> {
  for (const source of sources.filter((one) => one !== 'sample'))
    for (const file of await filesAt(source)) await checkReadable(file);
}

/** @param sources `sample`, or paths of event files and folders */
export async function seedSources(sources: readonly string[]): Promise<readonly Source[]> {
  const opened = sources.map((location) => (location === 'sample' ? [sampleSource] : fileSources(location)));
  return (await Promise.all(opened)).flat();
}

const FILE = path.join(__dirname, '..', '..', 'data', 'un-days.ics');

/**
 * The sample events are the United Nations' international days and weeks of 2020 to 2035. Their ids follow the order of
 * the file, so new events must be added at its end.
 */
export const sampleSource = bytesSource('the sample events', () => fileBytes(FILE), 'ics');
