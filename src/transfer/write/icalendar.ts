import { contentLines, escapeText } from '../../formats/icalendar-lines';
import type { ExportedEvent, Writer } from './writer';

/**
 * iCalendar (RFC 5545). What its own properties can't hold goes into X- properties, which the import reads: the id,
 * and times that have milliseconds.
 */
export const iCalendarWriter: Writer = {
  head: contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  event: (event) => contentLines(vevent(event)),
  tail: () => contentLines(['END:VCALENDAR']),
};

function vevent(event: ExportedEvent): string[] {
  const stamp = event.allDay ? `${basic(event.start)}T000000Z` : basic(event.start);
  const text = (name: string, value: string) => (value === '' ? [] : [`${name}:${escapeText(value)}`]);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${stamp}`,
    ...time('START', event.start, event.allDay),
    ...time('END', event.end, event.allDay),
    ...text('SUMMARY', event.title),
    ...text('DESCRIPTION', event.description),
    ...text('LOCATION', event.location),
    ...text('CATEGORIES', event.category),
    ...address(event.url),
    `X-EVENTS-QUERY-ID:${event.id}`,
    'END:VEVENT',
  ];
}

function time(which: 'START' | 'END', value: string, allDay: boolean): string[] {
  if (allDay) return [`DT${which};VALUE=DATE:${basic(value)}`];
  const line = `DT${which}:${basic(value)}`;
  return value.includes('.') ? [line, `X-EVENTS-QUERY-${which}:${value}`] : [line];
}

/** `20260301T090000Z` without milliseconds, or `20260301`. */
function basic(value: string): string {
  return value.replace(/[-:]|\.\d+/g, '');
}

/** A URL is a URI, which RFC 5545 doesn't escape. */
function address(url: string): string[] {
  return url === '' ? [] : [`URL:${url}`];
}
