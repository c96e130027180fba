import type { Statement } from '../database';
import { instant } from './midnights';

/** A month of the time zone's calendar that holds an event, and the event. */
export interface Example {
  readonly id: number;
  readonly month: number;
  readonly year: number;
}

/** Every part of the index on (all_day, long, starts_at, ends_at): each answers its first row without a sort. */
const PARTS = [
  'NOT all_day AND NOT long',
  'NOT all_day AND long',
  'all_day AND NOT long',
  'all_day AND long',
];

const nearest = (condition: string, order: 'ASC' | 'DESC') =>
  PARTS.map(
    (part) =>
      `(SELECT id, starts_at, all_day FROM event WHERE ${part} AND ${condition} ORDER BY starts_at ${order} LIMIT 1)`,
  ).join(' UNION ALL ');

const THIS_MONTH = "date_trunc('month', $1::text::timestamptz, $2::text)";

/**
 * Parameters: now, as text of timestamptz; time zone. Answers one row or none: the next event from the beginning of
 * this month on, or the last one before it.
 */
export const SELECT_EXAMPLE: Statement = {
  name: 'example',
  text: `WITH next AS (${nearest(`starts_at >= ${THIS_MONTH}`, 'ASC')}),
    last AS (${nearest(`starts_at < ${THIS_MONTH}`, 'DESC')}),
    found AS (
      (SELECT 0 AS choice, * FROM next ORDER BY starts_at LIMIT 1)
      UNION ALL (SELECT 1, * FROM last ORDER BY starts_at DESC LIMIT 1)
    ),
    local AS (
      SELECT choice, id, ${instant('starts_at', 'all_day', '$2::text')} AT TIME ZONE $2::text AS begins FROM found
    )
    SELECT id::text, extract(month FROM begins)::int AS month, extract(year FROM begins)::int AS year
    FROM local WHERE extract(year FROM begins) BETWEEN 1 AND 9999 ORDER BY choice LIMIT 1`,
};
