import { FIELD_NAMES, FIELDS } from '../../formats/event-fields';
import type { Statement } from '../database';
import { EVENT_ROW } from './event-row';
import { EVENT_STATE } from './event-state';

const COLUMNS = FIELD_NAMES.map((field) => FIELDS[field].column);

/**
 * Parameters: id. Answers one row, its `text` null where there is no such event; and the `state` that it was read in.
 */
export const SELECT_EVENT = {
  json: { name: 'event_json', text: select('json'), isShort: true },
  /** A list of one row, as `SELECT_RANGE` has it. */
  row: { name: 'event_row', text: select(`'[' || ${EVENT_ROW} || ']'`), isShort: true },
  /** Whatever any of the others reads, and what is only written: of a table that somebody changed it fails. */
  everything: {
    name: 'event_everything',
    text: select(`concat(${COLUMNS.join(', ')}, ${EVENT_ROW})`),
    isProbe: true,
  },
} satisfies Readonly<Record<string, Statement>>;

function select(text: string): string {
  return `SELECT (SELECT ${text} FROM event WHERE id = $1) AS text, ${EVENT_STATE} AS state`;
}
