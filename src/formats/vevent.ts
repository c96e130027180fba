import type { WrittenEvent } from '../event/fields';
import { contentLines, escapeText } from './icalendar-lines';

/** What stands before and after the events of a calendar (RFC 5545 3.4). */
export const CALENDAR = {
  head: contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  tail: contentLines(['END:VCALENDAR']),
};

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
    `SUMMARY:${escapeText(event.title)}`,
    ...unlessEmpty('DESCRIPTION', escapeText(event.description)),
    ...unlessEmpty('LOCATION', escapeText(event.location)),
    ...unlessEmpty('CATEGORIES', escapeText(event.category)),
    // A URI is no TEXT (RFC 5545 3.3.13): nothing is escaped in it, and a line end could only break it.
    ...unlessEmpty('URL', event.url.replaceAll('\n', '')),
    `X-EVENTS-QUERY-ID:${event.id}`,
    ...more,
    'END:VEVENT',
  ]);
}

function unlessEmpty(property: string, value: string): string[] {
  return value === '' ? [] : [`${property}:${value}`];
}

/** RFC 5545 3.3.4, 3.3.5: `20260301`, or `20260301T090000Z`, which has no fractions of a second. */
function basic(time: string): string {
  return time.replace(/[-:]|\.\d+/g, '');
}
