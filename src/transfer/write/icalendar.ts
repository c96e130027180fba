import type { ExtraFields, WrittenEvent } from '../../formats/event-fields';
import { CALENDAR, escapeText, vevent } from '../../formats/icalendar';
import type { Writer } from './writer';

/**
 * iCalendar (RFC 5545). What its own properties can't hold goes into X- properties, which the import reads: the id,
 * times that have milliseconds, and the extra fields, which may have any name and value, as one JSON object.
 */
export const iCalendarWriter: Writer = {
  head: () => CALENDAR.head,
  event: ({ fields, extra }) =>
    vevent(fields, fields.allDay ? `${fields.start}T00:00:00Z` : fields.start, [
      ...exactTimes(fields),
      ...extraProperty(extra),
    ]),
  tail: () => CALENDAR.tail,
};

function exactTimes({ start, end }: WrittenEvent): string[] {
  return [
    ...(start.includes('.') ? [`X-EVENTS-QUERY-START:${start}`] : []),
    ...(end.includes('.') ? [`X-EVENTS-QUERY-END:${end}`] : []),
  ];
}

function extraProperty(extra: ExtraFields): string[] {
  if (Object.keys(extra).length === 0) return [];
  return [`X-EVENTS-QUERY-EXTRA:${escapeText(JSON.stringify(extra))}`];
}
