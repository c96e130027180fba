import { FIELD_NAMES } from '../event/fields';
import { type EventRow, isoDate, isoInstant } from './event';
import type { RowFormat } from './format';
import { CALENDAR, vevent } from './vevent';

const SHOWN = [...FIELD_NAMES, 'startInstant'] as const;

type Shown = (typeof SHOWN)[number];
type Row = Pick<EventRow, Shown>;

/** RFC 5545. */
export const icalendar: RowFormat<Iterable<Row>> = {
  help: { list: 'iCalendar', event: 'iCalendar', none: 'a calendar without events' },
  source: 'row',
  fields: SHOWN,
  event: (rows = []) => calendar(rows),
  list: calendar,
};

function calendar(rows: Iterable<Row>): string {
  return CALENDAR.head + Array.from(rows, eventText).join('') + CALENDAR.tail;
}

function eventText(row: Row): string {
  const { allDay, start, end } = row;
  if (allDay)
    return vevent({ ...row, start: isoDate(start), end: isoDate(end) }, isoInstant(row.startInstant));
  const written = isoInstant(start);
  return vevent({ ...row, start: written, end: isoInstant(end) }, written);
}
