import { quotedCell } from '../formats/csv-records';
import { type EventRow, isoInstant, writtenValue } from '../formats/event';
import { type ExtraFields, FIELD_NAMES } from '../formats/event-fields';
import { CALENDAR, escapeText, vevent } from '../formats/icalendar';
import { isCellText, JSON_COLUMN, writtenName } from './columns/extra-names';

export interface ExtraColumns {
  /** These names have a CSV column, because at least one event has a text for them that is not empty. */
  readonly names: readonly string[];
  /** This is true if at least one event has a value for which there is no column. `JSON_COLUMN` then holds it. */
  readonly needsJson: boolean;
}

export interface Writer {
  /** If this is true, the head names all columns, so they must be known before the first event. */
  readonly hasColumns?: boolean;
  head(columns: ExtraColumns): string;
  event(event: EventRow, first: boolean, columns: ExtraColumns): string;
  tail(count: number): string;
}

/** Writes a JSON array with one event on each line: the fields, and then the extra fields. */
const jsonWriter: Writer = {
  head: () => '[',
  event: (event, first) => `${first ? '' : ','}\n${JSON.stringify(membersOf(event))}`,
  tail: (count) => (count === 0 ? ']\n' : '\n]\n'),
};

/** Returns the fields of an event and then its extra fields, with the names that an import recognises. */
export function membersOf(event: EventRow): Record<string, unknown> {
  return Object.fromEntries([
    ...FIELD_NAMES.map((field) => [field, writtenValue(event, field)]),
    ...Object.entries(event.extra ?? {}).map(([name, value]) => [writtenName(name), value]),
  ]);
}

/**
 * Writes CSV with a header (RFC 4180): the fields, a column for each extra field with texts, and `JSON_COLUMN` if
 * needed.
 */
const csvWriter: Writer = {
  hasColumns: true,
  head: ({ names, needsJson }) =>
    record([...FIELD_NAMES, ...names.map(writtenName), ...(needsJson ? [JSON_COLUMN] : [])], headerCell),
  event: (event, _first, columns) =>
    record([
      ...FIELD_NAMES.map((field) => String(writtenValue(event, field))),
      ...extraCells(event.extra ?? {}, columns),
    ]),
  tail: () => '',
};

function extraCells(extra: ExtraFields, { names, needsJson }: ExtraColumns): string[] {
  const remaining = new Map(Object.entries(extra));
  const cells = names.map((name) => {
    const value = remaining.get(name);
    if (!isCellText(value)) return '';
    remaining.delete(name);
    return value;
  });
  if (!needsJson) return cells;
  const members = Array.from(remaining, ([name, value]) => [writtenName(name), value] as const);
  return [...cells, members.length === 0 ? '' : JSON.stringify(Object.fromEntries(members))];
}

/** Puts quotes around any delimiter, because a reader takes the delimiter that occurs most often in the header. */
function headerCell(name: string): string {
  return quotedCell(name, /[,;\t|]/.exec(name)?.[0] ?? ',');
}

function record(values: readonly string[], cell = (value: string) => quotedCell(value, ',')): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * Writes iCalendar (RFC 5545). Values that have no standard property become X- properties, which the import reads: the
 * id, times with milliseconds, and the extra fields, which may have any name and value, as one JSON object.
 */
const iCalendarWriter: Writer = {
  head: () => CALENDAR.head,
  event: (event) => vevent(event, (midnight) => midnight, ownProperties(event)),
  tail: () => CALENDAR.tail,
};

function ownProperties({ extra = {}, ...event }: EventRow): readonly string[] {
  const exact = (['start', 'end'] as const)
    .filter((field) => event[field] % 1000 !== 0)
    .map((field) => `X-EVENTS-QUERY-${field.toUpperCase()}:${isoInstant(event[field])}`);
  if (Object.keys(extra).length === 0) return exact;
  return [...exact, `X-EVENTS-QUERY-EXTRA:${escapeText(JSON.stringify(extra))}`];
}

export const WRITERS = { json: jsonWriter, csv: csvWriter, ics: iCalendarWriter } as const;

export type ExportFormat = keyof typeof WRITERS;
