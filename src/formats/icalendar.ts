import { type EventRow, isoDate, isoInstant } from './event';
import type { RowFormat } from './format';
import { contentLines, escapeText } from './icalendar-lines';

/** RFC 5545. */
export const icalendar: RowFormat = {
  source: 'row',
  event: (row) => calendar(row === undefined ? [] : [row]),
  list: calendar,
};

function calendar(rows: readonly EventRow[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN'];
  for (const row of rows) lines.push(...eventLines(row));
  lines.push('END:VCALENDAR');
  return contentLines(lines);
}

function eventLines(row: EventRow): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(row.uid)}`,
    // Its start rather than the time of the request, so that the same event is always the same bytes.
    `DTSTAMP:${dateTime(row.startInstant)}`,
    row.allDay ? `DTSTART;VALUE=DATE:${date(row.start)}` : `DTSTART:${dateTime(row.start)}`,
    row.allDay ? `DTEND;VALUE=DATE:${date(row.end)}` : `DTEND:${dateTime(row.end)}`,
    `SUMMARY:${escapeText(row.title)}`,
    ...unlessEmpty('DESCRIPTION', escapeText(row.description)),
    ...unlessEmpty('LOCATION', escapeText(row.location)),
    ...unlessEmpty('CATEGORIES', escapeText(row.category)),
    // A URI is no TEXT (RFC 5545 3.3.13): nothing is escaped in it, and a line end could only break it.
    ...unlessEmpty('URL', row.url.replaceAll('\n', '')),
    `X-EVENTS-QUERY-ID:${row.id}`,
    'END:VEVENT',
  ];
}

function unlessEmpty(property: string, value: string): string[] {
  return value === '' ? [] : [`${property}:${value}`];
}

/** RFC 5545 3.3.5, form 2, which has no fractions of a second: `20260301T090000Z` */
function dateTime(milliseconds: number): string {
  return isoInstant(milliseconds).replace(/\.\d+/, '').replace(/[-:]/g, '');
}

/** RFC 5545 3.3.4: `20260301` */
function date(milliseconds: number): string {
  return isoDate(milliseconds).replaceAll('-', '');
}
