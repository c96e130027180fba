/** Writes iCalendar (RFC 5545) for the result format and the export. */

import type { TimeZone } from '../lib/time/zones';
import { type EventRow, isoDate, isoInstant } from './event';
import { FIELDS, specOf, TEXT_FIELDS } from './event-fields';

/** A line without its CRLF may have at most this many octets (RFC 5545 3.1). */
const MAX_OCTETS = 75;
/** One UTF-16 code unit has at most this many octets in UTF-8. */
const MAX_OCTETS_OF_UNIT = 3;

/** Writes events as an iCalendar document. */
export function calendarOf(rows: readonly EventRow[], zone: TimeZone): string {
  return CALENDAR.head + rows.map((row) => vevent(row, zone.startOfDay)).join('') + CALENDAR.tail;
}

/** Contains the text before and after the events of a calendar (RFC 5545 3.4). */
export const CALENDAR = {
  head: contentLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//events-query//EN']),
  tail: contentLines(['END:VCALENDAR']),
};

/** Lists the text fields, except the uid, with their properties: first the texts, then the addresses. */
const TEXTS = [false, true].flatMap((isAddress) =>
  TEXT_FIELDS.filter((field) => field !== 'uid' && isAddress === (specOf(field).isAddress === true)).map(
    (field) => ({ field, property: FIELDS[field].property.toUpperCase(), isAddress }),
  ),
);

/**
 * Returns an event as a VEVENT (RFC 5545 3.6.1). Its DTSTAMP is its start, so that the same event is always written as
 * the same bytes.
 * @param startOfDay returns the instant at which a date begins, which is the DTSTAMP of an all-day event
 * @param more lines for properties that only the caller writes
 */
export function vevent(
  event: EventRow,
  startOfDay: TimeZone['startOfDay'],
  more: readonly string[] = [],
): string {
  const [type, written] = event.allDay ? [';VALUE=DATE', isoDate] : ['', isoInstant];
  const start = written(event.start);
  const stamp = event.allDay ? isoInstant(startOfDay(event.start)) : start;
  const lines = [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${basic(stamp)}`,
    `DTSTART${type}:${basic(start)}`,
    `DTEND${type}:${basic(written(event.end))}`,
  ];
  for (const { field, property, isAddress } of TEXTS) {
    const text = event[field];
    // A URI is not of the type TEXT (RFC 5545 3.3.13), so it has no escapes, and a line end would break it.
    if (text !== '') lines.push(`${property}:${isAddress ? text.replaceAll('\n', '') : escapeText(text)}`);
  }
  lines.push(`X-EVENTS-QUERY-ID:${event.id}`, ...more, 'END:VEVENT');
  return contentLines(lines);
}

/**
 * Returns the basic form of a date or time, `20260301` or `20260301T090000Z`, without fractions of a second (RFC 5545
 * 3.3.4, 3.3.5).
 */
function basic(iso: string): string {
  return iso.replace(/[-:]|\.\d+/g, '');
}

function contentLines(lines: readonly string[]): string {
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** Escapes a value of type TEXT (RFC 5545 3.3.11). */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Folds a line: if it is too long, it continues after a CRLF and a space. No character is split (RFC 5545 3.1). */
function fold(line: string): string {
  // Counting the octets of short lines, too, would make a calendar an eighth slower.
  if (line.length * MAX_OCTETS_OF_UNIT <= MAX_OCTETS || Buffer.byteLength(line) <= MAX_OCTETS) return line;
  const octets = Buffer.from(line);
  let folded = '';
  let from = 0;
  for (let most = MAX_OCTETS; octets.length - from > most; most = MAX_OCTETS - 1) {
    let to = from + most;
    while (isWithinCharacter(octets[to])) to--;
    folded += `${octets.toString('utf8', from, to)}\r\n `;
    from = to;
  }
  return folded + octets.toString('utf8', from);
}

/** Returns true if an octet is in a character, but not its first. In UTF-8 these octets begin with the bits 10. */
function isWithinCharacter(octet = 0): boolean {
  return octet >> 6 === 0b10;
}
