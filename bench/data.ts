/** The events of the bench, each a function of its number, so that whoever checks an answer knows its bytes. */

export const EVENTS_A_MONTH = 1_000;
export const FIRST_ID = 100_001;
const FIRST_YEAR = 2020;
/** 1,000 of them take 27.8 days: every event lies within its month, February's too. */
const PAUSE_MS = 2_400_000;
const HOUR_MS = 3_600_000;

export interface BenchEvent {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly category: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** @param number counts from 0 */
export function eventOf(number: number): BenchEvent {
  const start = monthStart(Math.floor(number / EVENTS_A_MONTH)) + (number % EVENTS_A_MONTH) * PAUSE_MS;
  const id = FIRST_ID + number;
  return {
    id,
    title: `Event ${id}`,
    description: 'A talk',
    location: `Room ${100 + (id % 900)}`,
    url: '',
    category: 'talk',
    start: seconds(start),
    end: seconds(start + HOUR_MS),
    allDay: false,
  };
}

/** What the service answers for one event as JSON. */
export const jsonOf = (number: number): string => JSON.stringify(eventOf(number));

/** What it answers for events that follow one another. */
export function listOf(first: number, count: number): string {
  return `[${Array.from({ length: count }, (_, index) => jsonOf(first + index)).join(',')}]`;
}

/** Unix milliseconds of a month's begin. @param index counts from the first month that has events */
export const monthStart = (index: number): number => Date.UTC(FIRST_YEAR, index);

const seconds = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
