/** Compares two trees by position and finds each place where they differ. */
import { isDeepStrictEqual } from 'node:util';
import type { TreeNode } from '../formats/tree';
import { groupBy } from '../lib/group-by';
import { type ValueKind, valueKind } from './value-differences';

/** `order` means that the same items, members, elements or attributes are in another order. */
export type TreeKind = 'left out' | 'added' | 'order' | ValueKind;

/** The name is the path of a member, element or `@attribute`; an item of a list has the path of the list. */
export type TreeDifference = readonly [kind: TreeKind, name: string, recordedAt: number, givenAt: number];

/** Yields each difference. There is none if only the text between the nodes differs. */
export function* treeDifferences(left: TreeNode, right: TreeNode, path = ''): Generator<TreeDifference> {
  if (isSame(left, right)) return;
  const isOther = left.type !== right.type;
  if (isOther || hasOtherValue(left, right)) yield [valueKind(left, right), path, left.at, right.at];
  if (isOther) return;
  if (isReordered(left.children.map(sourceOf), right.children.map(sourceOf))) {
    yield ['order', path, left.from, right.from];
    return;
  }
  const [leftGroups, rightGroups] = [groupBy(left.children, keyOf), groupBy(right.children, keyOf)];
  for (const key of new Set([...leftGroups.keys(), ...rightGroups.keys()])) {
    const name = key === '' || path === '' ? path + key : `${path}.${key}`;
    const [ones, others] = [leftGroups.get(key) ?? [], rightGroups.get(key) ?? []];
    // Equal items at the end are dropped, so that a missing event does not make all events after it differ.
    while (isSame(ones.at(-1), others.at(-1))) {
      ones.pop();
      others.pop();
    }
    for (const [index, one] of ones.entries()) {
      const other = others[index];
      if (other === undefined) yield ['left out', name, one.from, placeOf(one, left, right)];
      else yield* treeDifferences(one, other, name);
    }
    for (const other of others.slice(ones.length))
      yield ['added', name, placeOf(other, right, left), other.from];
  }
}

function sourceOf({ text, from, to }: TreeNode): string {
  return text.slice(from, to);
}

function isSame(left: TreeNode | undefined, right: TreeNode | undefined): boolean {
  return left !== undefined && right !== undefined && sourceOf(left) === sourceOf(right);
}

function hasOtherValue(left: TreeNode, right: TreeNode): boolean {
  if (left.value === undefined || right.value === undefined) return false;
  return left.text.slice(left.at, left.end) !== right.text.slice(right.at, right.end);
}

function isReordered(lefts: string[], rights: string[]): boolean {
  return !isDeepStrictEqual(lefts, rights) && isDeepStrictEqual(lefts.sort(), rights.sort());
}

function keyOf({ type, name }: TreeNode): string {
  return type === 'attribute' ? `@${name}` : name;
}

/** Returns the offset of a missing child in the other node: that of the child at this position, or the node's end. */
function placeOf(child: TreeNode, { children }: TreeNode, other: TreeNode): number {
  return other.children[children.indexOf(child)]?.from ?? other.end;
}
