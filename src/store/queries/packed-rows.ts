/** SQL of events as one text: see `formats/packed-events.ts`, which reads it. */
import { FIELDS } from '../../event/fields';
import { ROW_FIELDS, type RowField } from '../../formats/event';
import { BASE, isInstant, packedFields } from '../../formats/packed-events';
import { midnight } from './midnights';

/** A word for the names of statements over these fields. */
export function packedName(fields: readonly RowField[]): string {
  return packedFields(fields)
    .map((field) => ROW_FIELDS.indexOf(field).toString(36))
    .join('');
}

/**
 * An SQL expression: an event's values as text.
 * @param zone an SQL expression: the time zone whose midnights all-day events have
 */
export function packedRow(zone: string, fields: readonly RowField[]): string {
  return packedFields(fields)
    .map((field) => sqlOf(field, zone))
    .join(` || E'\\x1f' || `);
}

/** The columns that `packedRow` reads. Carrying all through a sort costs as much as the sort. */
export function packedColumns(fields: readonly RowField[]): string {
  const columns = packedFields(fields).map((field) => {
    if (field === 'extra') return field;
    return isInstant(field) ? FIELDS.allDay.column : FIELDS[field].column;
  });
  return [...new Set(columns)].join(', ');
}

function sqlOf(field: RowField, zone: string): string {
  if (field === 'extra') return 'extra::text';
  if (isInstant(field)) {
    const inZone = milliseconds(midnight(FIELDS[BASE[field]].column, zone));
    return `CASE WHEN ${FIELDS.allDay.column} THEN ${inZone} ELSE '' END`;
  }
  const { column, kind } = FIELDS[field];
  return { time: milliseconds(column), text: column, id: `${column}::text`, flag: `${column}::text` }[kind];
}

/** Exact as float8, and several times faster than extract's numeric. */
function milliseconds(expression: string): string {
  return `(date_part('epoch', ${expression}) * 1000)::bigint::text`;
}
