import { FIELD_NAMES, type TextField } from '../../event/fields';
import { DAY } from '../../time/dates';
import type { RowField } from '../event';
import { AT, type EventCursor } from '../event-cursor';
import { FLAG_FORMS_ALLOWED, type FlagForm, flagForm } from './flag-forms';
import type { Output, Place } from './output';
import { quotedText } from './problems';
import type { Slot, TextPart } from './text';
import { type Clock, FORMS_ALLOWED, type Moment, type TimeForm, timeForm } from './time-forms';

/** The fields that a placeholder may show; `extra.NAME` besides. */
const PLACEHOLDER_FIELDS = [...FIELD_NAMES, 'endInclusive'] as const;

type PlaceholderField = (typeof PLACEHOLDER_FIELDS)[number];

const TIMES = ['start', 'end', 'endInclusive'] as const;

export type TimeField = (typeof TIMES)[number];

/** What a placeholder shows of an event. */
export type Subject =
  | { readonly field: 'id' | TextField }
  | { readonly field: 'allDay'; readonly flag: FlagForm }
  | { readonly field: TimeField; readonly local: boolean; readonly form: TimeForm }
  | { readonly field: 'extra'; readonly name: string };

export interface Placeholder {
  /** As it stands in the file, for messages. */
  readonly shown: string;
  readonly subject: Subject;
  /** What it reads of a row. */
  readonly needs: readonly RowField[];
  /** What a JSON string that is just this placeholder becomes; `json` is an extra field's own. */
  readonly type: 'text' | 'number' | 'boolean' | 'json';
  /** What an empty value does to the member or element that it stands in. */
  readonly whenEmpty: 'stays' | 'leaves' | 'null';
  /** Writes what it shows of an event, escaped for the place. */
  write(event: EventCursor, output: Output, place: Place): void;
  isEmpty(event: EventCursor): boolean;
}

export const isPlaceholder = (part: string | Placeholder): part is Placeholder => typeof part !== 'string';

const FIELDS_ALLOWED = `${PLACEHOLDER_FIELDS.join(', ')}, extra.NAME`;

/**
 * Reads the slots of a text as placeholders of an event.
 * @returns what is wrong with the first that isn't one
 */
export function readPlaceholders(
  parts: readonly TextPart[],
  clock: Clock,
): readonly (string | Placeholder)[] | string {
  const read: (string | Placeholder)[] = [];
  for (const part of parts) {
    const placeholder = typeof part === 'string' ? part : readPlaceholder(part, clock);
    if (typeof placeholder === 'string' && typeof part !== 'string') return placeholder;
    read.push(placeholder);
  }
  return read;
}

function readPlaceholder({ body }: Slot, clock: Clock): Placeholder | string {
  const shown = quotedText(`{${body}}`);
  const leaves = /(?<!\\)\?$/.test(body);
  const nulls = body.endsWith('|null');
  const inner = leaves ? body.slice(0, -1) : nulls ? body.slice(0, -'|null'.length) : body;
  const whenEmpty = leaves ? 'leaves' : nulls ? 'null' : 'stays';
  if (inner.startsWith('extra.')) return extraField(inner.slice('extra.'.length), whenEmpty, shown);

  const match = /^([^@:]*)(@[^:]*)?(?::([\s\S]*))?$/.exec(inner);
  const field = PLACEHOLDER_FIELDS.find((one) => one === match?.[1]);
  if (match === null || field === undefined) return `holds ${shown}: the fields are ${FIELDS_ALLOWED}`;
  const [, , zone, form] = match;
  if (zone !== undefined && zone !== '@local') return `holds ${shown}: after @ only local is allowed`;
  if (isTime(field)) {
    const found = timeForm(form, zone !== undefined, clock);
    return typeof found === 'string'
      ? `holds ${shown}, whose form ${found}: forms are ${FORMS_ALLOWED}`
      : timePlaceholder(field, zone !== undefined, found, clock, { whenEmpty, shown });
  }
  if (zone !== undefined) return `holds ${shown}: only ${TIMES.join(', ')} can be @local`;
  return fieldPlaceholder(field, form, whenEmpty, shown);
}

const isTime = (field: PlaceholderField): field is TimeField => TIMES.some((one) => one === field);

const CLOCK_PARTS: TimeForm['shows'] = new Set(['hour', 'hour12', 'half', 'minute', 'second', 'millisecond']);

function timePlaceholder(
  field: TimeField,
  local: boolean,
  form: TimeForm,
  clock: Clock,
  common: Pick<Placeholder, 'whenEmpty' | 'shown'>,
): Placeholder {
  const time = field === 'start' ? 'start' : 'end';
  const back = field === 'endInclusive' ? DAY : 0;
  const isClock = [...form.shows].every((part) => CLOCK_PARTS.has(part));
  const momentOf = (event: EventCursor): Moment => {
    const { allDay } = event;
    const told = event[time];
    if (!allDay) return { allDay, utc: told, instant: told };
    const utc = told - back;
    return { allDay, utc, instant: local ? clock.startOfDay(utc) : utc };
  };
  return {
    ...common,
    subject: { field, local, form },
    needs: ['allDay', time],
    type: form.type,
    write: (event, output, place) => form.write(momentOf(event), output, place),
    // An event that lasts all day has no time of day.
    isEmpty: ({ allDay }) => isClock && allDay,
  };
}

function fieldPlaceholder(
  field: Exclude<PlaceholderField, TimeField>,
  form: string | undefined,
  whenEmpty: Placeholder['whenEmpty'],
  shown: string,
): Placeholder | string {
  const common = { needs: [field], whenEmpty, shown };
  if (field === 'allDay') {
    const flag = flagForm(form);
    if (flag === undefined) return `holds ${shown}: the forms of allDay are ${FLAG_FORMS_ALLOWED}`;
    return {
      ...common,
      subject: { field, flag },
      type: flag.type,
      write: ({ allDay }, output, place) => output.text(allDay ? flag.yes : flag.no, place),
      isEmpty: () => false,
    };
  }
  const subject = { field };
  if (field === 'id') {
    if (form !== undefined && form !== 'text') return `holds ${shown}: the form of id is text`;
    const type = form === 'text' ? 'text' : 'number';
    return { ...common, subject, type, write: fieldWriter(field), isEmpty: () => false };
  }
  if (form !== undefined) return `holds ${shown}: ${field} has no forms`;
  const at = AT[field];
  return {
    ...common,
    subject,
    type: 'text',
    write: fieldWriter(field),
    isEmpty: (event) => event.isEmpty(at),
  };
}

/** Copies a field as the store has it. */
function fieldWriter(field: 'id' | TextField): Placeholder['write'] {
  const at = AT[field];
  return ({ bytes, from, to }, output, place) => output.json(bytes, from[at] ?? 0, to[at] ?? 0, place);
}

function extraField(name: string, whenEmpty: Placeholder['whenEmpty'], shown: string): Placeholder | string {
  if (name === '') return `holds ${shown}: extra. needs the name of a field after it`;
  const text = (event: EventCursor) => textOf(extraValue(event, name));
  return {
    shown,
    subject: { field: 'extra', name },
    needs: ['extra'],
    type: 'json',
    whenEmpty,
    write: (event, output, place) => output.text(text(event), place),
    isEmpty: (event) => text(event) === '',
  };
}

/** An extra field in the middle of text: its text, or its JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An extra field's own JSON; one that there isn't is an empty text, as an empty field is. */
export function extraJson(event: EventCursor, name: string): string {
  const value = extraValue(event, name);
  return value === undefined ? '""' : JSON.stringify(value);
}

function extraValue({ extra }: EventCursor, name: string): unknown {
  return Object.hasOwn(extra, name) ? extra[name] : undefined;
}
