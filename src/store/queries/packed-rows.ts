/** SQL of events as one text: see `formats/packed-events.ts`, which reads it. */
import { FIELDS } from '../../event/fields';
import type { RowField } from '../../formats/event';
import { BESIDE, type Beside, SEPARATOR } from '../../formats/event-cursor';
import { besideOf } from '../../formats/packed-events';
import { midnight } from './midnights';

const BETWEEN = ` || chr(${SEPARATOR.charCodeAt(0)}) || `;

/** A value that stands behind an event's JSON. */
interface Expression {
  readonly columns: readonly string[];
  /** @param zone an SQL expression: the time zone whose midnights all-day events have */
  readonly sql: (zone: string) => string;
}

const EXPRESSIONS: Readonly<Record<Beside, Expression>> = {
  uid: { columns: ['uid'], sql: () => 'to_json(uid)::text' },
  startInstant: instantOf(FIELDS.start.column),
  endInstant: instantOf(FIELDS.end.column),
  // Nothing for {}, which most have: it takes 5 to 8 bytes, any other object 13, and to compare them costs as much as
  // to write them.
  extra: {
    columns: ['extra'],
    sql: () => `CASE WHEN pg_column_size(extra) > 8 THEN extra::text ELSE '' END`,
  },
};

/** A word for the names of statements over these fields. */
export function packedName(fields: readonly RowField[]): string {
  return ['json', ...besideOf(fields).map((field) => BESIDE.indexOf(field))].join('_');
}

/** An SQL expression: an event's values as text, in the `zone` that is an SQL expression too. */
export function packedRow(zone: string, fields: readonly RowField[]): string {
  return ['json', ...besideOf(fields).map((field) => EXPRESSIONS[field].sql(zone))].join(BETWEEN);
}

/** The columns that `packedRow` reads. Carrying all through a sort costs as much as the sort. */
export function packedColumns(fields: readonly RowField[]): string {
  const columns = besideOf(fields).flatMap((field) => EXPRESSIONS[field].columns);
  return [...new Set(['id', 'json', ...columns])].join(', ');
}

/** Milliseconds, exact as float8 and several times faster than extract's numeric. */
function instantOf(column: string): Expression {
  return {
    columns: [FIELDS.allDay.column, column],
    sql: (zone) =>
      `CASE WHEN ${FIELDS.allDay.column} THEN (date_part('epoch', ${midnight(column, zone)}) * 1000)::bigint::text ELSE '' END`,
  };
}
