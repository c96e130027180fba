/** SQL that several queries share. */
import type { Session, Statement } from '../database';

/** An SQL expression for the state that the events are in. It changes with every commit and never comes again. */
export const EVENT_STATE = '(SELECT state::text FROM event_version)';

/** The state that a query's events were in, in its first row; `null` where the one row that holds it is gone. */
export interface WithState {
  readonly state: string | null;
}

export const SELECT_STATE: Statement = {
  name: 'event_state',
  text: `SELECT ${EVENT_STATE} AS state`,
  isShort: true,
};

/**
 * An SQL expression for an event as JSON with what its ready JSON leaves out. `eventRows` in formats/event.ts reads it.
 */
// Most events have no extra fields: {} takes 5 to 8 bytes, any other object 13.
export const EVENT_ROW = `'{"uid":' || to_json(uid)::text
  || CASE WHEN pg_column_size(extra) > 8 THEN ',"extra":' || extra::text ELSE '' END
  || ',' || substr(json, 2)`;

/** The columns that `EVENT_ROW` reads. */
export const ROW_COLUMNS = 'id, json, uid, extra';

/** An all-day event's dates begin at midnight in the zone, as Postgres reads it where it repeats or is missing. */
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
