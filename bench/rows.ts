import path from 'node:path';
import type { Binding } from '../test/support/calls';
import { oneOf } from '../test/support/script';
import { EVENTS_A_MONTH, MARKUP_MONTHS_FROM } from './data';
import type { Question } from './load/question';
import type { RequestSpec } from './load/workload';

/** A row of the bench compares one kind of call between the service, a baseline and peers. */
export interface Row extends RequestSpec {
  readonly title: string;
  /** `echo` measures the application without a store, and `postgres` measures the whole service. */
  readonly stage: 'echo' | 'postgres';
  /** The baseline sends ready bytes (`ready`), or the result of one prepared statement (`prepared`). */
  readonly baseline: 'ready' | 'prepared';
  /** A larger ratio of processor time to the baseline misses the goal. */
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
const changed = { ...asked, commits: true } as const;

const row = (
  title: string,
  binding: Binding,
  question: Question,
  more: Omit<Row, 'title' | 'binding' | 'question'>,
): Row => ({ title, binding, question, ...more });

/** Makes a row for a month whose events change, in another format than JSON. */
const formatRow = (listFormat: string): Row =>
  row(`1,000 events, changed, ${path.basename(listFormat, '.json')}`, 'httpget', MONTH, {
    ...{ ...changed, listFormat, goal: 9 },
  });

export const ROW = {
  get: row('GET, 200 bytes', 'httpget', ECHO, { ...ready, goal: 1.7 }),
  post: row('POST form', 'httppost', ECHO, { ...ready, goal: 2.2 }),
  soap11: row('SOAP 1.1, new values', 'soap11', ECHO, { ...ready, goal: 2.4 }),
  soap12: row('SOAP 1.2, new values', 'soap12', ECHO, { ...ready, goal: 2.4 }),
  newShape: row('SOAP 1.1, new shape', 'soap11', ECHO, { ...ready, newShapes: true, goal: 5 }),
  wsdl: row('?WSDL', 'httpget', { kind: 'wsdl' }, { ...ready, goal: 1.7 }),
  sameIdGet: row('the same id, GET', 'httpget', SAME_EVENT, { ...stored, goal: 2.3 }),
  sameIdSoap: row('the same id, SOAP 1.1', 'soap11', SAME_EVENT, { ...stored, goal: 3 }),
  eachIdGet: row('each id another, GET', 'httpget', EACH_EVENT, { ...asked, goal: 1.6 }),
  eachIdSoap: row('each id another, SOAP 1.1', 'soap11', EACH_EVENT, { ...asked, goal: 1.8 }),
  monthGet: row('1,000 events, unchanged, GET', 'httpget', MONTH, { ...stored, goal: 1.8 }),
  monthSoap: row('1,000 events, unchanged, SOAP 1.1', 'soap11', MONTH, { ...stored, goal: 1.8 }),
  monthChanged: row('1,000 events, changed, GET', 'httpget', MONTH, { ...changed, goal: 1.7 }),
  tenMonthsChanged: row('10,000 events, changed, GET', 'httpget', TEN_MONTHS, { ...changed, goal: 1.7 }),
  monthMarkup: row('1,000 events, changed, markup in every title', 'httpget', MARKUP_MONTH, {
    ...{ ...changed, goal: 1.5 },
  }),
  tenMonthsMarkup: row('10,000 events, changed, markup in every title', 'httpget', TEN_MARKUP_MONTHS, {
    ...{ ...changed, goal: 1.7 },
  }),
  monthXml: formatRow('xml'),
  monthIcalendar: formatRow('icalendar'),
  monthFormatFile: formatRow('file:examples/formats/wcf.json'),
} as const;

export const ROWS: readonly Row[] = Object.values(ROW);

const NAMES = Object.keys(ROW) as (keyof typeof ROW)[];

/**
 * Selects rows by their short names, which commas separate. Without names it selects all rows.
 * @throws WrongUse for a name that no row has
 */
export const rowsOf = (names: string | undefined): readonly Row[] =>
  names === undefined ? ROWS : names.split(',').map((name) => ROW[oneOf('row', name.trim(), NAMES)]);
