/** Defines what each field of an event writes and reads in the forms that a placeholder may name. */
import { type JsonValue, parseJson } from '../lib/json';
import { DAY } from '../lib/time/dates';
import { type TimeZone, UTC } from '../lib/time/zones';
import type { EventDraft } from './draft';
import type { EventRow } from './event';
import { FIELD_NAMES, type Field } from './event-fields';
import type { TimeField, TimeParts } from './event-times';
import { FORMS_ALLOWED, type TimeForm, timeForm } from './time-forms';
import { DURATION_FORMS_ALLOWED, durationForm, FLAG_FORMS_ALLOWED, flagForm } from './value-forms';

interface TimeDescription {
  readonly field: TimeField;
  /** The end of an all-day event is written as a time, this many milliseconds before the midnight at its end. */
  readonly beforeMidnight?: number;
  /**
   * If this is true, an end counts as empty if it would be written like the start, because some services leave it out.
   */
  readonly isIfDifferent?: boolean;
}

const TIMES = {
  start: { field: 'start' },
  end: { field: 'end' },
  endInclusive: { field: 'endInclusive' },
  endLastMinute: { field: 'end', beforeMidnight: 60_000 },
  endLastSecond: { field: 'end', beforeMidnight: 1000 },
  endLastMillisecond: { field: 'end', beforeMidnight: 1 },
} as const satisfies Readonly<Record<string, TimeDescription>>;

type TimeName = keyof typeof TIMES;

const isTime = (name: string): name is TimeName => Object.hasOwn(TIMES, name);

const TIME_NAMES = Object.keys(TIMES).filter(isTime);

/** The names of ends and `duration` may have this suffix, which means `isIfDifferent`. */
const IF_DIFFERENT = 'IfDifferent';

const ENDS: readonly string[] = TIME_NAMES.filter((name) => name !== 'start');

/** Lists the names of the placeholders of an end, the likeliest first. */
export const END_NAMES = [...ENDS, ...ENDS.map((name) => name + IF_DIFFERENT)];

const NAMES = [...new Set([...FIELD_NAMES, ...TIME_NAMES]), 'duration'] as const;

type Writable<Values> = { -readonly [Name in keyof Values]: Values[Name] };

/** Collects the values of one event. If a field has two values, the first one is used. */
export interface EventValuesRead {
  readonly fields: Writable<Omit<EventDraft, 'start' | 'end' | 'extra'>>;
  /** A time may have several parts, because its date and its time of day may be in two places. */
  readonly times: Writable<TimeParts>;
  readonly extra: Map<string, JsonValue>;
}

export interface FieldForm {
  readonly field: Field | TimeField | 'duration' | 'extra';
  /** This is true for a time of day without a date. */
  readonly isClock?: boolean;
  /** A JSON string that is only a placeholder becomes a value of this type. `json` keeps an extra field's type. */
  readonly type: 'text' | 'number' | 'boolean' | 'json';
  /** If this is true, the value is JSON text, and is copied unchanged. */
  readonly isRaw?: boolean;
  /** This regular expression without groups matches what `text` returns. `undefined` means any text. */
  readonly matches?: string | undefined;
  /** Returns the value as unescaped text. */
  text(event: EventRow): string;
  /** If this is true, JSON escapes the slashes of the text. */
  readonly hasEscapedSlashes?: boolean | undefined;
  /** Without this function the JSON is made from `text`. */
  json?(event: EventRow): string;
  isEmpty(event: EventRow): boolean;
  /** Reads a value that is not empty. @returns true if the form could have written it */
  read(value: unknown, into: EventValuesRead): boolean;
}

type Read = FieldForm['read'];

const NAMES_ALLOWED = `${NAMES.join(', ')}, extra.NAME`;

/** Returns the form that a placeholder names, or a sentence that says what is wrong with the text. */
export function namedForm(text: string, zone: TimeZone): FieldForm | string {
  const match = /^([^@:]*)(@[^:]*)?(?::([\s\S]*))?$/.exec(text);
  const [, given = '', at, form] = match ?? [];
  const isIfDifferent = [...ENDS, 'duration'].some((one) => one + IF_DIFFERENT === given);
  const name = NAMES.find((one) => one === (isIfDifferent ? given.slice(0, -IF_DIFFERENT.length) : given));
  if (match === null || name === undefined) return `the fields are ${NAMES_ALLOWED}`;
  if (at !== undefined && at !== '@local') return 'after @ only local is allowed';
  if (isTime(name)) {
    const local = at !== undefined;
    const found = timeForm(form, local, zone);
    return typeof found === 'string'
      ? `its form ${found}; forms are ${FORMS_ALLOWED}`
      : timeFieldForm({ ...TIMES[name], isIfDifferent }, found, local, local ? zone : UTC);
  }
  if (at !== undefined) return `only ${TIME_NAMES.join(', ')} can have @local`;
  return otherForm(name, form, isIfDifferent);
}

function timeFieldForm(
  { field, beforeMidnight, isIfDifferent }: TimeDescription,
  form: TimeForm,
  local: boolean,
  zone: TimeZone,
): FieldForm {
  const time = field === 'start' ? 'start' : 'end';
  const back = field === 'endInclusive' ? DAY : 0;
  const isClock = form.isClock === true;
  const text = (event: EventRow) => {
    if (!event.allDay) return form.write(event[time], false);
    if (beforeMidnight === undefined) return form.write(event[time] - back, true);
    return form.write(zone.startOfDay(event.end) - beforeMidnight, false);
  };
  return {
    field,
    isClock,
    type: form.type,
    matches: form.matches,
    text,
    hasEscapedSlashes: form.isEscaped,
    // Only `beforeMidnight` gives an all-day event a time of day, and an event without a duration has no end.
    isEmpty: ({ allDay, start, end }) =>
      (allDay ? isClock && beforeMidnight === undefined : time === 'end' && start === end) ||
      (isIfDifferent === true &&
        !isClock &&
        form.write(start, allDay) === form.write(allDay ? end - DAY : end, allDay)),
    read: (value, { times }) => {
      // A pattern may begin or end with white space, so a text that does not fit is read again with its own white
      // space.
      const reading = form.read(trimmed(value)) ?? form.read(String(value));
      // Without @local this placeholder writes an offset, so a time without an offset may be wrong by hours.
      if (reading === undefined || (reading.kind === 'local' && !local)) return false;
      const others = times[field] ?? [];
      times[field] = [...others, { reading, local }];
      return true;
    },
  };
}

function otherForm(
  field: Exclude<(typeof NAMES)[number], TimeName>,
  form: string | undefined,
  isIfDifferent: boolean,
): FieldForm | string {
  if (field === 'allDay') {
    const flag = flagForm(form);
    if (flag === undefined) return `the forms of allDay are ${FLAG_FORMS_ALLOWED}`;
    const { type, matches } = flag;
    const text = ({ allDay }: EventRow) => (allDay ? flag.yes : flag.no);
    const read: Read = (value, { fields }) => {
      const allDay = flag.read(trimmed(value));
      fields.allDay ??= allDay;
      return allDay !== undefined;
    };
    return { field, type, matches, text, isEmpty: ({ allDay }) => !allDay, read };
  }
  if (field === 'duration') {
    const duration = durationForm(form);
    if (duration === undefined) return `the forms of duration are ${DURATION_FORMS_ALLOWED}`;
    const { type, matches } = duration;
    const text = ({ start, end }: EventRow) => duration.write(end - start);
    const read: Read = (value, { times }) => {
      const milliseconds = duration.read(trimmed(value));
      times.duration ??= milliseconds;
      return milliseconds !== undefined;
    };
    const isEmptyDuration = ({ allDay, start, end }: EventRow) =>
      start === end || (isIfDifferent && allDay && end - start === DAY);
    return { field, type, matches, text, isEmpty: isEmptyDuration, read };
  }
  if (field === 'id') {
    if (form !== undefined && form !== 'text') return 'the only form of id is text';
    const type = form === 'text' ? 'text' : 'number';
    const read: Read = (value, { fields }) => {
      const digits = trimmed(value);
      if (!/^\d{1,15}$/.test(digits)) return false;
      fields.id ??= Number(digits);
      return true;
    };
    return { field, type, matches: '\\d+', text: ({ id }) => String(id), isEmpty: () => false, read };
  }
  if (form !== undefined) return `${field} has no forms`;
  const text = (event: EventRow) => event[field];
  const read: Read = (value, { fields }) => {
    if (typeof value === 'object') return false;
    fields[field] ??= String(value);
    return true;
  };
  return { field, type: 'text', text, isEmpty: (event) => event[field] === '', read };
}

/** Returns the text that a form reads. An object becomes an empty text, which no form reads. */
export function trimmed(value: unknown): string {
  return typeof value === 'object' ? '' : String(value).trim();
}

/** This form of an extra field copies its JSON unchanged. */
export const RAW_SUFFIX = ':raw';

export function extraForm(body: string): FieldForm | string {
  const isRaw = body.endsWith(RAW_SUFFIX);
  const name = isRaw ? body.slice(0, -RAW_SUFFIX.length) : body;
  if (name === '') return 'extra. needs the name of a field after it';
  const extraValue = ({ extra }: EventRow) =>
    extra !== undefined && Object.hasOwn(extra, name) ? extra[name] : undefined;
  const text = (event: EventRow) => {
    const value = extraValue(event);
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return {
    field: 'extra',
    type: 'json',
    isRaw,
    text,
    // A missing extra field is an empty text, like an empty field.
    json: (event) => {
      const value = extraValue(event);
      // A text that is not JSON is quoted, because copied unchanged it would make the answer invalid JSON.
      if (isRaw && typeof value === 'string' && parseJson(value) !== undefined) return value;
      return JSON.stringify(value) ?? '""';
    },
    isEmpty: (event) => (extraValue(event) ?? null) === null,
    read: (value, { extra }) => {
      // The cast is safe, because a captured value is a text or comes from JSON.
      if (!extra.has(name)) extra.set(name, value as JsonValue);
      return true;
    },
  };
}
