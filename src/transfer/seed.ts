import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DraftTime } from '../formats/draft';
import { DAY, DAY_NAMES, utcMidnight } from '../lib/time/dates';
import type { Database } from '../store/database';
import type { DraftRow } from './event-record';
import { importEvents } from './import';
import { defaultOptions, type ImportListener, type ImportResult } from './import-options';
import { fileSource } from './read/files';
import { checkReadable, filesAt, type Source } from './read/source';

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
 * Checks that the sources are there and may be read; their content is read only into an empty store.
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

const FILE = path.join(__dirname, '..', '..', 'data', 'un-days.json');
const FIRST_YEAR = 2020;
const LAST_YEAR = 2035;
const YEARS = LAST_YEAR - FIRST_YEAR + 1;

/** Represents one row of data/un-days.json. */
interface Observance {
  readonly title: string;
  /** This is `01-24`, or `11 Thursday 3` for the third Thursday of November (-1 is the last). */
  readonly on: string;
  /** A week of observance lasts this many days. */
  readonly days?: number;
  /** The first year in which it was observed, when that is after 2020. */
  readonly since?: number;
  readonly about: string;
  /** The address is below https://www.un.org/en/. */
  readonly page: string;
}

/**
 * Makes the sample events: the United Nations' international days and weeks of 2020 to 2035. Their ids are fixed: each
 * observance has a block of 16, one a year, in the order of the file. New ones go to the file's end.
 */
export const sampleSource: Source = {
  name: 'the sample events',
  async *rows(): AsyncGenerator<DraftRow> {
    const observances = JSON.parse(await readFile(FILE, 'utf8')) as readonly Observance[];
    for (const [index, observance] of observances.entries()) {
      for (let year = Math.max(FIRST_YEAR, observance.since ?? 0); year <= LAST_YEAR; year += 1) {
        yield sampleRow(observance, index, year);
      }
    }
  },
};

function sampleRow({ title, on, days = 1, about, page }: Observance, index: number, year: number): DraftRow {
  const start = startOf(on, year);
  return {
    place: { file: sampleSource.name, unit: 'element', number: index + 1 },
    draft: {
      id: index * YEARS + (year - FIRST_YEAR) + 1,
      uid: `sample:${index + 1}/${year}`,
      title,
      description: about,
      url: `https://www.un.org/en/${page}`,
      category: days > 1 ? 'international week' : 'international day',
      start: date(start),
      end: date(start + days * DAY),
      extra: {},
    },
  };
}

/** Returns the UTC midnight of `01-24` or `11 Thursday 3` in a year. */
function startOf(on: string, year: number): number {
  const fixed = /^(\d\d)-(\d\d)$/.exec(on);
  if (fixed !== null) return utcMidnight(year, Number(fixed[1]), Number(fixed[2]));
  const [month, weekday, nth] = on.split(' ');
  const wanted = DAY_NAMES.indexOf(weekday ?? '');
  if (Number(nth) < 0) {
    const last = new Date(utcMidnight(year, Number(month) + 1, 0));
    return last.getTime() - ((last.getUTCDay() - wanted + 7) % 7) * DAY;
  }
  const first = new Date(utcMidnight(year, Number(month)));
  return first.getTime() + (((wanted - first.getUTCDay() + 7) % 7) + (Number(nth) - 1) * 7) * DAY;
}

function date(midnight: number): DraftTime {
  return { kind: 'date', midnight };
}
