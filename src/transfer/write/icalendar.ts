import type { ExportedEvent, Writer } from './writer';

/**
 * iCalendar (RFC 5545). What its own properties can't hold goes into X- properties, which the import reads: the id,
 * and times that have milliseconds.
 */
export const iCalendarWriter: Writer = {
  head: lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  event: (event) => lines(vevent(event)),
  tail: () => lines(['END:VCALENDAR']),
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

/** RFC 5545 3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${fold(line)}\r\n`).join('');
}

/** Lines of at most 75 octets, never cut within a character (RFC 5545 3.1). */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = '';
      octets = 1; // the blank that marks the continuation
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
