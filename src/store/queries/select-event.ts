import { FIELD_NAMES, FIELDS } from '../../event/fields';
import { ROW_FIELDS, type RowField } from '../../formats/event';
import { onceFor } from '../../memory/once-for';
import type { Statement } from '../database';
import { EVENT_STATE } from './event-state';
import { packedName, packedRow } from './packed-rows';

const COLUMNS = FIELD_NAMES.map((field) => FIELDS[field].column);

/**
 * Parameters: id; for `row` and `everything` also the time zone. Answers one row, its `text` null where there is no
 * such event; and the `state` that it was read in.
 */
export const SELECT_EVENT = {
  json: { name: 'event_json', text: select('json', 'event WHERE id = $1'), isShort: true },
  xml: { name: 'event_xml', text: select('xml', 'event WHERE id = $1'), isShort: true },
  row: onceFor((fields: readonly RowField[]) => ({
    name: `event_row_${packedName(fields)}`,
    // Named, so that the parameter has its type where no field needs it.
    text: select(packedRow('zone', fields), 'event, (SELECT $2::text AS zone) AS asked WHERE id = $1'),
    isShort: true,
  })),
  /** Whatever any of the others reads, and what is only written: of a table that somebody changed it fails. */
  everything: {
    name: 'event_everything',
    text: select(
      `concat(xml, ${COLUMNS.join(', ')}, ${packedRow('zone', ROW_FIELDS)})`,
      'event, (SELECT $2::text AS zone) AS asked WHERE id = $1',
    ),
    isProbe: true,
  },
} satisfies Readonly<Record<string, Statement | ((fields: readonly RowField[]) => Statement)>>;

function select(event: string, from: string): string {
  return `SELECT (SELECT ${event} FROM ${from}) AS text, ${EVENT_STATE} AS state`;
}
