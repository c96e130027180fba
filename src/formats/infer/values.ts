/** Decides which placeholders the values of a column allow. Its name matters only for a duration in minutes. */
import { isDeepStrictEqual } from 'node:util';
import { flagOf, flagPairs } from '../../lib/text/flags';
import { type Field, idOf } from '../event-fields';
import { type Column, isGiven, type Sample } from './sample';
import type { TimeForms } from './times';

/** These fields are searched for. An event may have a duration instead of an end. */
export type SearchedField = Field | 'duration';

/**
 * Returns the placeholders that may fit the values of a column, without their braces, the likeliest first.
 * @param distinct the indexes of the events without repetitions, because two months may list the same event
 */
export function possiblePlaceholders(
  field: Exclude<SearchedField, 'start' | 'end'>,
  { path, values }: Column,
  sample: Sample,
  distinct: readonly number[],
  forms: TimeForms,
): readonly string[] {
  const given = values.filter(isGiven);
  const texts = new Set(given.filter((one) => typeof one !== 'object').map(String));
  const isDistinct =
    given.length === values.length &&
    new Set(distinct.map((index) => values[index])).size === distinct.length;
  switch (field) {
    case 'id':
      return isDistinct && [...texts].every((text) => idOf(text) !== undefined) ? ['id', 'id:text'] : [];
    case 'uid':
      return isDistinct ? ['uid'] : [];
    case 'allDay':
      return ['allDay', 'allDay:01', 'allDay:text', ...wordPairs([...texts])];
    case 'duration':
      return ['duration:c', 'duration:iso', ...(isMinutes({ path, values }, sample) ? ['duration:min'] : [])];
    case 'url':
      return [...texts].every((text) => /^(?:https?:\/\/|mailto:|www\.|\/)\S+$/i.test(text)) ? ['url'] : [];
    default: {
      const isTime = forms.whole.length > 0 || forms.clock.length > 0 || forms.isAmbiguous;
      const isTexts = isTextual(given) && !isTime;
      // A text that is the same in each event is a type, such as `"kind": "calendar#event"`, and not a category.
      const isConstant = field === 'category' && texts.size === 1 && given.length > 1;
      return given.length === 0 || (isTexts && !isConstant) ? [field] : [];
    }
  }
}

/**
 * Returns true if a column may hold durations in minutes. Beside a column of hours, minutes below 60 are only a part of
 * a duration, as in a TimeSpan.
 */
function isMinutes({ path, values }: Column, { columns }: Sample): boolean {
  const nameOf = (one: readonly string[]) => one.at(-1) ?? '';
  const isBeside = (one: readonly string[]) => isDeepStrictEqual(one.slice(0, -1), path.slice(0, -1));
  const hasHours = columns.some((one) => /(?:hours?|stunden)$/i.test(nameOf(one.path)) && isBeside(one.path));
  return (
    /min(?:ute[sn])?$/i.test(nameOf(path)) && !(hasHours && values.every((one) => Number(one ?? 0) < 60))
  );
}

/** Returns true if all values are texts, and at least one has words, as a title has. */
export function isTextual(given: readonly unknown[]): boolean {
  return given.every((one) => typeof one === 'string') && given.some(isWords);
}

/** Returns the indexes of all different events. An event that is repeated with the same values is listed once. */
export function distinctEvents({ columns, count }: Sample): readonly number[] {
  const seen = new Map<string, number>();
  for (let index = 0; index < count; index++)
    seen.set(JSON.stringify(columns.map(({ values }) => values[index])), index);
  return [...seen.values()];
}

const GUID = /^\{?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i;

/** Returns true for a text that contains a letter, and is not a flag, a URL or a GUID. */
function isWords(value: unknown): boolean {
  const text = String(value);
  return (
    /\p{L}/u.test(text) &&
    flagOf(text) === undefined &&
    !GUID.test(text) &&
    !/^(?:https?:|mailto:)/i.test(text)
  );
}

/**
 * Returns the form with words for yes and no. Either both words occur, or the word that occurs has only one possible
 * opposite.
 */
function wordPairs(words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  const pairs = flagPairs(first).filter((pair) => words.every((word) => pair.includes(word)));
  return pairs.length === 1 ? pairs.map((pair) => `allDay:${pair.join('/')}`) : [];
}
