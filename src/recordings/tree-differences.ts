/** Compares two trees by position and finds each place where they differ. */
import { isDeepStrictEqual } from 'node:util';
import type { TreeNode } from '../formats/tree';
import { groupBy } from '../lib/group-by';
import { type ValueKind, valueKind } from './value-differences';

/** `order` means that the same items, members, elements or attributes are in another order. */
export type TreeKind = 'left out' | 'added' | 'order' | ValueKind;

export interface Side {
  readonly text: string;
  readonly node: TreeNode;
}

/** The name is the path of a member, element or `@attribute`; an item of a list has the path of the list. */
export type TreeDifference = readonly [kind: TreeKind, name: string, recordedAt: number, givenAt: number];

/** Yields each difference. There is none if only the text between the nodes differs. */
export function* treeDifferences(left: Side, right: Side, path = ''): Generator<TreeDifference> {
  if (isSame(left, right)) return;
  const isOther = left.node.type !== right.node.type;
  if (isOther || hasOtherValue(left, right))
    yield [valueKind(left.node, right.node), path, left.node.at, right.node.at];
  if (isOther) return;
  const [lefts, rights] = [childrenOf(left), childrenOf(right)];
  if (isReordered(lefts.map(sourceOf), rights.map(sourceOf))) {
    yield ['order', path, left.node.from, right.node.from];
    return;
  }
  const [leftGroups, rightGroups] = [groupBy(lefts, keyOf), groupBy(rights, keyOf)];
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
      if (other === undefined) yield ['left out', name, one.node.from, placeOf(one, left, right)];
      else yield* treeDifferences(one, other, name);
    }
    for (const other of others.slice(ones.length))
      yield ['added', name, placeOf(other, right, left), other.node.from];
  }
}

function childrenOf({ text, node }: Side): Side[] {
  return node.children.map((child) => ({ text, node: child }));
}

function sourceOf({ text, node: { from, to } }: Side): string {
  return text.slice(from, to);
}

function isSame(left: Side | undefined, right: Side | undefined): boolean {
  return left !== undefined && right !== undefined && sourceOf(left) === sourceOf(right);
}

function hasOtherValue({ text, node: left }: Side, { text: given, node: right }: Side): boolean {
  if (left.value === undefined || right.value === undefined) return false;
  return text.slice(left.at, left.end) !== given.slice(right.at, right.end);
}

function isReordered(lefts: string[], rights: string[]): boolean {
  return !isDeepStrictEqual(lefts, rights) && isDeepStrictEqual(lefts.sort(), rights.sort());
}

function keyOf({ node: { type, name } }: Side): string {
  return type === 'attribute' ? `@${name}` : name;
}

/** Returns the offset of a missing child in the other node: that of the child at this position, or the node's end. */
function placeOf(child: Side, { node }: Side, { node: other }: Side): number {
  return other.children[node.children.indexOf(child.node)]?.from ?? other.end;
}
