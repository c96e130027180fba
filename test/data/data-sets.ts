/** The events that the strongest tests run over: files and what the service is expected to make of them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CONFERENCES } from '../support/known-skips.js';
import type { ExpectedEvent } from './expected-event';
import { FILE_ZONE, generateEvents } from './generated-events';

export interface DataSet {
  readonly name: string;
  /** `import` gets these options for the file. */
  readonly options: { readonly endDates?: 'inclusive'; readonly timeZone?: string };
  /** Writes the file into `folder` unless it is on this machine already, and answers its path. */
  file(folder: string): string;
  events(): readonly ExpectedEvent[];
}

const COUNT = 2_000;
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
  /** This is the last day. */
  readonly end: string;
  readonly location?: string;
  readonly url?: string;
  readonly category?: string;
}

/** Six thousand real conferences, where a machine has them. */
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

/** Runs the suite over a data set; one that is not on this machine is a skipped test that says so. */
export function describeDataSet(data: DataSet, suite: (data: DataSet) => void): void {
  describe(`over ${data.name}`, () => {
    if (data !== REAL || existsSync(CONFERENCES)) suite(data);
    else test.skip('their file is not on this machine', () => {});
  });
}
