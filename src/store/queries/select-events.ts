import { FIELD_NAMES, FIELDS } from '../../formats/event-fields';
import type { Statement } from '../database';
import { EVENT_ROW, EVENT_STATE, midnightSql, ROW_COLUMNS } from './expressions';

/** Contains the statements that select the events in a span of time, as a JSON array. */
export interface SelectEvents {
  /** The result is a list in the default JSON format. */
  readonly json: Statement;
  /** In the result each event is an `EVENT_ROW`. */
  readonly rows: Statement;
}

/**
 * The parameters are `from` and `to` as texts of timestamptz, the time zone and the limit. The result is one row:
 * `text`, which is null if there are more events than the limit, and the `state` of the events.
 */
export const SELECT_RANGE: SelectEvents = selectEvents('range', {
  from: '$1::timestamptz',
  to: '$2::timestamptz',
});

/**
 * This is the same as `SELECT_RANGE`, but the first two parameters are the year and the month, which begins and ends at
 * midnight in the time zone.
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
    rows: { name: `${name}_rows`, text: list(EVENT_ROW, ROW_COLUMNS, span), needsOwnTurn: true },
  };
}

/**
 * Returns SQL that selects a list.
 * @param event an SQL expression for the text of one event
 * @param columns the columns that `event` reads; sorting all columns would double the cost of the sort
 */
function list(event: string, columns: string, span: Span): string {
  return `SELECT CASE WHEN count(*) <= $4::int
    THEN '[' || coalesce(string_agg(${event}, ',' ORDER BY begins, id), '') || ']' END AS text,
  ${EVENT_STATE} AS state
FROM (${overlapping(columns, span)}) AS found`;
}

/**
 * Returns SQL that selects events that begin before `to` and end after `from`. An event without a duration may also
 * begin at `from`. Each part of the index on (all_day, long, starts_at, ends_at) has one branch. An event that is not
 * long began at most 32 days before `from`. The interval is 768 hours, because the length of days depends on the
 * session's time zone. The limit is inside this SQL, so that a query never does more work than an answer may contain.
 */
function overlapping(columns: string, { from, to }: Span): string {
  // The condition on `ends_at` is repeated outside the OR, because an index can't be used for an OR.
  const timed = `starts_at < ${to} AND ends_at >= ${from} AND (ends_at > ${from} OR starts_at >= ${from})`;
  // This condition can use the index: midnight in any zone is less than a day from midnight in UTC.
  const day = "interval '24 hours'";
  const near = `starts_at < ${to} + ${day} AND ends_at > ${from} - ${day}`;
  const starts = midnightSql('starts_at', '$3::text');
  const allDay = `${near} AND ${starts} < ${to}
    AND (${midnightSql('ends_at', '$3::text')} > ${from} OR ${starts} >= ${from})`;
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
  /** The `text` is a list of one `EVENT_ROW`. */
  row: { name: 'event_row', text: selectOne(`'[' || ${EVENT_ROW} || ']'`), isShort: true },
  /** Reads every column that other queries read or imports write, so it fails if somebody has changed the table. */
  everything: {
    name: 'event_everything',
    text: selectOne(`concat(${COLUMNS.join(', ')}, ${EVENT_ROW})`),
    isProbe: true,
  },
} satisfies Readonly<Record<string, Statement>>;

function selectOne(text: string): string {
  return `SELECT (SELECT ${text} FROM event WHERE id = $1) AS text, ${EVENT_STATE} AS state`;
}
