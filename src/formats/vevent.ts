import { describe, FIELDS, TEXT_FIELDS, type TextField, type WrittenEvent } from '../event/fields';
import { contentLines, escapeText } from './icalendar-lines';

/** What stands before and after the events of a calendar (RFC 5545 3.4). */
export const CALENDAR = {
  head: contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  tail: contentLines(['END:VCALENDAR']),
};

/** Text by its properties, addresses behind it; the uid stands first of all. */
const TEXTS = [false, true].flatMap((isAddress) =>
  TEXT_FIELDS.filter((field) => field !== 'uid' && isAddress === (describe(field).address === true)),
);

/**
 * An event as a VEVENT (RFC 5545 3.6.1).
 * @param stamp an instant in UTC. Its start rather than the present, so that the same event is always the same bytes.
 * @param more lines of the caller's own properties
 */
export function vevent(event: WrittenEvent, stamp: string, more: readonly string[] = []): string {
  const type = event.allDay ? ';VALUE=DATE' : '';
  return contentLines([
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${basic(stamp)}`,
    `DTSTART${type}:${basic(event.start)}`,
    `DTEND${type}:${basic(event.end)}`,
    ...TEXTS.flatMap((field) => textLine(field, event[field])),
    `X-EVENTS-QUERY-ID:${event.id}`,
    ...more,
    'END:VEVENT',
  ]);
}

function textLine(field: TextField, text: string): string[] {
  if (text === '') return [];
  // A URI is no TEXT (RFC 5545 3.3.13): nothing is escaped in it, and a line end could only break it.
  const value = describe(field).address === true ? text.replaceAll('\n', '') : escapeText(text);
  return [`${FIELDS[field].property.toUpperCase()}:${value}`];
}

/** RFC 5545 3.3.4, 3.3.5: `20260301`, or `20260301T090000Z`, which has no fractions of a second. */
function basic(time: string): string {
  return time.replace(/[-:]|\.\d+/g, '');
}
