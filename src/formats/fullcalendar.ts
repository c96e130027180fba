import { type EventRow, isoDate, isoInstant } from './event';
import type { RowFormat } from './format';

/** The event objects of FullCalendar (fullcalendar.io/docs/event-parsing). */
export const fullcalendar: RowFormat = {
  help: { list: 'the JSON array of FullCalendar', event: 'JSON', none: 'null' },
  source: 'row',
  event: (row) => JSON.stringify(row === undefined ? null : toEventObject(row)),
  list: (rows) => JSON.stringify(rows.map(toEventObject)),
};

function toEventObject({ id, title, start, end, allDay, url, description, location, category }: EventRow) {
  const render = allDay ? isoDate : isoInstant;
  return {
    id: String(id),
    title,
    start: render(start),
    end: render(end),
    allDay,
    // JSON.stringify leaves it out: FullCalendar makes a link of any url, an empty one included.
    url: url === '' ? undefined : url,
    extendedProps: { description, location, category },
  };
}
