import { FIELD_NAMES, FIELDS, type Field, TEXT_FIELDS } from '../../event/fields';
import type { EventRow, ExtraFields } from '../../formats/event';

/** What a query returns for an event: the stored text of a default format, or `EventRow` without or with `extra`. */
export type Shape = 'json' | 'xml' | 'row' | 'extraRow';

/** PGlite takes a byte order mark that a text begins with for its own: a sign before the text keeps it. */
const GUARD = ':';

/** `EventRow` as text, int4 and boolean; texts behind a `GUARD`. */
export type EventColumns = {
  readonly [Column in Exclude<keyof EventRow, 'extra'>]: EventRow[Column] extends number
    ? string | number
    : EventRow[Column];
} & {
  /** JSON; only of the shape `extraRow`. */
  readonly extra?: string;
};

/**
 * The select list of an `EventRow`, with or without `extra`.
 * @param zone an SQL expression: the time zone whose midnights all-day events have
 */
export function eventColumns(zone: string, shape: 'row' | 'extraRow'): string {
  const columns = [
    ...FIELD_NAMES.map(selected),
    `${milliseconds(instant(FIELDS.start.column, FIELDS.allDay.column, zone))} AS "startInstant"`,
    `${milliseconds(instant(FIELDS.end.column, FIELDS.allDay.column, zone))} AS "endInstant"`,
    ...(shape === 'row' ? [] : ['extra::text AS extra']),
  ];
  return columns.join(', ');
}

function selected(field: Field): string {
  const { column, kind } = FIELDS[field];
  const value = { time: milliseconds(column), text: `'${GUARD}' || ${column}`, id: column, flag: column };
  return `${value[kind]} AS "${field}"`;
}

/** An all-day event's dates begin at midnight in the zone, as Postgres reads it where it repeats or is missing. */
export function instant(column: string, allDay: string, zone: string): string {
  return `CASE WHEN ${allDay} THEN ${midnight(column, zone)} ELSE ${column} END`;
}

export function midnight(column: string, zone: string): string {
  return `${column} AT TIME ZONE 'UTC' AT TIME ZONE ${zone}`;
}

function milliseconds(expression: string): string {
  return `(extract(epoch FROM ${expression}) * 1000)::bigint::text`;
}

/** Milliseconds of the years 1 to 9999 are exact as JavaScript numbers; bigint comes as text. */
export function toEventRow({ extra, ...columns }: EventColumns): EventRow {
  const row = {
    ...columns,
    ...(extra !== undefined && { extra: JSON.parse(extra) as ExtraFields }),
    id: Number(columns.id),
    start: Number(columns.start),
    end: Number(columns.end),
    startInstant: Number(columns.startInstant),
    endInstant: Number(columns.endInstant),
  };
  for (const field of TEXT_FIELDS) row[field] = columns[field].slice(GUARD.length);
  return row;
}
