import { escapeMarkup } from '../text/markup';
import type { EventRow } from './event';
import type { RowFormat } from './format';

const CLASSES = new Set([
  'event-important',
  'event-success',
  'event-warning',
  'event-info',
  'event-inverse',
  'event-special',
]);

const SHOWN = ['id', 'title', 'url', 'category', 'startInstant', 'endInstant'] as const;

type Shown = (typeof SHOWN)[number];
type Row = Pick<EventRow, Shown>;

/**
 * What Serhioromano's bootstrap-calendar reads from its `events_source`. No format file: those neither escape for HTML
 * nor know which classes the widget has.
 */
export const bootstrapCalendar: RowFormat<Iterable<Row>> = {
  help: {
    list: 'the JSON of bootstrap-calendar',
    event: 'the JSON of bootstrap-calendar',
    none: '{"success":1,"result":[]}',
  },
  source: 'row',
  fields: SHOWN,
  event: (rows = []) => answer(rows),
  list: answer,
};

function answer(rows: Iterable<Row>): string {
  return JSON.stringify({ success: 1, result: Array.from(rows, toEventObject) });
}

function toEventObject({ id, title, url, category, startInstant, endInstant }: Row) {
  return {
    id: String(id),
    // The widget inserts both into its HTML as they are.
    title: escapeMarkup(title),
    url: escapeMarkup(url),
    class: CLASSES.has(category) ? category : '',
    start: startInstant,
    end: endInstant,
  };
}
