/** Classifies the difference between two values at the same place. */
import type { TreeNode } from '../formats/tree';
import type { Time } from '../lib/time/iso';
import { readLenient } from '../lib/time/lenient';

/**
 * These kinds need an explanation:
 * - `date form`: both are times in different forms, and may be the same time
 * - `number form`: the number is the same, but its digits or quotes differ
 * - `escape`: the characters are the same, but one side writes `\/`, `\u003c`, `&#xD;` or CDATA
 */
export type ValueKind = 'date form' | 'number form' | 'type of value' | 'value' | 'white space' | 'escape';

/** @param left a node whose source differs from that of `right` */
export function valueKind(left: TreeNode, right: TreeNode): ValueKind {
  const [one = '', other = ''] = [left.value, right.value];
  const [number, same] = [numberIn(one), numberIn(other)];
  if (number !== undefined && number === same && (one !== other || left.type !== right.type))
    return 'number form';
  if (haveOtherTimeForms(one, other)) return 'date form';
  if (left.type !== right.type) return 'type of value';
  if (one === other) return 'escape';
  return sameButSpace(one, other) ? 'white space' : 'value';
}

export function sameButSpace(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}

/** Returns a number in its shortest form. It stays a text, because JavaScript's numbers can't hold 18 digits. */
function numberIn(text: string): string | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const whole = text.replace(/^(-?)0+(?=\d)/, '$1');
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
}

function haveOtherTimeForms(one: string, other: string): boolean {
  const [left, right] = [timeIn(one), timeIn(other)];
  // A number may be a time only if the other value is a time.
  const [a, b] = [left ?? (right && countedTime(one)), right ?? (left && countedTime(other))];
  const isSameForm = one.replace(/\d+/g, '9') === other.replace(/\d+/g, '9');
  if (a === undefined || b === undefined || isSameForm) return false;
  return a.kind !== 'instant' || b.kind !== 'instant' || a.instant === b.instant;
}

function timeIn(text: string): Time | undefined {
  return readLenient(text, 'day') ?? readLenient(text, 'month');
}

/** Reads Unix seconds or milliseconds, or .NET's ticks. The exact instant of ticks is not needed. */
function countedTime(text: string): Time | undefined {
  if (/^-?\d{9,10}$/.test(text)) return { kind: 'instant', instant: Number(text) * 1000 };
  if (/^-?\d{12,13}$/.test(text)) return { kind: 'instant', instant: Number(text) };
  return /^\d{18}$/.test(text) ? { kind: 'local', localTime: 0 } : undefined;
}
