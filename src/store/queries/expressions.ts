/** Contains SQL that several queries share. */
import type { Session, Statement } from '../database';

/** Selects the state of the events. It changes whenever the events change, and never repeats. */
export const EVENT_STATE = '(SELECT state::text FROM event_version)';

/** The first row of a query has the state of the events, which is `null` if `event_version` is empty. */
export interface WithState {
  readonly state: string | null;
}

export const SELECT_STATE: Statement = {
  name: 'event_state',
  text: `SELECT ${EVENT_STATE} AS state`,
  isProbe: true,
};

/**
 * Writes an event as JSON: the stored JSON, with uid and extra fields added. `eventRows` in formats/event.ts reads it.
 */
// A comparison of sizes is faster than a comparison of values: `{}` takes 5 to 8 bytes, and any other object at least
// 13.
export const EVENT_ROW = `'{"uid":' || to_json(uid)::text
  || CASE WHEN pg_column_size(extra) > 8 THEN ',"extra":' || extra::text ELSE '' END
  || ',' || substr(json, 2)`;

/** These are the columns that `EVENT_ROW` reads. */
export const ROW_COLUMNS = 'id, json, uid, extra';

/**
 * Returns SQL for the instant at which an event starts or ends. A date of an all-day event means midnight in the zone.
 * If clocks skip or repeat midnight, Postgres chooses the instant.
 */
export function instantSql(column: string, allDay: string, zone: string): string {
  return `CASE WHEN ${allDay} THEN ${midnightSql(column, zone)} ELSE ${column} END`;
}

/** Returns SQL for the midnight in a zone of a day that is stored as its midnight in UTC. */
export function midnightSql(column: string, zone: string): string {
  return `${column} AT TIME ZONE 'UTC' AT TIME ZONE ${zone}`;
}

/** Returns true if the store has no events, not even the sample events. */
export async function hasNoEvents(session: Session): Promise<boolean> {
  const [row] = await session.query<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM event) AS empty');
  return row?.empty ?? true;
}
