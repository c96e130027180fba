import { once } from '../memory/once';
import { compileOnDemand } from './compile-on-demand';
import type { RowFormat } from './format';

/**
 * The event objects of FullCalendar (fullcalendar.io/docs/event-parsing), which make a link of any url, even an empty
 * one.
 */
const FILE = {
  kind: 'json',
  event: {
    id: '{id:text}',
    title: '{title}',
    start: '{start}',
    end: '{end}',
    allDay: '{allDay}',
    url: '{url?}',
    extendedProps: { description: '{description}', location: '{location}', category: '{category}' },
  },
};

/** Compiled when it is first asked for: every start knows all formats by their names. */
const format = once((): RowFormat => compileOnDemand(JSON.stringify(FILE), 'fullcalendar', 'UTC').format);

export const fullcalendar: RowFormat = {
  help: { list: 'the JSON array of FullCalendar', event: 'JSON', none: 'null' },
  source: 'row',
  get fields() {
    return format().fields;
  },
  event: (events) => format().event(events),
  list: (events) => format().list(events),
};
