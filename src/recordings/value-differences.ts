/** Names the difference of two values that stand at the same place. */
import type { TreeNode } from '../formats/tree';
import { readTime } from '../lib/time/iso';

/**
 * These kinds need an explanation:
 * - `date form`: both are times in different forms, and nothing shows that they are different times
 * - `number form`: the number is the same, but its digits or quotes differ
 * - `escape`: the characters are the same, but one side writes `\/`, `\u003c`, `&#xD;` or CDATA
 */
export type ValueKind =
  | 'date form'
  | 'number form'
  | 'letter case'
  | 'type of value'
  | 'value'
  | 'white space'
  | 'escape'
  | 'text';

/** @param left a node whose source differs from that of `right` */
export function valueKind(left: TreeNode, right: TreeNode): ValueKind {
  const [one = '', other = ''] = [left.value, right.value];
  const [number, same] = [numberIn(one), numberIn(other)];
  if (number !== undefined && number === same && (one !== other || left.type !== right.type))
    return 'number form';
  if (haveOtherTimeForms(one, other)) return 'date form';
  if (left.type !== right.type) return 'type of value';
  if (one === other) return 'escape';
  if (sameButSpace(one, other)) return 'white space';
  return one.toLowerCase() === other.toLowerCase() ? 'letter case' : 'value';
}

export function sameButSpace(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}

/** Returns a number in its shortest form, as text, because a number of JavaScript can't hold 18 digits. */
function numberIn(text: string): string | undefined {
  if (/^-?\d+(?:\.\d+)?e[+-]?\d+$/i.test(text)) return String(Number(text));
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const whole = text.replace(/^(-?)0+(?=\d)/, '$1');
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
}

interface WrittenTime {
  /** The form has `9` in place of each run of digits. */
  readonly form: string;
  readonly numbers: string;
  /** Milliseconds since 1970 are known if the text has an offset. */
  readonly instant: number | undefined;
}

function haveOtherTimeForms(one: string, other: string): boolean {
  const [left, right] = [timeIn(one), timeIn(other)];
  // A number is taken for a time only if the other value is one.
  const [a, b] = [left ?? (right && countedTime(one)), right ?? (left && countedTime(other))];
  if (a === undefined || b === undefined) return false;
  if (a.form === b.form) return a.numbers === b.numbers && one !== other;
  return a.instant === undefined || b.instant === undefined || a.instant === b.instant;
}

/** Reads ISO 8601, `/Date(…)/`, RFC 1123 and dates with dots, slashes or dashes, such as `1.3.2026 09:00`. */
function timeIn(text: string): WrittenTime | undefined {
  const [, milliseconds] = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text) ?? [];
  if (milliseconds !== undefined) return written(text, Number(milliseconds));
  const time = readTime(text);
  if (time !== undefined) return written(text, time.kind === 'instant' ? time.instant : undefined);
  const isDate = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}(?:[T ,]+\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?)?$/i.test(text);
  const isNamed = /^(?:[a-z]{3,9},? )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2},?) \d{4}\b[\d: A-Z+-]*$/i.test(
    text,
  );
  return isDate || isNamed ? written(text, undefined) : undefined;
}

/** Reads Unix seconds or milliseconds, or ticks of .NET. */
function countedTime(text: string): WrittenTime | undefined {
  if (/^-?\d{9,10}$/.test(text)) return written(text, Number(text) * 1000);
  if (/^-?\d{12,13}$/.test(text)) return written(text, Number(text));
  return /^\d{18}$/.test(text) ? written(text, undefined) : undefined;
}

function written(text: string, instant: number | undefined): WrittenTime {
  const numbers = (text.match(/\d+/g) ?? []).map(Number).join(' ');
  return { form: text.replace(/\d+/g, '9'), numbers, instant };
}
