/** Compares two trees by position, and classifies each place where they differ. */
import { isDeepStrictEqual } from 'node:util';
import type { TreeNode } from '../formats/tree';
import { groupBy } from '../lib/group-by';
import type { Time } from '../lib/time/iso';
import { readLenient } from '../lib/time/lenient';

/** `order` means that the same items, members, elements or attributes are in another order. */
export type TreeKind = 'left out' | 'added' | 'order' | ValueKind;

/**
 * The name is the path of a member, element or `@attribute`; an item of a list has the path of the list. The numbers
 * are the offsets at which the two texts differ.
 */
export type TreeDifference = readonly [kind: TreeKind, name: string, recordedAt: number, givenAt: number];

/** Yields each difference. There is none if only the text between the nodes differs. */
export function* treeDifferences(left: TreeNode, right: TreeNode, path = ''): Generator<TreeDifference> {
  const isOther = left.type !== right.type;
  if (isOther || hasOtherValue(left, right))
    yield [valueKind(left, right), path, left.valueStart, right.valueStart];
  if (isOther) return;
  if (isReordered(left.children.map(sourceOf), right.children.map(sourceOf))) {
    yield ['order', path, left.start, right.start];
    return;
  }
  const [leftGroups, rightGroups] = [groupBy(left.children, keyOf), groupBy(right.children, keyOf)];
  for (const key of new Set([...leftGroups.keys(), ...rightGroups.keys()])) {
    const name = key === '' || path === '' ? path + key : `${path}.${key}`;
    const [ones, others] = [leftGroups.get(key) ?? [], rightGroups.get(key) ?? []];
    // Equal items at the end are dropped. Otherwise a missing event would make all events after it differ.
    while (isSame(ones.at(-1), others.at(-1))) {
      ones.pop();
      others.pop();
    }
    for (const [index, one] of ones.entries()) {
      const other = others[index];
      if (other === undefined) yield ['left out', name, one.start, placeOf(one, left, right)];
      else yield* treeDifferences(one, other, name);
    }
    for (const other of others.slice(ones.length))
      yield ['added', name, placeOf(other, right, left), other.start];
  }
}

function sourceOf({ text, start, end }: TreeNode): string {
  return text.slice(start, end);
}

function isSame(left: TreeNode | undefined, right: TreeNode | undefined): boolean {
  return left !== undefined && right !== undefined && sourceOf(left) === sourceOf(right);
}

function hasOtherValue(left: TreeNode, right: TreeNode): boolean {
  if (left.value === undefined || right.value === undefined) return false;
  return (
    left.text.slice(left.valueStart, left.valueEnd) !== right.text.slice(right.valueStart, right.valueEnd)
  );
}

function isReordered(lefts: string[], rights: string[]): boolean {
  return !isDeepStrictEqual(lefts, rights) && isDeepStrictEqual(lefts.sort(), rights.sort());
}

function keyOf({ type, name }: TreeNode): string {
  return type === 'attribute' ? `@${name}` : name;
}

/** Returns where a child is missing in the other node: at the child with the same position, or else at the end. */
function placeOf(child: TreeNode, { children }: TreeNode, other: TreeNode): number {
  return other.children[children.indexOf(child)]?.start ?? other.valueEnd;
}

/**
 * These kinds need an explanation:
 * - `date form`: both are times in different forms, and may be the same time
 * - `number form`: the number is the same, but its digits or quotes differ
 * - `escape`: the characters are the same, but one side writes `\/`, `\u003c`, `&#xD;` or CDATA
 */
type ValueKind = 'date form' | 'number form' | 'type of value' | 'value' | 'white space' | 'escape';

/** @param left a node whose source differs from that of `right` */
function valueKind(left: TreeNode, right: TreeNode): ValueKind {
  const [one = '', other = ''] = [left.value, right.value];
  const [number, same] = [numberIn(one), numberIn(other)];
  if (number !== undefined && number === same && (one !== other || left.type !== right.type))
    return 'number form';
  if (haveOtherTimeForms(one, other)) return 'date form';
  if (left.type !== right.type) return 'type of value';
  if (one === other) return 'escape';
  return sameButSpace(one, other) ? 'white space' : 'value';
}

/** Returns true if two texts are the same apart from their white space. */
export function sameButSpace(one: string, other: string): boolean {
  return one.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}

/**
 * Returns the shortest form of the number in a text, or `undefined` if the text is not a number. The form is a text,
 * too, because JavaScript's numbers can't hold 18 digits.
 */
function numberIn(text: string): string | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
  const whole = text.replace(/^(-?)0+(?=\d)/, '$1');
  return whole.includes('.') ? whole.replace(/\.?(?<!0)0+$/, '') : whole;
}

function haveOtherTimeForms(one: string, other: string): boolean {
  if (one.replace(/\d+/g, '9') === other.replace(/\d+/g, '9')) return false;
  const [left, right] = [timesIn(one), timesIn(other)];
  // A number may be a time only if the other value is a time.
  const ones = left.length === 0 && right.length > 0 ? countedTimes(one) : left;
  const others = right.length === 0 && left.length > 0 ? countedTimes(other) : right;
  return ones.some((a) =>
    others.some((b) => a.kind !== 'instant' || b.kind !== 'instant' || a.instant === b.instant),
  );
}

/** Returns the times that a text may mean, because either number of a date such as 03/04/2026 may be the day. */
function timesIn(text: string): readonly Time[] {
  return (['day', 'month'] as const).flatMap((first) => readLenient(text, first) ?? []);
}

/** Reads Unix seconds or .NET's ticks. The exact instant of ticks is not needed. */
function countedTimes(text: string): readonly Time[] {
  if (/^-?\d{9,10}$/.test(text)) return [{ kind: 'instant', instant: Number(text) * 1000 }];
  return /^\d{18}$/.test(text) ? [{ kind: 'local', localTime: 0 }] : [];
}
