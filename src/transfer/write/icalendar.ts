import type { WrittenEvent } from '../../event/fields';
import { CALENDAR, vevent } from '../../formats/vevent';
import type { Writer } from './writer';

/**
 * iCalendar (RFC 5545). What its own properties can't hold goes into X- properties, which the import reads: the id,
 * and times that have milliseconds.
 */
export const iCalendarWriter: Writer = {
  head: CALENDAR.head,
  event: (event) => vevent(event, event.allDay ? `${event.start}T00:00:00Z` : event.start, exactTimes(event)),
  tail: () => CALENDAR.tail,
};

function exactTimes({ start, end }: WrittenEvent): string[] {
  return [
    ...(start.includes('.') ? [`X-EVENTS-QUERY-START:${start}`] : []),
    ...(end.includes('.') ? [`X-EVENTS-QUERY-END:${end}`] : []),
  ];
}
