import { lazy } from '../lib/memoize';
import { escapeMarkup } from '../lib/text/markup';
import type { TimeZone } from '../lib/time/zones';
import { type EventRow, JSON_FIELDS } from './event';
import type { Format, FormatHelp, RowFormat } from './format';
import { calendarOf } from './icalendar';
import type { FormatFile } from './read';

export const FORMATS = {
  json: {
    help: { list: 'a JSON array', event: 'JSON', none: 'null' },
    open: () => ({ source: 'json' }),
  },
  xml: {
    help: { list: 'XML', event: 'XML', none: '<events></events>' },
    open: (zone) => formatOf(XML, 'xml', zone),
  },
  'bootstrap-calendar': {
    help: {
      list: 'the JSON of bootstrap-calendar',
      event: 'the JSON of bootstrap-calendar',
      none: '{"success":1,"result":[]}',
    },
    open: (zone) => listFormat((rows) => bootstrapCalendar(rows, zone)),
  },
  fullcalendar: {
    help: { list: 'the JSON array of FullCalendar', event: 'JSON', none: 'null' },
    open: (zone) => formatOf(FULLCALENDAR, 'fullcalendar', zone),
  },
  icalendar: {
    help: { list: 'iCalendar', event: 'iCalendar', none: 'a calendar without events' },
    open: (zone) => listFormat((rows) => calendarOf(rows, zone)),
  },
} satisfies Readonly<Record<string, { readonly help: FormatHelp; open(zone: TimeZone): Format }>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[];

/** Returns a format in which one event is a list of one item, and a missing event is an empty list. */
function listFormat(list: RowFormat['list']): RowFormat {
  return { source: 'rows', list, event: (row) => list(row === undefined ? [] : [row]) };
}

const CLASSES = new Set([
  'event-important',
  'event-success',
  'event-warning',
  'event-info',
  'event-inverse',
  'event-special',
]);

/**
 * Returns the feed that Serhioromano's bootstrap-calendar reads from its `events_source`. No format file describes this
 * feed, because format files can neither escape for HTML nor choose the widget's CSS classes.
 */
function bootstrapCalendar(rows: readonly EventRow[], zone: TimeZone): string {
  const result = rows.map(({ id, title, url, category, start, end, allDay }) => ({
    id: String(id),
    // The widget inserts the title and the URL into its HTML without escaping them.
    title: escapeMarkup(title),
    url: escapeMarkup(url),
    class: CLASSES.has(category) ? category : '',
    start: allDay ? zone.startOfDay(start) : start,
    end: allDay ? zone.startOfDay(end) : end,
  }));
  return JSON.stringify({ success: 1, result });
}

/**
 * This format file writes the event objects of FullCalendar (fullcalendar.io/docs/event-parsing). FullCalendar makes a
 * link of any `url`, even of an empty one, so an empty url is left out.
 */
const FULLCALENDAR = {
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

/** This format file writes an element for each field, in the order of the default JSON. */
const XML = {
  kind: 'xml',
  event: `<event>${JSON_FIELDS.map((field) => `<${field}>{${field}}</${field}>`).join('')}</event>`,
  list: '<events>{events}</events>',
};

/** Returns a format that is compiled on first use, because most services never use it. */
function formatOf(file: object, name: string, zone: TimeZone): RowFormat {
  const format = lazy(() => compileFormatFile(JSON.stringify(file), name, zone).format);
  return {
    source: 'rows',
    event: (row) => format().event(row),
    list: (rows) => format().list(rows),
  };
}

/**
 * Compiles a format file. The compiler is loaded on first use, because most services have no format file, and would
 * start later if they loaded the compiler.
 */
export function compileFormatFile(text: string, name: string, zone: TimeZone): FormatFile {
  const { compileFormat } = require('./format-file') as typeof import('./format-file');
  return compileFormat(text, name, zone);
}
