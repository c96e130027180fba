/** Contains SQL that several queries share. */
import type { Session, Statement } from '../database';

/** Selects the state of the events. It changes with every commit and never repeats. */
export const EVENT_STATE = '(SELECT state::text FROM event_version)';

/**
 * Selects the state of the events at the time of a query, in its first row. It is `null` if the row that holds it is
 * missing.
 */
export interface WithState {
  readonly state: string | null;
}

export const SELECT_STATE: Statement = {
  name: 'event_state',
  text: `SELECT ${EVENT_STATE} AS state`,
  isShort: true,
};

/**
 * Writes an event as JSON, with the fields that its ready JSON does not have. `eventRows` in formats/event.ts reads it.
 */
// Most events have no extra fields: {} takes 5 to 8 bytes, any other object 13.
export const EVENT_ROW = `'{"uid":' || to_json(uid)::text
  || CASE WHEN pg_column_size(extra) > 8 THEN ',"extra":' || extra::text ELSE '' END
  || ',' || substr(json, 2)`;

/** These are the columns that `EVENT_ROW` reads. */
export const ROW_COLUMNS = 'id, json, uid, extra';

/**
 * The dates of an all-day event begin at midnight in the zone, as Postgres reads a midnight that clocks skip or repeat.
 */
export function instant(column: string, allDay: string, zone: string): string {
  return `CASE WHEN ${allDay} THEN ${midnight(column, zone)} ELSE ${column} END`;
}

export function midnight(column: string, zone: string): string {
  return `${column} AT TIME ZONE 'UTC' AT TIME ZONE ${zone}`;
}

/** Returns true when the store holds no event at all. */
export async function isEmpty(session: Session): Promise<boolean> {
  const [row] = await session.query<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM event) AS empty');
  return row?.empty ?? true;
}
