/** A row of the import's temporary table: where it comes from, then the event. */
import { FIELD_NAMES, FIELDS, type Kind } from '../formats/event-fields';
import type { Staged } from './target';

const SQL_TYPES: Readonly<Record<Kind, string>> = {
  id: 'int4',
  text: 'text',
  time: 'timestamptz',
  flag: 'boolean',
};

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  sequence: 'int4',
  source: 'int4',
  unit: 'text',
  place: 'int4',
  ...Object.fromEntries(FIELD_NAMES.map((field) => [FIELDS[field].column, SQL_TYPES[FIELDS[field].kind]])),
  extra: 'jsonb',
};

/** The columns as SQL declares them. */
export const STAGED_COLUMNS = Object.entries(COLUMN_TYPES)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ');

/** All columns, preset so that every row has the one hidden class. */
const NO_ROW: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.keys(COLUMN_TYPES).map((column) => [column, null]),
);

/** By the names of its columns, as JSON takes it. */
export function rowOf({ event, source, place, sequence }: Staged): Record<string, unknown> {
  const row: Record<string, unknown> = { ...NO_ROW };
  row.sequence = sequence;
  row.source = source;
  row.unit = place.unit;
  row.place = place.number;
  row.extra = event.extra;
  for (const field of FIELD_NAMES) {
    const { column, kind } = FIELDS[field];
    const value = event[field];
    row[column] = kind === 'time' && typeof value === 'number' ? new Date(value).toISOString() : value;
  }
  return row;
}
