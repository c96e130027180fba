import { EVENTS_A_MONTH, FIRST_ID, jsonOf, listOf, monthStart } from '../data';

export type Question =
  /** Requests a new range each time, for operations that answer at once without a store. */
  | { readonly kind: 'echo' }
  | { readonly kind: 'same-event' }
  /** Requests another event each time, until all `of` events were read. */
  | { readonly kind: 'each-event'; readonly of: number }
  /** `first` is the number of a month, counted from the first month that has events. */
  | { readonly kind: 'months'; readonly count: number; readonly first: number }
  | { readonly kind: 'wsdl' };

export interface Call {
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** This is the number of an event in May, counted from 0. */
const SAME_EVENT = 4_567;
/** This commit precedes a call. It makes cached answers invalid, but changes no value of an event. */
export const COMMIT = `UPDATE event SET title = title WHERE id = ${FIRST_ID + SAME_EVENT}`;
const ECHO_FROM = 1_500_000_000_000;
const ECHO_TO = 1_900_000_000_000;
/**
 * This number is a prime, and no number of events in a question is a multiple of it. So each event is read once before
 * any event is read again.
 */
const STRIDE = 7_919;

/** Returns a text of 115 characters, which makes an answer of 200 bytes to an HTTP GET. */
export const echo = (from: bigint | number, to: bigint | number): string =>
  `events from ${from} to ${to}: ${'x'.repeat(71)}`;

/** Returns the `n`th call of a question, or `undefined` for the WSDL, which is not an operation. */
export function callOf(question: Question, n: number): Call | undefined {
  switch (question.kind) {
    case 'echo':
      return { operation: 'SelectEventsRanged', parameters: { from: ECHO_FROM + n, to: ECHO_TO } };
    case 'same-event':
    case 'each-event':
      return {
        operation: 'SelectEvent',
        parameters: { intEventID: FIRST_ID + numberOf(question, n), bolAsJSON: 'true' },
      };
    case 'months':
      if (question.count === 1) {
        const date = new Date(monthStart(question.first));
        const [month, year] = [date.getUTCMonth() + 1, date.getUTCFullYear()];
        return { operation: 'SelectEvents', parameters: { month, year } };
      }
      return {
        operation: 'SelectEventsRanged',
        parameters: { from: monthStart(question.first), to: monthStart(question.first + question.count) },
      };
    case 'wsdl':
      return undefined;
  }
}

/** Returns a function that returns the result of the `n`th call. */
export function resultsOf(question: Question): (n: number) => string {
  switch (question.kind) {
    case 'echo':
      return (n) => echo(ECHO_FROM + n, ECHO_TO);
    case 'same-event':
    case 'each-event':
      return (n) => jsonOf(numberOf(question, n));
    case 'months': {
      const list = listOf(question.first * EVENTS_A_MONTH, question.count * EVENTS_A_MONTH);
      return () => list;
    }
    case 'wsdl':
      return () => '';
  }
}

function numberOf(question: Question, n: number): number {
  return question.kind === 'each-event' ? (n * STRIDE) % question.of : SAME_EVENT;
}
