/** Compares two trees and reports each place where they differ. */
import type { TreeNode } from '../formats/tree';
import { groupBy } from '../lib/group-by';
import { pairsOf } from './pairs';
import { sameButSpace, type ValueKind, valueKind } from './value-differences';

type Part = 'event' | 'item' | 'member' | 'element' | 'attribute';

export type TreeKind =
  | `${'missing' | 'added' | 'renamed'} ${Part}`
  | `order of ${Part}s`
  | 'empty list'
  | 'empty element'
  | ValueKind;

export interface Side {
  readonly text: string;
  readonly node: TreeNode;
}

/** @param name the path of members or elements in the event, or around the events */
export type Found = (kind: TreeKind, name: string, recordedAt: number, givenAt: number) => void;

export function compareTrees(recorded: Side, given: Side, found: Found): void {
  new Comparison(recorded.text, given.text, found).whole(recorded.node, given.node);
}

/** The children of two nodes are grouped by name, because only children of one name can be counterparts. */
interface Group {
  readonly part: Part;
  readonly left: TreeNode[];
  readonly right: TreeNode[];
}

/** Maps children of one side to their counterparts. */
type Pairs = ReadonlyMap<TreeNode, TreeNode>;
type PartOf = (child: TreeNode) => Part;

class Comparison {
  constructor(
    private readonly recorded: string,
    private readonly given: string,
    private readonly found: Found,
  ) {}

  whole(left: TreeNode, right: TreeNode): void {
    this.#node(left, right, '', false);
    this.#gap('', [0, left.from], [0, right.from]);
    this.#gap('', [left.to, this.recorded.length], [right.to, this.given.length]);
  }

  /** @param inEvent true if the nodes are events or inside of events */
  #node(left: TreeNode, right: TreeNode, path: string, inEvent: boolean): void {
    if (this.recorded.slice(left.from, left.to) === this.given.slice(right.from, right.to)) return;
    const areValues = left.value !== undefined && right.value !== undefined;
    const isText = [left.value, right.value].some((value) => value?.trim());
    if (areValues) this.#value(left, right, path);
    if (areValues || (left.type === right.type && !isText)) this.#children(left, right, path, inEvent);
    else this.found('type of value', path, left.at, right.at);
  }

  #value(left: TreeNode, right: TreeNode, path: string): void {
    const [source, other] = [this.recorded.slice(left.at, left.end), this.given.slice(right.at, right.end)];
    if (source !== other || left.type !== right.type)
      this.found(valueKind(left, right), path, left.at, right.at);
  }

  #children(left: TreeNode, right: TreeNode, path: string, inEvent: boolean): void {
    const groups = groupsOf(left, right, inEvent);
    if (groups.some(({ part, left, right }) => part === 'event' && left.length * right.length === 0)) {
      this.found('empty list', path, left.at, right.at);
      return;
    }
    const pairs = new Map<TreeNode, TreeNode>();
    for (const group of groups) {
      const isList = group.part === 'event' || group.part === 'item';
      const sides = [
        { text: this.recorded, nodes: group.left },
        { text: this.given, nodes: group.right },
      ] as const;
      for (const [one, other] of pairsOf(...sides, isList)) {
        pairs.set(one, other);
        this.#node(one, other, pathTo(path, one, group.part), inEvent || group.part === 'event');
      }
    }
    const parts = new Map(
      groups.flatMap(({ part, left, right }) => [...left, ...right].map((one) => [one, part])),
    );
    this.#unpaired(left, right, pairs, path, (child) => parts.get(child) ?? 'member');
    this.#order(left, right, pairs, path, (child) => parts.get(child) ?? 'member');
    this.#gaps(left, right, pairs, path);
  }

  #unpaired(left: TreeNode, right: TreeNode, pairs: Pairs, path: string, partOf: PartOf): void {
    const counterparts = new Map([...pairs].map(([one, other]) => [other, one]));
    const added = new Set(right.children.filter((child) => !counterparts.has(child)));
    for (const [index, child] of left.children.entries()) {
      if (pairs.has(child)) continue;
      const part = partOf(child);
      const name = pathTo(path, child, part);
      const other = right.children[index];
      if (other !== undefined && added.has(other) && this.#isRenamed(child, other)) {
        added.delete(other);
        this.found(`renamed ${part}`, name, child.from, other.from);
        continue;
      }
      const [at, otherAt] = besidePlace(child, left, right, pairs);
      this.found(`missing ${part}`, name, at, otherAt);
    }
    for (const child of added) {
      const part = partOf(child);
      const [at, otherAt] = besidePlace(child, right, left, counterparts);
      this.found(`added ${part}`, pathTo(path, child, part), otherAt, at);
    }
  }

  /** Recognises the same value at the same place under another name. */
  #isRenamed(child: TreeNode, other: TreeNode): boolean {
    if (child.name === '' || child.name === other.name || child.type !== other.type) return false;
    return this.recorded.slice(child.at, child.end) === this.given.slice(other.at, other.end);
  }

  #order(left: TreeNode, right: TreeNode, pairs: Pairs, path: string, partOf: PartOf): void {
    const paired = left.children.filter((child) => pairs.has(child));
    const counterparts = new Set(pairs.values());
    const others = right.children.filter((child) => counterparts.has(child));
    for (const [index, child] of paired.entries()) {
      const other = others[index];
      if (other === undefined || pairs.get(child) === other) continue;
      const part = partOf(child);
      this.found(`order of ${part}s`, part === 'event' ? '' : path, child.from, other.from);
      return;
    }
  }

  /** Compares the texts between two children that are neighbours on both sides. */
  #gaps(left: TreeNode, right: TreeNode, pairs: Pairs, path: string): void {
    const ends = [left, right].map((node) => (node.value === undefined ? node.to : node.at));
    const [leftEnd = 0, rightEnd = 0] = ends;
    const places = new Map(right.children.map((child, index) => [child, index]));
    for (let index = 0; index <= left.children.length; index++) {
      const [before, after] = [left.children[index - 1], left.children[index]];
      const other = after && pairs.get(after);
      const at = after === undefined ? right.children.length : other && places.get(other);
      if (at === undefined) continue;
      const [otherBefore, otherAfter] = [right.children[at - 1], right.children[at]];
      if (
        before === undefined
          ? otherBefore !== undefined
          : !pairs.has(before) || pairs.get(before) !== otherBefore
      )
        continue;
      this.#gap(
        path,
        [before?.to ?? left.from, after?.from ?? leftEnd],
        [otherBefore?.to ?? right.from, otherAfter?.from ?? rightEnd],
      );
    }
  }

  #gap(path: string, left: readonly [number, number], right: readonly [number, number]): void {
    const [source, other] = [this.recorded.slice(...left), this.given.slice(...right)];
    if (source === other) return;
    const isTag = source.endsWith('>') && source.replace(/\s*\/?>$/, '>') === other.replace(/\s*\/?>$/, '>');
    if (isTag && source.endsWith('/>') !== other.endsWith('/>'))
      this.found('empty element', path, left[0], right[0]);
    else this.found(sameButSpace(source, other) ? 'white space' : 'text', path, left[0], right[0]);
  }
}

/** Groups the children of both nodes by their names. The items of an array are one group. */
function groupsOf(left: TreeNode, right: TreeNode, inEvent: boolean): readonly Group[] {
  const keyOf = (child: TreeNode) => `${isAttribute(child) ? '@' : ''}${child.name}`;
  const lefts = groupBy(left.children, keyOf);
  const rights = groupBy(right.children, keyOf);
  const isBare = [left, right].some((node) => node.children.every(isAttribute));
  return [...new Set([...lefts.keys(), ...rights.keys()])].map((key) => {
    const group = { left: lefts.get(key) ?? [], right: rights.get(key) ?? [] };
    return { ...group, part: partOf(group, left.type, isBare, inEvent) };
  });
}

/**
 * A repeated node is an event unless it is inside one. A node that nothing stands beside is an event too.
 * @param around the type of the node that holds the children
 */
function partOf(
  { left, right }: Omit<Group, 'part'>,
  around: string,
  isBare: boolean,
  inEvent: boolean,
): Part {
  const all = [...left, ...right];
  const isWhole = all.some(({ children }) => children.length > 0);
  if (around === 'array') return inEvent || !isWhole ? 'item' : 'event';
  if (all.some(isAttribute)) return 'attribute';
  if (around !== 'element') return 'member';
  const comesAgain = left.length > 1 || right.length > 1;
  if (!inEvent && isWhole && (comesAgain || isBare)) return 'event';
  return comesAgain ? 'item' : 'element';
}

function isAttribute({ type }: TreeNode): boolean {
  return type === 'attribute';
}

/** Returns the path to a child. It starts again in each event. */
function pathTo(path: string, child: TreeNode, part: Part): string {
  if (part === 'event') return '';
  if (child.name === '') return path;
  const name = part === 'attribute' ? `@${child.name}` : child.name;
  return path === '' ? name : `${path}.${name}`;
}

/** Returns the offset of a child without a counterpart, and the offset at which the other side should have it. */
function besidePlace(child: TreeNode, own: TreeNode, other: TreeNode, pairs: Pairs): [number, number] {
  const next = own.children.slice(own.children.indexOf(child) + 1).find((one) => pairs.has(one));
  if (next !== undefined) return [child.from, pairs.get(next)?.from ?? other.at];
  const before = own.children.findLast((one) => pairs.has(one));
  return before === undefined ? [child.from, other.at] : [before.to, pairs.get(before)?.to ?? other.at];
}
