import type { Statement } from '../database';
import { eventColumns, type Shape } from './event-columns';
import { EVENT_STATE } from './event-state';

/**
 * Parameters: id; for rows also the time zone. Fragments answer one row, its `fragment` null where there is no such
 * event; rows answer one or none. Each tells the `state` that it was read in.
 */
export const SELECT_EVENT: Readonly<Record<Shape, Statement>> = {
  json: { name: 'event_json', text: fragment('json'), isShort: true },
  xml: { name: 'event_xml', text: fragment('xml'), isShort: true },
  row: { name: 'event_row', text: row('row'), isShort: true },
  extraRow: { name: 'event_extra_row', text: row('extraRow'), isShort: true },
};

function fragment(column: 'json' | 'xml'): string {
  return `SELECT (SELECT ${column} FROM event WHERE id = $1) AS fragment, ${EVENT_STATE} AS state`;
}

function row(shape: 'row' | 'extraRow'): string {
  return `SELECT ${eventColumns('$2::text', shape)}, ${EVENT_STATE} AS state FROM event WHERE id = $1`;
}
