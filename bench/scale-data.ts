/** Makes seeded events for bench:scale, which are the same in every run: about 1,000 in each month from 1900 on. */
import { Random } from '../test/support/random';
import { EVENTS_A_MONTH } from './data';

const FIRST_YEAR = 1900;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FOUR_WEEKS_MS = 28 * DAY_MS;

/** Returns the start of a month in Unix milliseconds. @param index counts from the first month that has events */
export const scaleMonth = (index: number): number => Date.UTC(FIRST_YEAR, index);

/** @returns events numbered from 1: 95 % last an hour, 2 % are all-day, 3 % last days, and 0.01 % last years */
export function* scaleEvents(count: number): Generator<object> {
  const random = new Random(20_260_301);
  for (let number = 0; number < count; number++) {
    const minute = random.below(FOUR_WEEKS_MS / 60_000);
    const start = scaleMonth(Math.floor(number / EVENTS_A_MONTH)) + minute * 60_000;
    yield {
      id: number + 1,
      title: `Event ${number + 1}`,
      description: 'A talk',
      location: `Room ${100 + (number % 900)}`,
      category: 'talk',
      ...span(start, random.fraction() * 100, random.between(1, 9)),
    };
  }
}

function span(start: number, percentile: number, length: number): { start: string; end: string } {
  if (percentile < 95) return { start: time(start), end: time(start + HOUR_MS) };
  if (percentile < 97) return { start: date(start), end: date(start + length * DAY_MS) };
  const days = percentile < 99.99 ? length : length * 365;
  return { start: time(start), end: time(start + days * DAY_MS) };
}

const time = (instant: number): string => new Date(instant).toISOString();
const date = (instant: number): string => time(instant).slice(0, 10);
