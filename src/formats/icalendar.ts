import { type EventRow, isoDate, isoInstant } from './event';
import type { RowFormat } from './format';

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
  return lines.map((line) => `${fold(line)}\r\n`).join('');
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

/** RFC 5545 3.3.11 */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** RFC 5545 3.1: lines of at most 75 octets without the line end, continued by a blank; characters stay whole. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
