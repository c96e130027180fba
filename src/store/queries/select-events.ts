import { FIELD_NAMES, FIELDS } from '../../formats/event-fields';
import type { Statement } from '../database';
import { EVENT_ROW, EVENT_STATE, midnight, ROW_COLUMNS } from './expressions';

/** Holds statements that select the events that overlap a span, as a JSON array. */
export interface SelectEvents {
  /** This is the answer of the default format. */
  readonly json: Statement;
  /** Each event is an `EVENT_ROW`. */
  readonly rows: Statement;
}

/**
 * The parameters are `from` and `to` as texts of timestamptz, the time zone and the limit. The one row has `text`,
 * which is null if there are more events than the limit, and the `state` in which everything was read.
 */
export const SELECT_RANGE: SelectEvents = selectEvents('range', {
  from: '$1::timestamptz',
  to: '$2::timestamptz',
});

/**
 * This is the same as `SELECT_RANGE`, but the first two parameters are the year and the month of the time zone's
 * calendar.
 */
export const SELECT_MONTH: SelectEvents = selectEvents('month', {
  from: 'make_timestamptz($1::int, $2::int, 1, 0, 0, 0, $3::text)',
  to: 'make_timestamptz($1::int + $2::int / 12, $2::int % 12 + 1, 1, 0, 0, 0, $3::text)',
});

interface Span {
  readonly from: string;
  readonly to: string;
}

function selectEvents(name: string, span: Span): SelectEvents {
  return {
    json: { name: `${name}_json`, text: list('json', 'id, json', span) },
    rows: { name: `${name}_rows`, text: list(EVENT_ROW, ROW_COLUMNS, span) },
  };
}

/**
 * Selects a list.
 * @param event an SQL expression: the text of one event
 * @param columns those that it reads. Carrying all through a sort costs as much as the sort.
 */
function list(event: string, columns: string, span: Span): string {
  return `SELECT CASE WHEN count(*) <= $4::int
    THEN '[' || coalesce(string_agg(${event}, ',' ORDER BY begins, id), '') || ']' END AS text,
  ${EVENT_STATE} AS state
FROM (${overlapping(columns, span)}) AS found`;
}

/**
 * Half-open overlap selects an event that begins before `to`, and ends after `from` or, as a moment, begins at or after
 * it. There is one branch for each part of the index on (all_day, long, starts_at, ends_at): what is not long began at
 * most 32 days before `from`. The interval is 768 hours, because days of an interval depend on the session's time zone.
 * The limit stands inside, so that no question can ask for more work than an answer may hold.
 */
function overlapping(columns: string, { from, to }: Span): string {
  // An index can't be used for an OR, so the condition on `ends_at` is repeated beside it.
  const timed = `starts_at < ${to} AND ends_at >= ${from} AND (ends_at > ${from} OR starts_at >= ${from})`;
  // A date's midnight in any zone is less than a day from its midnight in UTC: a condition that the index serves.
  const day = "interval '24 hours'";
  const near = `starts_at < ${to} + ${day} AND ends_at > ${from} - ${day}`;
  const starts = midnight('starts_at', '$3::text');
  const allDay = `${near} AND ${starts} < ${to}
    AND (${midnight('ends_at', '$3::text')} > ${from} OR ${starts} >= ${from})`;
  return `
  SELECT ${columns}, starts_at AS begins FROM event
  WHERE NOT all_day AND NOT long AND starts_at >= ${from} - interval '768 hours' AND ${timed}
  UNION ALL
  SELECT ${columns}, starts_at FROM event
  WHERE NOT all_day AND long AND ${timed}
  UNION ALL
  SELECT ${columns}, ${starts} FROM event
  WHERE all_day AND NOT long AND starts_at >= ${from} - interval '792 hours' AND ${allDay}
  UNION ALL
  SELECT ${columns}, ${starts} FROM event
  WHERE all_day AND long AND ${allDay}
  LIMIT $4::int + 1
`;
}

const COLUMNS = FIELD_NAMES.map((field) => FIELDS[field].column);

/**
 * The parameter is the id. The result is one row: `text`, which is null if the event does not exist, and the `state`.
 */
export const SELECT_EVENT = {
  json: { name: 'event_json', text: selectOne('json'), isShort: true },
  /** This is a list of one row, as `SELECT_RANGE` has it. */
  row: { name: 'event_row', text: selectOne(`'[' || ${EVENT_ROW} || ']'`), isShort: true },
  /** Reads every column that the other queries read or imports write. It fails if somebody has changed a table. */
  everything: {
    name: 'event_everything',
    text: selectOne(`concat(${COLUMNS.join(', ')}, ${EVENT_ROW})`),
    isProbe: true,
  },
} satisfies Readonly<Record<string, Statement>>;

function selectOne(text: string): string {
  return `SELECT (SELECT ${text} FROM event WHERE id = $1) AS text, ${EVENT_STATE} AS state`;
}
