/**
 * Makes the events of the bench. Each event is computed from its number, so that the load generator knows the bytes of
 * every answer.
 */

export const EVENTS_A_MONTH = 1_000;
/** From this month on titles have markup. Rows without markup request only earlier months. */
export const MARKUP_MONTHS_FROM = 100;
/** The database has 100 months without markup and 10 months with markup. */
export const EVENT_COUNT = (MARKUP_MONTHS_FROM + 10) * EVENTS_A_MONTH;
export const FIRST_ID = 100_001;
const FIRST_YEAR = 2020;
/**
 * A month has 1,000 events, one every 2,400 seconds. That is 27.8 days, so every event is in its month, even in
 * February.
 */
const PAUSE_MS = 2_400_000;
const HOUR_MS = 3_600_000;

/** @param number counts from 0 */
export function eventOf(number: number) {
  const month = Math.floor(number / EVENTS_A_MONTH);
  const start = monthStart(month) + (number % EVENTS_A_MONTH) * PAUSE_MS;
  const id = FIRST_ID + number;
  return {
    id,
    title: month < MARKUP_MONTHS_FROM ? `Event ${id}` : `<b>Q&A</b> ${id}`,
    description: 'A talk',
    location: `Room ${100 + (id % 900)}`,
    url: '',
    category: 'talk',
    start: seconds(start),
    end: seconds(start + HOUR_MS),
    allDay: false,
  };
}

export const jsonOf = (number: number): string => JSON.stringify(eventOf(number));

/** Writes the service's JSON for a list of consecutive events. */
export function listOf(first: number, count: number): string {
  return `[${Array.from({ length: count }, (_, index) => jsonOf(first + index)).join(',')}]`;
}

/** Returns the start of a month in Unix milliseconds. @param index counts from the first month that has events */
export const monthStart = (index: number): number => Date.UTC(FIRST_YEAR, index);

/** Escapes text content of an XML element. Quotation marks stay as they are. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const seconds = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
