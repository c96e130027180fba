import path from 'node:path';
import { TransferError } from './errors';
import { bytesSource, fileSources } from './read/files';
import { checkReadable, fileBytes, filesAt, type Source } from './read/source';

/**
 * Checks that the sources exist and may be read. Their content is read only if the store is empty.
 * @throws TransferError if a source can't be read, or is a folder without event files
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

/** The notes and errors of an import name its options, which a file in `SEED` can't have. */
const NO_OPTIONS = 'SEED has no options: use events-query import';

export function seedSentence(sentence: string): string {
  return / --[a-z]/.test(sentence) ? `${sentence}. ${NO_OPTIONS}.` : `${sentence}.`;
}

/** @throws TransferError that also says what to do, if the error of the import names an option */
export async function withSeedAdvice<Result>(importing: Promise<Result>): Promise<Result> {
  return importing.catch((error: unknown) => {
    if (!(error instanceof TransferError) || error.advice?.option === undefined) throw error;
    throw new TransferError(seedSentence(error.message), { cause: error });
  });
}

const FILE = path.join(__dirname, '..', '..', 'data', 'un-days.ics');

/**
 * The sample events are the United Nations' international days and weeks of 2020 to 2035. Their ids follow the order of
 * the file, so new events must be added at its end.
 */
export const sampleSource = bytesSource('the sample events', () => fileBytes(FILE), 'ics');
