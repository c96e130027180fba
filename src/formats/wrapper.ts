/** Reads the text around the events in a format file, and compares it with the text around them in an answer. */
import { quoted } from '../lib/text/messages';
import { parseText, type TextPart } from './leaf';

/** In a wrapper these private-use characters stand for the events and for their number. XML allows them. */
export const EVENTS_MARK = '\ue000';
export const COUNT_MARK = '\ue001';
export const RESERVED_CHARACTERS = /[\ue000\ue001]/;

export const RESERVED_SENTENCE = 'contains U+E000 or U+E001, which are reserved in format files.';

/**
 * Maps each member around the events to the placeholders that it may have. The first placeholder must occur exactly
 * once.
 */
export const WRAPPER_PLACEHOLDERS = {
  list: {
    allowed: ['events', 'count', 'count:text'],
    sentence: 'the only placeholders allowed there are {events}, {count} and {count:text}',
  },
  single: { allowed: ['event'], sentence: 'the only placeholder allowed there is {event}' },
  none: { allowed: [], sentence: 'no placeholder is allowed there, because there is no event' },
} as const;

export type WrapperKey = keyof typeof WRAPPER_PLACEHOLDERS;

/**
 * Splits the text around the events into literal text and placeholders.
 * @param refuse is called with each mistake in the text
 */
export function wrapperParts(
  text: string,
  key: WrapperKey,
  refuse: (sentence: string) => void,
): readonly TextPart[] {
  const parts = parseText(text);
  if (typeof parts === 'string') {
    refuse(`is ${quoted(text)}, which ${parts}.`);
    return [];
  }
  if (RESERVED_CHARACTERS.test(text)) refuse(RESERVED_SENTENCE);
  const { allowed, sentence } = WRAPPER_PLACEHOLDERS[key];
  if (parts.some((part) => typeof part !== 'string' && !allowed.some((one) => one === part.body)))
    refuse(`is ${quoted(text)}: ${sentence}.`);
  return parts;
}

/** Puts the events and their number into the text around them. */
export function fillWrapper(template: string, events: string, count: number): string {
  return template.replaceAll(COUNT_MARK, String(count)).replace(EVENTS_MARK, () => events);
}

/**
 * A message ends with this hint if an answer shows no events, because the service may answer like this if there are
 * none.
 */
export const EMPTY_HINT =
  '; if this answer means no events, write its text as the member empty of the format file';

/**
 * Maps the names of places around the events to their values. In a format file the value for the number of events is
 * `COUNT_MARK`.
 */
export type WrapperValues = ReadonlyMap<string, unknown>;

/**
 * Compares the values around an answer's events with the format's. An old service may report an error beside an empty
 * list, so a difference is a problem. Only counts and times may differ, because they vary from answer to answer.
 * @param count the number of events in the answer; if it is 0, a value that the format lacks is also a problem
 * @returns a text for each count or time that differs, or a sentence that says what the problem is
 */
export function compareWrapperValues(
  values: WrapperValues,
  answer: WrapperValues,
  count: number,
): readonly string[] | string {
  const isEmpty = count === 0;
  const varying: string[] = [];
  for (const [name, value] of values) {
    const given = answer.get(name);
    if (value === COUNT_MARK) {
      // The count may differ from the number of events in the list, because an answer may be one page of several.
      if (/^\d+$/.test(String(given)) && Number(given) !== count)
        varying.push(`${name} is not ${count}, the number of events`);
      continue;
    }
    const isNothing = value === null || (value === '' && !isEmpty);
    if (given === value || (isNothing && !answer.has(name))) continue;
    if (!mayVary(value) || !mayVary(given)) {
      const came = answer.has(name) ? `is ${quoted(given)}` : 'is missing';
      const wanted = value === '' ? '' : `, and the format has ${quoted(value)} there`;
      return `${name} ${came}${wanted}${isEmpty ? EMPTY_HINT : ''}`;
    }
    varying.push(`${name} is not ${quoted(value)} as in the format`);
  }
  const other = isEmpty
    ? [...answer].find(([name, value]) => value !== null && !values.has(name))
    : undefined;
  if (other === undefined) return varying;
  const [name, value] = other;
  return `it has no events, and ${name} is ${quoted(value)}, which the format's list does not have${EMPTY_HINT}`;
}

/** Matches texts such as `/Date(0)/`, `1.3.2026`, `2026-03-01` and `9:00`. */
const LIKE_A_TIME = /^\\?\/Date\(-?\d|^\d{1,4}([./-])\d{1,2}\1\d{1,4}|^\d{1,2}:\d\d|\d{4}[ ,].*\d:\d\d/;

/** Returns true for a count or a time, as a number or as text, because a format can't predict its value. */
export function mayVary(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (/^\d+$/.test(value) || LIKE_A_TIME.test(value));
}
