import type { Statement } from '../database';
import { instantSql } from './expressions';

/** Represents an event, and the calendar month in the time zone in which it begins. */
export interface Example {
  readonly id: number;
  readonly month: number;
  readonly year: number;
}

/**
 * `THIS_MONTH` is the instant at which the month of the given time begins in the zone. `ITS_FIRST` is the midnight in
 * UTC of the first day of this month, because all-day events have dates.
 */
const THIS_MONTH = "date_trunc('month', $1::text::timestamptz, $2::text)";
const ITS_FIRST = `(${THIS_MONTH} AT TIME ZONE $2::text) AT TIME ZONE 'UTC'`;

/**
 * Lists the parts of the index on (all_day, long, starts_at, ends_at), each with the bound for its events. Each part
 * finds its first row without a sort.
 */
const PARTS = [
  ['NOT all_day AND NOT long', THIS_MONTH],
  ['NOT all_day AND long', THIS_MONTH],
  ['all_day AND NOT long', ITS_FIRST],
  ['all_day AND long', ITS_FIRST],
] as const;

const nearest = (comparison: '>=' | '<', order: 'ASC' | 'DESC') =>
  PARTS.map(
    ([part, border]) => `(SELECT id, starts_at, all_day FROM event
      WHERE ${part} AND starts_at ${comparison} ${border} ORDER BY starts_at ${order}, id ${order} LIMIT 1)`,
  ).join(' UNION ALL ');

const BEGINS = instantSql('starts_at', 'all_day', '$2::text');

/**
 * The parameters are a time as text of timestamptz, and the time zone. The result is the first event from the beginning
 * of the month of this time on, or else the last event before. There is no row if there are no events in the years 1 to
 * 9999.
 */
export const SELECT_EXAMPLE: Statement = {
  name: 'example',
  isShort: true,
  text: `WITH next AS (${nearest('>=', 'ASC')}),
    last AS (${nearest('<', 'DESC')}),
    found AS (
      (SELECT 0 AS choice, * FROM next ORDER BY ${BEGINS}, id LIMIT 1)
      UNION ALL (SELECT 1, * FROM last ORDER BY ${BEGINS} DESC, id DESC LIMIT 1)
    ),
    local AS (
      SELECT choice, id, ${BEGINS} AT TIME ZONE $2::text AS begins FROM found
    )
    SELECT id, extract(month FROM begins)::int AS month, extract(year FROM begins)::int AS year
    FROM local WHERE extract(year FROM begins) BETWEEN 1 AND 9999 ORDER BY choice LIMIT 1`,
};
