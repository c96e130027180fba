import type { Statement } from '../database';
import { eventColumns, type Shape } from './event-columns';

/** Parameters: id; for rows also the time zone. Answers no row or one; a fragment as `fragment`. */
export const SELECT_EVENT: Readonly<Record<Shape, Statement>> = {
  json: { name: 'event_json', text: 'SELECT json AS fragment FROM event WHERE id = $1' },
  xml: { name: 'event_xml', text: 'SELECT xml AS fragment FROM event WHERE id = $1' },
  row: { name: 'event_row', text: `SELECT ${eventColumns('$2::text', 'row')} FROM event WHERE id = $1` },
  extraRow: {
    name: 'event_extra_row',
    text: `SELECT ${eventColumns('$2::text', 'extraRow')} FROM event WHERE id = $1`,
  },
};
