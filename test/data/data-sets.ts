/** Defines the events for the strictest tests: their files, and the events that the service must make of them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONFERENCES } from '../support/known-skips.js';
import type { ExpectedEvent } from './expected-event';
import { FILE_ZONE, generateEvents } from './generated-events';

export interface DataSet {
  readonly name: string;
  /** `import` gets these options for the file. */
  readonly options: { readonly endDates?: 'inclusive'; readonly timeZone?: string };
  /** Writes the file into `folder`, unless the machine already has the file. Returns its path. */
  file(folder: string): string;
  events(): readonly ExpectedEvent[];
}

const COUNT = 1_000;
const DAY = 86_400_000;

export const GENERATED: DataSet = {
  name: `${COUNT} generated events`,
  options: { timeZone: FILE_ZONE },
  file(folder) {
    const file = path.join(folder, 'generated.jsonl');
    writeFileSync(
      file,
      generateEvents(COUNT)
        .map(({ row }) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    return file;
  },
  events: () => generateEvents(COUNT).map(({ expected }) => expected),
};

interface Conference {
  readonly id: number;
  readonly title: string;
  readonly start: string;
  /** The end is the last day of the event. */
  readonly end: string;
  readonly location?: string;
  readonly url?: string;
  readonly category?: string;
}

/** These are six thousand real conferences. Not every machine has their file. */
export const REAL: DataSet = {
  name: 'the conferences',
  options: { endDates: 'inclusive' },
  file: () => CONFERENCES,
  events: () =>
    (JSON.parse(readFileSync(CONFERENCES, 'utf8')) as readonly Conference[]).map(
      ({ id, title, location = '', url = '', category = '', start, end }) => ({
        ...{ id, title, description: '', location, url, category, allDay: true },
        start: Date.parse(start),
        end: Date.parse(end) + DAY,
      }),
    ),
};

/** Runs the suite over a data set. If its file is missing, the test is skipped with the reason. */
export function describeDataSet(data: DataSet, suite: (data: DataSet) => void): void {
  describe(`over ${data.name}`, () => {
    if (data !== REAL || existsSync(CONFERENCES)) suite(data);
    else test.skip('is not tested, because its file is not on this machine', () => {});
  });
}
