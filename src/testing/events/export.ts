import { FIELD_NAMES, type WrittenEvent } from '../../event/fields';
import { writtenValue } from '../../formats/event';
import { isCellText, isColumnName } from '../../transfer/columns/extra-names';
import { WRITERS } from '../../transfer/write/formats';
import { jsonWriter } from '../../transfer/write/json';
import type { ExtraColumns, Writer } from '../../transfer/write/writer';
import { Problem } from '../problem';
import type { EventSet } from './event-set';

const NO_COLUMNS: ExtraColumns = { names: [], others: false };

const jsonLines: Writer = {
  head: () => '',
  event: (event) => `${jsonWriter.event(event, true, NO_COLUMNS).trimStart()}\n`,
  tail: () => '',
};

/** The importer's formats by their media types. */
export const EVENT_FORMATS = {
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'text/csv': 'csv',
  'text/calendar': 'ics',
} as const;

export type EventMediaType = keyof typeof EVENT_FORMATS;

export const EVENT_MEDIA_TYPES = Object.keys(EVENT_FORMATS) as readonly EventMediaType[];

/**
 * The first media type of an Accept header that events are written in; JSON for anything.
 * @throws Problem when it names others only
 */
export function acceptedType(accept: string | undefined): EventMediaType {
  const ranges = (accept ?? '*/*').split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  for (const range of ranges) {
    if (range === '*/*' || range === 'application/*') return 'application/json';
    const named = EVENT_MEDIA_TYPES.find((type) => type === range);
    if (named !== undefined) return named;
    if (range === 'text/*') return 'text/csv';
  }
  throw new Problem('not-acceptable', `Events are written as ${EVENT_MEDIA_TYPES.join(', ')}.`, {
    field: 'Accept',
    allowed: EVENT_MEDIA_TYPES,
  });
}

/** Every event by id, as an import takes them. */
export function writeEvents(events: EventSet, type: EventMediaType): string {
  const writer = type === 'application/x-ndjson' ? jsonLines : WRITERS.get(EVENT_FORMATS[type]);
  if (writer === undefined) throw new TypeError(`There is no writer of ${type}.`);
  const columns = writer.hasColumns === true ? extraColumns(events) : NO_COLUMNS;
  const texts = [...events].map(({ values, extra }, index) => {
    // The one cast: Object.fromEntries forgets which names it was given.
    const fields = Object.fromEntries(
      FIELD_NAMES.map((field) => [field, writtenValue(values, field)]),
    ) as WrittenEvent;
    return writer.event({ fields, extra }, index === 0, columns);
  });
  return `${writer.head(columns)}${texts.join('')}${writer.tail(texts.length)}`;
}

function extraColumns(events: EventSet): ExtraColumns {
  const members = [...events].flatMap(({ extra }) => Object.entries(extra));
  const isHeld = ([name, value]: readonly [string, unknown]) =>
    isColumnName(name) && (value === '' || isCellText(value));
  const names = members.filter((member) => isHeld(member) && member[1] !== '').map(([name]) => name);
  return { names: [...new Set(names)].sort(), others: !members.every(isHeld) };
}
