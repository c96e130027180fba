import path from 'node:path';
import { WrongUse } from '../test/support/script';
import { EVENTS_A_MONTH, MARKUP_MONTHS_FROM } from './data';
import type { Asked } from './load/workload';

/** Represents a row of the bench. */
export interface Row extends Asked {
  readonly title: string;
  /** Says whether the row asks the application over operations that answer at once, or the whole service. */
  readonly stage: 'echo' | 'postgres';
  /** The baseline sends ready bytes, or asks by one prepared statement. */
  readonly baseline: 'ready' | 'prepared';
  /** This is the largest accepted ratio of processor time to the baseline. */
  readonly goal: number;
  /** A commit to the events precedes each call, so that no cached answer is valid. */
  readonly commits?: true;
}

const ECHO = { kind: 'echo' } as const;
const MAY = 4;
const MONTH = { kind: 'months', count: 1, first: MAY } as const;
const TEN_MONTHS = { kind: 'months', count: 10, first: MAY } as const;
const MARKUP_MONTH = { kind: 'months', count: 1, first: MARKUP_MONTHS_FROM } as const;
const TEN_MARKUP_MONTHS = { kind: 'months', count: 10, first: MARKUP_MONTHS_FROM } as const;
const SAME_EVENT = { kind: 'same-event' } as const;
const EACH_EVENT = { kind: 'each-event', of: MARKUP_MONTHS_FROM * EVENTS_A_MONTH } as const;

const ready = { stage: 'echo', baseline: 'ready' } as const;
const stored = { stage: 'postgres', baseline: 'ready' } as const;
const asked = { stage: 'postgres', baseline: 'prepared' } as const;

/** Makes the row of a changed month in another format, beside the same month as ready JSON. */
const formatRow = (listFormat: string, goal: number): Row => ({
  title: `1,000 events, changed, ${path.basename(listFormat, '.json')}`,
  ...{ binding: 'httpget', question: MONTH, commits: true, listFormat },
  ...{ ...asked, goal },
});

/** The rows by their short names. */
export const ROW = {
  get: { title: 'GET, 200 bytes', binding: 'httpget', question: ECHO, ...ready, goal: 1.7 },
  post: { title: 'POST form', binding: 'httppost', question: ECHO, ...ready, goal: 2.2 },
  soap11: { title: 'SOAP 1.1, new values', binding: 'soap11', question: ECHO, ...ready, goal: 2.4 },
  soap12: { title: 'SOAP 1.2, new values', binding: 'soap12', question: ECHO, ...ready, goal: 2.4 },
  newShape: {
    ...{ title: 'SOAP 1.1, new shape', binding: 'soap11', question: ECHO, newShapes: true },
    ...{ ...ready, goal: 5 },
  },
  wsdl: { title: '?WSDL', binding: 'httpget', question: { kind: 'wsdl' }, ...ready, goal: 1.7 },
  sameIdGet: { title: 'the same id, GET', binding: 'httpget', question: SAME_EVENT, ...stored, goal: 2.3 },
  sameIdSoap: { title: 'the same id, SOAP 1.1', binding: 'soap11', question: SAME_EVENT, ...stored, goal: 3 },
  eachIdGet: { title: 'each id another, GET', binding: 'httpget', question: EACH_EVENT, ...asked, goal: 1.6 },
  eachIdSoap: {
    title: 'each id another, SOAP 1.1',
    binding: 'soap11',
    question: EACH_EVENT,
    ...asked,
    goal: 1.8,
  },
  monthGet: {
    title: '1,000 events, unchanged, GET',
    binding: 'httpget',
    question: MONTH,
    ...stored,
    goal: 1.8,
  },
  monthSoap: {
    ...{ title: '1,000 events, unchanged, SOAP 1.1', binding: 'soap11', question: MONTH },
    ...{ ...stored, goal: 1.8 },
  },
  monthChanged: {
    ...{ title: '1,000 events, changed, GET', binding: 'httpget', question: MONTH, commits: true },
    ...{ ...asked, goal: 1.7 },
  },
  tenMonthsChanged: {
    ...{ title: '10,000 events, changed, GET', binding: 'httpget', question: TEN_MONTHS, commits: true },
    ...{ ...asked, goal: 1.7 },
  },
  monthMarkup: {
    ...{ title: '1,000 events, changed, markup in every title', binding: 'httpget', question: MARKUP_MONTH },
    ...{ ...asked, commits: true, goal: 1.5 },
  },
  tenMonthsMarkup: {
    ...{ title: '10,000 events, changed, markup in every title', binding: 'httpget' },
    ...{ question: TEN_MARKUP_MONTHS, ...asked, commits: true, goal: 1.7 },
  },
  monthXml: formatRow('xml', 9),
  monthIcalendar: formatRow('icalendar', 9),
  monthFormatFile: formatRow('file:examples/formats/wcf.json', 9),
} as const satisfies Readonly<Record<string, Row>>;

export const ROWS: readonly Row[] = Object.values(ROW);

/**
 * Selects rows by their short names, separated by commas; all rows without names.
 * @throws WrongUse for a name that no row has
 */
export function rowsOf(names: string | undefined): readonly Row[] {
  if (names === undefined) return ROWS;
  return names.split(',').map((name) => {
    const found = Object.entries(ROW).find(([one]) => one === name.trim());
    if (found === undefined)
      throw new WrongUse(
        `There is no row ${JSON.stringify(name)}: choose from ${Object.keys(ROW).join(', ')}.`,
      );
    return found[1];
  });
}
