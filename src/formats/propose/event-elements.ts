/** Which elements of an answer are its events. */
import type { Field } from '../../event/fields';
import { type Element, elementsOf } from '../xml-tree';
import { likelyField } from './guess-field';

/** A DataSet comes with its schema, whose elements have names and types. */
function withoutSchema(element: Element): Element {
  const children = element.children.filter(({ name }) => !/^(\w+:)?schema$/i.test(name));
  return { ...element, children: children.map(withoutSchema) };
}

/**
 * The elements of the first name that has children or attributes which look like fields; where none has, those that
 * come again beside each other.
 */
export function eventElements(roots: readonly Element[]): readonly Element[] {
  const elements = [...elementsOf(roots.map(withoutSchema))];
  const named = (name: string) => elements.filter((one) => one.name === name);
  const likely = elements.filter((one) => fieldsIn(one).length > 1);
  const [first = repeated(elements)] = likely;
  if (first === undefined) return [];
  const alone = named(first.name).length === 1;
  return named((alone ? insteadOf(first, likely) : first).name);
}

/**
 * What stands alone may be what the events are in, which has a title and a link itself, as a feed does: then those that
 * have a start beside the title are the events, or, where no start is told, those that come again in it.
 */
function insteadOf(first: Element, likely: readonly Element[]): Element {
  const tells = (one: Element, field: Field) => fieldsIn(one).includes(field);
  if (tells(first, 'start')) return first;
  const whole = likely.find((one) => tells(one, 'title') && tells(one, 'start'));
  if (whole !== undefined) return whole;
  if ([...elementsOf([first])].some((one) => tells(one, 'start'))) return first;
  const inside = likely.filter((one) => first.children.includes(one));
  return inside.find((one) => inside.some((other) => other !== one && other.name === one.name)) ?? first;
}

function fieldsIn(element: Element): readonly Field[] {
  return namesIn(element).flatMap((name) => likelyField(name) ?? []);
}

/** What tells an element that holds text from its brothers, as in `mysql --xml`: `<field name="title">`. */
export function keyOf({ name, attributes }: Element, children: readonly Element[]): string | undefined {
  const brothers = children.filter((one) => one.name === name);
  const keys = new Set(brothers.map((one) => one.attributes.name || undefined));
  const isKey = brothers.length > 1 && keys.size === brothers.length && brothers.every(isLeaf);
  return isKey && !keys.has(undefined) ? attributes.name : undefined;
}

/** Of attributes and of children without children. */
function namesIn({ attributes, children }: Element): readonly string[] {
  return [
    ...Object.keys(attributes),
    ...children.filter(isLeaf).map((child) => keyOf(child, children) ?? child.name),
  ];
}

function repeated(elements: readonly Element[]): Element | undefined {
  for (const { children } of elements) {
    const [first, ...others] = children;
    if (first === undefined || namesIn(first).length < 2) continue;
    if (others.length > 0 && others.every(({ name }) => name === first.name)) return first;
  }
  return undefined;
}

export const isLeaf = ({ children }: Element) => children.length === 0;
