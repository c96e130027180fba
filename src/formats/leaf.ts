import { escapeRegExp } from '../lib/text/regexp';
import type { TimeZone } from '../lib/time/zones';
import type { EventRow } from './event';
import { type Placeholder, readPlaceholder } from './placeholder';

/** Represents literal text, or the text between the braces of a placeholder. */
export type TextPart = string | { readonly body: string };

/**
 * Matches escaped braces, placeholders and the text between them. Quoted text in a date pattern may contain braces, and
 * a backslash escapes a brace there.
 */
const PARTS = /\{\{|\}\}|\{(extra\.[^{}]*|(?!extra\.)(?:\\[\s\S]|'[^']*'|[^{}'\\])*)\}|[{}]|[^{}]+/g;

/**
 * Splits a text of a format file into literal text and placeholders. `{{` and `}}` mean literal braces.
 * @returns the parts, or a problem if a brace has no counterpart
 */
export function parseText(text: string): readonly TextPart[] | string {
  const parts: TextPart[] = [];
  let literal = '';
  for (const [part, body] of text.matchAll(PARTS)) {
    if (part === '}') return 'has a } without its {: write }} for a brace';
    if (part === '{') return 'has a { without its }: write {{ for a brace';
    if (body === undefined) literal += part.replace(/^([{}])\1$/, '$1');
    else {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push({ body });
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** Reads the name of a member or column, which may hold braces but no placeholders. */
export function memberName(name: string, tell: (problem: string) => void): string {
  const parts = parseText(name);
  if (typeof parts !== 'string' && parts.every((part) => typeof part === 'string')) return parts.join('');
  tell('has a placeholder in its name: only values can have placeholders; write {{ for a brace.');
  return name;
}

/** Returns the part of an answer that depends on the event. */
export type Write = (event: EventRow) => string;

/** Represents a part of an answer: text that is the same for every event, or text that depends on the event. */
export type Output = string | Write;

/** Joins outputs into one function. Adjacent texts are joined once here, and not for each event. */
export function writerOf(outputs: readonly Output[]): Write {
  const joined: Output[] = [];
  for (const output of outputs) {
    const last = joined.at(-1);
    if (typeof output === 'string' && typeof last === 'string') joined.splice(-1, 1, last + output);
    else joined.push(output);
  }
  return (event) => {
    let text = '';
    for (const output of joined) text += typeof output === 'string' ? output : output(event);
    return text;
  };
}

export type Segment = string | Placeholder;

export const isPlaceholder = (segment: Segment): segment is Placeholder => typeof segment !== 'string';

export interface Capture {
  readonly placeholder: Placeholder;
  /** The value is a text, or a value of JSON. */
  readonly value: unknown;
  /** This is true if the placeholder is the whole text. */
  readonly isAlone: boolean;
  /** Messages name the value by this path. */
  readonly name?: string;
}

/** Represents a text with placeholders at one path of an event. The same segments write it and read it. */
export class Leaf<Path> {
  readonly placeholders: readonly Placeholder[];
  readonly only: Placeholder | undefined;
  /**
   * Returns the parts of a value, or `undefined` if the value doesn't match in exactly one way. The function is missing
   * if more than `MAX_FREE` placeholders match any text.
   */
  readonly read: ((value: unknown) => readonly Capture[] | undefined) | undefined;

  /**
   * @param path leads to the text in the event
   * @param name is the path as messages write it
   */
  constructor(
    readonly path: Path,
    readonly segments: readonly Segment[],
    readonly name: string,
  ) {
    this.placeholders = segments.filter(isPlaceholder);
    this.only = segments.length === 1 ? this.placeholders[0] : undefined;
    this.read = valueReader(segments, name);
  }

  /** Returns true if an empty value of a placeholder removes this text (`leaves`) or makes it null (`null`). */
  has(whenEmpty: 'leaves' | 'null'): boolean {
    return this.placeholders.some((one) => one.whenEmpty === whenEmpty);
  }

  isEmpty(event: EventRow, whenEmpty: 'leaves' | 'null'): boolean {
    return this.placeholders.some((one) => one.whenEmpty === whenEmpty && one.isEmpty(event));
  }

  outputs(escaped: (text: string) => string): Output[] {
    return this.segments.map((segment) =>
      isPlaceholder(segment) ? (event) => escaped(segment.text(event)) : escaped(segment),
    );
  }
}

/**
 * Splits a text of a format file into literal texts and placeholders, and leaves out wrong placeholders.
 * @param tell is called with each problem, such as `contains "{titel}": …`
 */
export function readSegments(
  text: string,
  zone: TimeZone,
  tell: (problem: string) => void,
): readonly Segment[] {
  const parts = parseText(text);
  if (typeof parts === 'string') {
    tell(parts);
    return [];
  }
  return parts.flatMap((part): readonly Segment[] => {
    if (typeof part === 'string') return [part];
    const placeholder = readPlaceholder(part.body, zone);
    if (typeof placeholder !== 'string') return [placeholder];
    tell(placeholder);
    return [];
  });
}

/** With more placeholders that match any text, the time to match a value could grow with the square of its length. */
const MAX_FREE = 2;

function valueReader(segments: readonly Segment[], name: string): Leaf<unknown>['read'] {
  const placeholders = segments.filter(isPlaceholder);
  const [first] = placeholders;
  if (first !== undefined && segments.length === 1)
    return (value) => [{ placeholder: first, value, isAlone: true, name }];
  if (placeholders.filter(({ matches }) => matches === undefined).length > MAX_FREE) return undefined;
  const expression = (lazy: '' | '?') =>
    new RegExp(
      `^${segments.map((one) => (isPlaceholder(one) ? `(${matching(one, lazy)})` : escapeRegExp(one))).join('')}$`,
      'i',
    );
  const [shortest, longest] = [expression('?'), expression('')];
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const match = shortest.exec(value);
    const other = longest.exec(value);
    // If the shortest and the longest match differ, the text can be split in more than one way.
    if (match === null || match.some((text, index) => text !== other?.[index])) return undefined;
    return placeholders.map((placeholder, index) => ({
      placeholder,
      value: match[index + 1] ?? '',
      isAlone: false,
      name,
    }));
  };
}

function matching({ matches }: Placeholder, lazy: '' | '?'): string {
  if (matches === undefined) return `[\\s\\S]*${lazy}`;
  return matches.endsWith('+') ? `${matches}${lazy}` : matches;
}
