import { type EventRow, isoDate, isoInstant } from './event';
import type { RowFormat } from './format';
import { CALENDAR, vevent } from './vevent';

/** RFC 5545. */
export const icalendar: RowFormat = {
  help: { list: 'iCalendar', event: 'iCalendar', none: 'a calendar without events' },
  source: 'row',
  event: (row) => calendar(row === undefined ? [] : [row]),
  list: calendar,
};

function calendar(rows: readonly EventRow[]): string {
  return CALENDAR.head + rows.map(eventText).join('') + CALENDAR.tail;
}

function eventText(row: EventRow): string {
  const iso = row.allDay ? isoDate : isoInstant;
  return vevent({ ...row, start: iso(row.start), end: iso(row.end) }, isoInstant(row.startInstant));
}
