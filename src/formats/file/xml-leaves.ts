import type { Placeholder } from './placeholder';
import { MARK, MARKS } from './xml-marks';
import type { Element } from './xml-tree';

/** Where a value stands in an event's element. */
export interface XmlPath {
  readonly steps: readonly XmlStep[];
  readonly attribute?: string;
}

/** An element below the event's: which of how many brothers of that name, from 0. */
export interface XmlStep {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  /** What tells it from these brothers, wherever it stands: `<field name="title">`. */
  readonly key?: {
    readonly attribute: string;
    readonly value: string;
    /** Of this element and its brothers. */
    readonly all: ReadonlySet<string | undefined>;
  };
}

/** A text of the event that holds placeholders. */
export interface XmlLeaf {
  readonly path: XmlPath;
  readonly parts: readonly (string | Placeholder)[];
}

/** The texts of an event's element that hold placeholders, each with its place. */
export function leavesOf(
  element: Element,
  steps: XmlPath['steps'],
  placeholders: readonly Placeholder[],
): XmlLeaf[] {
  const leaf = (text: string, path: XmlPath): XmlLeaf[] =>
    MARK.test(text) ? [{ path, parts: partsOf(text, placeholders) }] : [];
  const seen = new Map<string, number>();
  return [
    ...Object.entries(element.attributes).flatMap(([attribute, text]) => leaf(text, { steps, attribute })),
    ...(element.children.length === 0 ? leaf(element.text, { steps }) : []),
    ...element.children.flatMap((child) => {
      const { name } = child;
      const index = seen.get(name) ?? 0;
      seen.set(name, index + 1);
      const brothers = element.children.filter((one) => one.name === name);
      const step = { name, index, count: brothers.length, ...keyOf(child, brothers) };
      return leavesOf(child, [...steps, step], placeholders);
    }),
  ];
}

/** The first attribute that all of several brothers have, each with a text of its own. */
function keyOf({ attributes }: Element, brothers: readonly Element[]): Pick<XmlStep, 'key'> {
  if (brothers.length === 1) return {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const all = new Set(brothers.map((one) => one.attributes[attribute]));
    const isKey = all.size === brothers.length && [...all].every((one) => one && !MARK.test(one));
    if (isKey) return { key: { attribute, value, all } };
  }
  return {};
}

/** The attributes and elements within one, as `names` has them. */
export function namesOf({ attributes, children }: Element, prefix: string): string[] {
  return [
    ...Object.keys(attributes).map((attribute) => `${prefix}@${attribute}`),
    ...children.flatMap((child) => [`${prefix}${child.name}`, ...namesOf(child, `${prefix}${child.name}/`)]),
  ];
}

function partsOf(text: string, placeholders: readonly Placeholder[]): (string | Placeholder)[] {
  return text
    .split(MARKS)
    .map((part, index) => (index % 2 === 0 ? part : (placeholders[Number(part)] ?? '')))
    .filter((part) => part !== '');
}
