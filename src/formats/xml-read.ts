/** Where the events stand in an answer in XML, and what their leaves hold. */
import { quotedText } from './document';
import type { Capture, Leaf } from './leaf';
import {
  type Around,
  type Difference,
  differenceOf,
  type FoundEvent,
  MAX_NAMES,
  type PlanReader,
} from './plan';
import { decodedName, type Element, elementsOf, isAside, isMachine, parseXml } from './xml-tree';
import { around, MARK, rootsOf } from './xml-wrapper';

/** Where a value stands in an event's element. */
interface XmlPath {
  readonly steps: readonly XmlStep[];
  readonly attribute?: string;
}

/** An element below the event's: which of how many brothers of that name, from 0. */
interface XmlStep {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  /** The attribute that tells it from these brothers, wherever it stands: `<field name="title">`. */
  readonly key?: {
    readonly attribute: string;
    readonly value: string;
    /** The values of this element and its brothers. */
    readonly all: ReadonlySet<string | undefined>;
  };
}

export type XmlLeaf = Leaf<XmlPath>;

/** A format file of the kind `xml` as its reader needs it. */
export interface XmlShape {
  /** The one element that an event is; `undefined`: it is several, or text beside them. */
  readonly element: string | undefined;
  /** None where an event is not one element. */
  readonly leaves: readonly XmlLeaf[];
  /** Every element and attribute of the event: `Where`, `Where/@id`. */
  readonly names: ReadonlySet<string>;
  readonly list: string;
  readonly single: string;
  readonly none: string;
}

/**
 * The texts of an event's element that hold placeholders.
 * @param leafAt makes a leaf of a text that holds some, none of others
 */
export function leavesOf(
  element: Element,
  leafAt: (text: string, path: XmlPath) => readonly XmlLeaf[],
  steps: XmlPath['steps'] = [],
): XmlLeaf[] {
  const seen = new Map<string, number>();
  return [
    ...Object.entries(element.attributes).flatMap(([attribute, text]) =>
      leafAt(text, { steps, attribute: decodedName(attribute) }),
    ),
    ...(element.children.length === 0 ? leafAt(element.text, { steps }) : []),
    ...element.children.flatMap((child) => {
      const name = decodedName(child.name);
      const index = seen.get(name) ?? 0;
      seen.set(name, index + 1);
      const brothers = brothersIn(element, name);
      const step = { name, index, count: brothers.length, ...keyOf(child, brothers) };
      return leavesOf(child, leafAt, [...steps, step]);
    }),
  ];
}

/** The first attribute that all of several brothers have, each with a text of its own. */
function keyOf({ attributes }: Element, brothers: readonly Element[]): Pick<XmlStep, 'key'> {
  if (brothers.length === 1) return {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const all = new Set(brothers.map((one) => one.attributes[attribute]));
    const isKey = all.size === brothers.length && [...all].every((one) => one && !MARK.test(one));
    if (isKey && !isMachine(attribute)) return { key: { attribute, value, all } };
  }
  return {};
}

/** The attributes and elements within one, as `names` has them. */
export function namesOf({ attributes, children }: Element, prefix: string): string[] {
  return [
    ...Object.keys(attributes)
      .filter((attribute) => !isMachine(attribute))
      .map((attribute) => `${prefix}@${decodedName(attribute)}`),
    ...children.flatMap((child) => {
      const name = `${prefix}${decodedName(child.name)}`;
      return [name, ...namesOf(child, `${name}/`)];
    }),
  ];
}

export function xmlReader(shape: XmlShape): PlanReader {
  const element = decodedName(shape.element ?? '');
  const differences = [shape.list, shape.single].map(comparison);
  return {
    around: constantsOf(rootsOf(shape.list)),
    find(given) {
      const text = given.trim();
      const tree = parseXml(text);
      if (typeof tree === 'string') return `it is not well-formed XML: ${tree}`;
      const events = [...elementsOf(tree.roots, isAside)].filter(({ name }) => decodedName(name) === element);
      const isEmpty = events.length === 0;
      if (isEmpty && skeleton(shape.none) === skeleton(text))
        return { events: [], unnamed: [], varying: [], isList: true };
      if (isEmpty && !isMarkup(text)) return `it has no element ${shape.element}, but ${quotedText(text)}`;
      const [list, single] = differences.map((differ) => differ(tree.roots, events));
      const isList = list?.problem === undefined;
      const found = isList || isEmpty || single?.problem !== undefined ? list : single;
      if (found?.problem !== undefined)
        return isEmpty ? `it has no element ${shape.element}, and ${found.problem}` : found.problem;
      const unnamed = new Set<string>();
      for (const event of events) {
        for (const name of namesOf(event, ''))
          if (!shape.names.has(name) && unnamed.size < MAX_NAMES) unnamed.add(name);
      }
      const read = events.map((event) => readEvent(shape.leaves, event));
      return { events: read, unnamed: [...unnamed], varying: found?.varying ?? [], isList };
    },
  };
}

function readEvent(leaves: readonly XmlLeaf[], event: Element): FoundEvent {
  const captures: Capture[] = [];
  const unread = [...new Set(leaves.flatMap(({ path }) => surplus(event, path) ?? []))];
  for (const { path, read } of leaves) {
    const value = at(event, path);
    if (read === undefined || value === undefined) continue;
    const found = read(value);
    if (found === undefined) unread.push(`${pathText(path)} can't be told apart by its text in the format`);
    else captures.push(...found);
  }
  return { captures, unread };
}

function at(event: Element, { steps, attribute }: XmlPath): string | undefined {
  let element: Element | undefined = event;
  for (const step of steps) element = element && stepFrom(element, step);
  if (attribute === undefined || element === undefined) return element?.text;
  const { attributes } = element;
  if (Object.hasOwn(attributes, attribute)) return attributes[attribute];
  const [, text] = Object.entries(attributes).find(([name]) => decodedName(name) === attribute) ?? [];
  return text;
}

/** Values come one an element: of more elements than the format has, the last would be lost. */
function surplus(event: Element, { steps }: XmlPath): string | undefined {
  let element: Element | undefined = event;
  for (const [depth, step] of steps.entries()) {
    if (element === undefined) return undefined;
    const place = () => pathText({ steps: steps.slice(0, depth + 1) });
    const all = brothersIn(element, step.name);
    if (all.length > step.count)
      return `${place()} stands there ${times(all.length)}, and ${times(step.count)} in the format`;
    const strange = step.key && strangeIn(all, step.key);
    if (strange !== undefined) return `${place()} stands there ${strange}`;
    element = stepFrom(element, step);
  }
  return undefined;
}

/** How one of the brothers is none of the format's, or one that was there before. */
function strangeIn(brothers: readonly Element[], { attribute, all }: NonNullable<XmlStep['key']>) {
  const seen = new Set<string | undefined>();
  for (const { attributes } of brothers) {
    const value = attributes[attribute];
    const told = value === undefined ? `without ${attribute}` : `with ${attribute}=${quotedText(value)}`;
    if (!all.has(value)) return `${told}, and not so in the format`;
    if (seen.has(value)) return `${told} 2 times, and once in the format`;
    seen.add(value);
  }
  return undefined;
}

function brothersIn({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => decodedName(child.name) === name);
}

function stepFrom(element: Element, { name, index, key }: XmlStep): Element | undefined {
  const brothers = brothersIn(element, name);
  if (key === undefined) return brothers[index];
  return brothers.find(({ attributes }) => attributes[key.attribute] === key.value);
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

function pathText({ steps, attribute }: XmlPath): string {
  return [...steps.map(({ name }) => name), ...(attribute === undefined ? [] : [`@${attribute}`])].join('/');
}

/** Nothing but elements, or nothing: a text beside them is somebody's sentence. */
function isMarkup(text: string): boolean {
  return /^(<[\s\S]*>)?$/.test(text.trim());
}

/** White space and the ways to write an empty element don't matter. */
function skeleton(text: string): string {
  const tree = parseXml(text);
  if (typeof tree === 'string' || !isMarkup(text)) return text;
  return [...elementsOf(tree.roots, isAside)]
    .map(({ name, text: inside }) => `${name}:${inside.trim()}`)
    .join('/');
}

/** The values around the events, but for their number. */
function constantsOf(roots: readonly Element[]): Around {
  return new Map([...around(roots, [])].filter(([, value]) => !MARK.test(String(value))));
}

function comparison(template: string) {
  const roots = rootsOf(template);
  const format = constantsOf(roots);
  const counts = new Set([...around(roots, []).keys()].filter((name) => !format.has(name)));
  return (answer: readonly Element[], events: readonly Element[]): Difference => {
    const isEmpty = events.length === 0;
    // Events may come in an envelope that was not taken off; of no events all that is there counts.
    const inside = isEmpty ? undefined : [...elementsOf(answer)].find(({ name }) => name === roots[0]?.name);
    const found = [...around(inside === undefined ? answer : [inside], events)];
    const others = new Map(found.filter(([name]) => !counts.has(name)));
    const { varying, ...difference } = differenceOf(format, others, isEmpty);
    // An answer may be a page of more.
    const otherCounts = found.filter(
      ([name, value]) => counts.has(name) && /^\d+$/.test(String(value)) && Number(value) !== events.length,
    );
    const told = otherCounts.map(([name]) => `${name}, of ${events.length} events`);
    return { ...difference, varying: [...varying, ...told] };
  };
}
