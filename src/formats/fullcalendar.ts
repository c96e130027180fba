import { clockOf } from './file/clock';
import { compileFormat } from './file/compile';
import type { RowFormat } from './format';

/** The event objects of FullCalendar (fullcalendar.io/docs/event-parsing), which make a link of any url, even an empty one. */
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

export const fullcalendar: RowFormat = {
  ...compileFormat(JSON.stringify(FILE), 'fullcalendar', clockOf('UTC')).format,
  help: { list: 'the JSON array of FullCalendar', event: 'JSON', none: 'null' },
};
