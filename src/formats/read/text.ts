import { escapeRegExp } from '../../text/escape-regexp';
import { isPlaceholder, type Placeholder } from '../file/placeholder';

/** What an answer told at one place: a value for each placeholder that stands there. */
export interface Capture {
  readonly placeholder: Placeholder;
  /** A text, or what JSON held. */
  readonly value: unknown;
  /** The placeholder stands there alone. */
  readonly alone: boolean;
}

/** Reads a value by the text of the format that stands in its place; `undefined`: it doesn't fit it. */
export type ValueReader = (value: unknown) => readonly Capture[] | undefined;

/** Expressions with more free texts than this could take the square of a value's length. */
const MAX_FREE = 2;

/** @returns `undefined` where a value can't be taken apart without guessing */
export function valueReader(parts: readonly (string | Placeholder)[]): ValueReader | undefined {
  const placeholders = parts.filter(isPlaceholder);
  const [first] = placeholders;
  if (first !== undefined && parts.length === 1) {
    return (value) => [{ placeholder: first, value, alone: true }];
  }
  if (placeholders.filter(isFree).length > MAX_FREE) return undefined;
  const expression = (lazy: '' | '?') =>
    new RegExp(
      `^${parts.map((part) => (isPlaceholder(part) ? `(${matches(part, lazy)})` : escapeRegExp(part))).join('')}$`,
      'i',
    );
  const [shortest, longest] = [expression('?'), expression('')];
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const match = shortest.exec(value);
    const other = longest.exec(value);
    // Both ways of sharing the text out agree where there is only one.
    if (match === null || other === null || match.some((text, index) => text !== other[index]))
      return undefined;
    return placeholders.map((placeholder, index) => ({
      placeholder,
      value: match[index + 1] ?? '',
      alone: false,
    }));
  };
}

const isFree = ({ subject }: Placeholder) => subject.field !== 'id' && matchesOf(subject) === undefined;

function matches({ subject }: Placeholder, lazy: '' | '?'): string {
  return matchesOf(subject) ?? (subject.field === 'id' ? `\\d+${lazy}` : `[\\s\\S]*${lazy}`);
}

/** What a placeholder of a shape of its own writes. */
function matchesOf(subject: Placeholder['subject']): string | undefined {
  if ('form' in subject) return subject.form.matches;
  return 'flag' in subject ? subject.flag.matches : undefined;
}
