import type { EventsPortType } from '../contract/operations';
import { utcMidnight } from '../time/dates';
import { fromUnixMs, type RangeUnit } from '../time/range-unit';

/** One call of a walk through another service's events. */
export interface Question {
  /** As progress, messages and kept answers name it: `SelectEvents(month=3, year=2026)`. */
  readonly name: string;
  ask(service: EventsPortType): Promise<string | null>;
}

/** A month of the calendar, 1–12 of the years 1–9999. */
export interface CalendarMonth {
  readonly year: number;
  readonly month: number;
}

/** Every month from `first` to `last`, both included, by SelectEvents. */
export function monthQuestions(first: CalendarMonth, last: CalendarMonth): Question[] {
  return monthsBetween(first, last).map(({ month, year }) => ({
    name: `SelectEvents(month=${month}, year=${year})`,
    ask: (service) => service.selectEvents(month, year),
  }));
}

/** The same months by SelectEventsRanged, in UTC; `from` and `to` count in `unit`. */
export function rangeQuestions(first: CalendarMonth, last: CalendarMonth, unit: RangeUnit): Question[] {
  return monthsBetween(first, last).map(({ month, year }) => {
    const from = fromUnixMs(utcMidnight(year, month), unit);
    const to = fromUnixMs(utcMidnight(year, month + 1), unit);
    return {
      name: `SelectEventsRanged(from=${from}, to=${to})`,
      ask: (service) => service.selectEventsRanged(BigInt(from), BigInt(to)),
    };
  });
}

function monthsBetween(first: CalendarMonth, last: CalendarMonth): CalendarMonth[] {
  const start = first.year * 12 + first.month - 1;
  const count = Math.max(0, last.year * 12 + last.month - start);
  return Array.from({ length: count }, (_, index) => ({
    year: Math.floor((start + index) / 12),
    month: ((start + index) % 12) + 1,
  }));
}
