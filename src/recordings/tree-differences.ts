/** Compares two trees by position and reports each place where they differ. */
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

/** @param name the path of a member, element or `@attribute`; an item of a list has the path of the list */
export type Found = (kind: TreeKind, name: string, recordedAt: number, givenAt: number) => void;

/** Calls `found` for each difference. It is not called if only the text between the nodes differs. */
export function compareTrees(recorded: Side, given: Side, found: Found): void {
  new Comparison(recorded.text, given.text, found).nodes(recorded.node, given.node, '');
}

class Comparison {
  constructor(
    private readonly recorded: string,
    private readonly given: string,
    private readonly found: Found,
  ) {}

  nodes(left: TreeNode, right: TreeNode, path: string): void {
    if (this.#isSame(left, right)) return;
    const isOther = left.type !== right.type;
    if (isOther || this.#hasOtherValue(left, right))
      this.found(valueKind(left, right), path, left.at, right.at);
    if (isOther) return;
    if (this.#hasOtherOrder(left, right)) {
      this.found('order', path, left.from, right.from);
      return;
    }
    const [lefts, rights] = [groupBy(left.children, keyOf), groupBy(right.children, keyOf)];
    for (const key of new Set([...lefts.keys(), ...rights.keys()])) {
      const name = key === '' || path === '' ? path + key : `${path}.${key}`;
      const [ones, others] = [lefts.get(key) ?? [], rights.get(key) ?? []];
      // Equal items at the end are skipped, so that a missing event does not make all events after it differ.
      const same = this.#sameAtEnd(ones, others);
      const rest = ones.slice(0, ones.length - same);
      const otherRest = others.slice(0, others.length - same);
      for (const [index, one] of rest.entries()) {
        const other = otherRest[index];
        if (other === undefined) this.found('left out', name, one.from, placeOf(one, left, right));
        else this.nodes(one, other, name);
      }
      for (const other of otherRest.slice(rest.length))
        this.found('added', name, placeOf(other, right, left), other.from);
    }
  }

  #isSame(left: TreeNode | undefined, right: TreeNode | undefined): boolean {
    return left !== undefined && right !== undefined && this.#recordedOf(left) === this.#givenOf(right);
  }

  #hasOtherValue(left: TreeNode, right: TreeNode): boolean {
    if (left.value === undefined || right.value === undefined) return false;
    return this.recorded.slice(left.at, left.end) !== this.given.slice(right.at, right.end);
  }

  #hasOtherOrder(left: TreeNode, right: TreeNode): boolean {
    const lefts = left.children.map((child) => this.#recordedOf(child));
    const rights = right.children.map((child) => this.#givenOf(child));
    return !isDeepStrictEqual(lefts, rights) && isDeepStrictEqual(lefts.sort(), rights.sort());
  }

  #sameAtEnd(lefts: readonly TreeNode[], rights: readonly TreeNode[]): number {
    let count = 0;
    while (this.#isSame(lefts.at(-1 - count), rights.at(-1 - count))) count++;
    return count;
  }

  #recordedOf({ from, to }: TreeNode): string {
    return this.recorded.slice(from, to);
  }

  #givenOf({ from, to }: TreeNode): string {
    return this.given.slice(from, to);
  }
}

function keyOf({ type, name }: TreeNode): string {
  return type === 'attribute' ? `@${name}` : name;
}

/** Returns the offset of a missing child in the other node: that of the child at this position, or the node's end. */
function placeOf(child: TreeNode, node: TreeNode, other: TreeNode): number {
  return other.children[node.children.indexOf(child)]?.from ?? other.end;
}
