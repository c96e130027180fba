import type { Statement } from '../database';

/** An SQL expression: which state the events are in. It moves on with every change and never comes again. */
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
