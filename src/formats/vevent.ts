import { describe, FIELDS, TEXT_FIELDS, type WrittenEvent } from '../event/fields';
import { contentLines, escapeText } from './icalendar-lines';

/** What stands before and after the events of a calendar (RFC 5545 3.4). */
export const CALENDAR = {
  head: contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  tail: contentLines(['END:VCALENDAR']),
};

/** Text by its properties, addresses behind it; the uid stands first of all. */
const TEXTS = [false, true].flatMap((isAddress) =>
  TEXT_FIELDS.filter((field) => field !== 'uid' && isAddress === (describe(field).address === true)).map(
    (field) => ({ field, property: FIELDS[field].property.toUpperCase(), isAddress }),
  ),
);

/**
 * An event as a VEVENT (RFC 5545 3.6.1).
 * @param stamp an instant in UTC. Its start rather than the present, so that the same event is always the same bytes.
 * @param more lines of the caller's own properties
 */
export function vevent(event: WrittenEvent, stamp: string, more: readonly string[] = []): string {
  const type = event.allDay ? ';VALUE=DATE' : '';
  const lines = [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${basic(stamp)}`,
    `DTSTART${type}:${basic(event.start)}`,
    `DTEND${type}:${basic(event.end)}`,
  ];
  for (const { field, property, isAddress } of TEXTS) {
    const text = event[field];
    // A URI is no TEXT (RFC 5545 3.3.13): nothing is escaped in it, and a line end could only break it.
    if (text !== '') lines.push(`${property}:${isAddress ? text.replaceAll('\n', '') : escapeText(text)}`);
  }
  lines.push(`X-EVENTS-QUERY-ID:${event.id}`, ...more, 'END:VEVENT');
  return contentLines(lines);
}

/** RFC 5545 3.3.4, 3.3.5: `20260301`, or `20260301T090000Z`, which has no fractions of a second. */
function basic(iso: string): string {
  const date = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10);
  if (iso.length === '2026-03-01'.length) return date;
  return `${date}T${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`;
}
