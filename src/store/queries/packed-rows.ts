/**
 * Rows as one text. Ten thousand rows of a dozen columns cost the drivers several times what the database needs to find
 * them; in one text they cost little more than the events' ready JSON.
 */
import { FIELDS, TEXT_FIELDS, type TextField } from '../../event/fields';
import { type EventRow, type ExtraFields, ROW_FIELDS, type RowField } from '../../formats/event';
import { digits } from '../../time/digits';
import { midnight } from './midnights';

/** Between any two values, of one event or two: the store takes it into no text, and JSON escapes it. */
export const SEPARATOR = '\u001f';

/** What most events carry beyond their fields. */
const NO_EXTRA: ExtraFields = Object.freeze({});

/** An event whose values were not asked for. */
const EMPTY: EventRow = {
  // Object.fromEntries forgets which names it was given.
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string>),
  id: 0,
  start: 0,
  end: 0,
  allDay: false,
  startInstant: 0,
  endInstant: 0,
  extra: NO_EXTRA,
};

/** An instant is packed only where it isn't the time itself. */
const BASE = { startInstant: 'start', endInstant: 'end' } as const;

type Instant = keyof typeof BASE;

function isInstant(field: RowField): field is Instant {
  return Object.hasOwn(BASE, field);
}

/**
 * The values in their order in the text. The id is always the first: PGlite loses a byte order mark that a text begins
 * with.
 */
function packed(fields: readonly RowField[]): readonly RowField[] {
  const needed = new Set<RowField>([
    'id',
    ...fields,
    ...fields.filter(isInstant).map((field) => BASE[field]),
  ]);
  return ROW_FIELDS.filter((field) => needed.has(field));
}

/**
 * What is made of a list of fields, made once for each: a format asks with the same list at every call.
 */
export function onceFor<Made extends object>(
  make: (fields: readonly RowField[]) => Made,
): (fields: readonly RowField[]) => Made {
  const known = new WeakMap<readonly RowField[], Made>();
  return (fields) => {
    const made = known.get(fields) ?? make(fields);
    known.set(fields, made);
    return made;
  };
}

/** A word for the names of statements over these fields. */
export function packedName(fields: readonly RowField[]): string {
  return packed(fields)
    .map((field) => ROW_FIELDS.indexOf(field).toString(36))
    .join('');
}

/**
 * An SQL expression: an event's values as text.
 * @param zone an SQL expression: the time zone whose midnights all-day events have
 */
export function packedRow(zone: string, fields: readonly RowField[]): string {
  return packed(fields)
    .map((field) => sqlOf(field, zone))
    .join(` || E'\\x1f' || `);
}

/** The columns that `packedRow` reads. Carrying all through a sort costs as much as the sort. */
export function packedColumns(fields: readonly RowField[]): string {
  const columns = packed(fields).map((field) => {
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

/**
 * The events of a text, each read when its turn comes: of ten thousand then only one is there at a time.
 * @param text events as `packedRow` has them, a `SEPARATOR` between them
 */
export function unpackRows(text: string, fields: readonly RowField[]): Iterable<EventRow> {
  const puts = putsOf(fields);
  return { [Symbol.iterator]: () => unpack(text, puts) };
}

function* unpack(text: string, puts: readonly Put[]): Generator<EventRow> {
  for (let at = 0; at < text.length; ) {
    const row: Draft = { ...EMPTY };
    for (const put of puts) {
      const next = text.indexOf(SEPARATOR, at);
      const end = next < 0 ? text.length : next;
      put(row, text, at, end);
      at = end + 1;
    }
    yield row;
  }
}

type Draft = { -readonly [Field in keyof EventRow]: EventRow[Field] };
/** Reads a value of `text` that stands from one offset to another. */
type Put = (row: Draft, text: string, from: number, to: number) => void;

const putsOf = onceFor((fields) => packed(fields).map(putting));

function putting(field: RowField): Put {
  if (isText(field)) {
    return (row, text, from, to) => {
      row[field] = text.slice(from, to);
    };
  }
  if (isInstant(field)) {
    const base = BASE[field];
    return (row, text, from, to) => {
      row[field] = from === to ? row[base] : integer(text, from, to);
    };
  }
  switch (field) {
    case 'allDay':
      return (row, text, from) => {
        row.allDay = text.startsWith('true', from);
      };
    case 'extra':
      return (row, text, from, to) => {
        row.extra = to - from === '{}'.length ? NO_EXTRA : (JSON.parse(text.slice(from, to)) as ExtraFields);
      };
    default:
      return (row, text, from, to) => {
        row[field] = integer(text, from, to);
      };
  }
}

/** Milliseconds of the years 1 to 9999 are exact as JavaScript's numbers. With Number() a list takes a twelfth longer. */
function integer(text: string, from: number, to: number): number {
  return text.startsWith('-', from) ? -digits(text, from + 1, to) : digits(text, from, to);
}

function isText(field: RowField): field is TextField {
  return TEXT_FIELDS.some((one) => one === field);
}
