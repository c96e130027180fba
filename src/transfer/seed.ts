import path from 'node:path';
import { bytesSource, fileSources } from './read/files';
import { checkReadable, fileBytes, filesAt, type Source } from './read/source';

/**
 * Checks that the sources exist and may be read. Their content is read only if the store is empty.
 * @throws TransferError
 */
export async function checkSources(sources: readonly string[]): Promise<void> {
  for (const source of sources.filter((one) => one !== 'sample'))
    for (const file of await filesAt(source)) await checkReadable(file);
}

/** @param sources `sample`, or paths of event files and folders (`SEED`) */
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
