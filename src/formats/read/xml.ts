import { quotedText } from '../file/problems';
import type { XmlPlan } from '../file/xml';
import { namesOf, type XmlPath, type XmlStep } from '../file/xml-leaves';
import { type Element, elementsOf, parseXml } from '../file/xml-tree';
import { type Around, type Difference, differenceOf } from './around';
import { type Found, type FoundEvents, MAX_NAMES } from './json';
import { type Capture, valueReader } from './text';

/** @returns a function that finds the events of an answer, or says what it is instead */
export function xmlEvents(plan: XmlPlan): (text: string) => FoundEvents | string {
  const leaves = plan.leaves.map(({ path, parts }) => ({ path, read: valueReader(parts) }));
  const differences = [plan.list, plan.single].map(comparison);
  return (text) => {
    const tree = parseXml(text);
    if (typeof tree === 'string') return `it is not well-formed XML: ${tree}`;
    const elements = [...elementsOf(tree.roots)].filter(({ name }) => name === plan.element);
    const isEmpty = elements.length === 0;
    if (isEmpty && skeleton(plan.none) === skeleton(text))
      return { events: [], unnamed: [], varying: [], isList: true };
    if (isEmpty && !isMarkup(text)) return `it has no element ${plan.element}, but ${quotedText(text)}`;
    const [list, single] = differences.map((differ) => differ(tree.roots, elements));
    const isList = list?.problem === undefined;
    const found = isList || isEmpty || single?.problem !== undefined ? list : single;
    if (found?.problem !== undefined)
      return isEmpty ? `it has no element ${plan.element}, and ${found.problem}` : found.problem;
    const unnamed = new Set<string>();
    for (const element of elements) {
      for (const name of namesOf(element, '')) {
        if (!plan.names.has(name) && unnamed.size < MAX_NAMES) unnamed.add(name);
      }
    }
    return { events: elements.map(read), unnamed: [...unnamed], varying: found?.varying ?? [], isList };
  };

  function read(event: Element): Found {
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
}

function at(event: Element, { steps, attribute }: XmlPath): string | undefined {
  let element: Element | undefined = event;
  for (const step of steps) element = element && stepFrom(element, step);
  if (attribute === undefined || element === undefined) return element?.text;
  return Object.hasOwn(element.attributes, attribute) ? element.attributes[attribute] : undefined;
}

/** Values come one an element: of more elements than the format has, the last would be lost. */
function surplus(event: Element, { steps }: XmlPath): string | undefined {
  let element: Element | undefined = event;
  for (const [depth, step] of steps.entries()) {
    if (element === undefined) return undefined;
    const place = () => pathText({ steps: steps.slice(0, depth + 1) });
    const all = brothersIn(element, step);
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

function brothersIn({ children }: Element, { name }: XmlStep): readonly Element[] {
  return children.filter((child) => child.name === name);
}

function stepFrom(element: Element, step: XmlStep): Element | undefined {
  const { index, key } = step;
  const brothers = brothersIn(element, step);
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
  return [...elementsOf(tree.roots)].map(({ name, text: inside }) => `${name}:${inside.trim()}`).join('/');
}

/** What a format has around its list. */
export function aroundMarkup({ list }: XmlPlan): Around {
  return around(rootsOf(list), []);
}

function rootsOf({ before, after }: XmlPlan['list']): readonly Element[] {
  const tree = parseXml(before + after);
  return typeof tree === 'string' ? [] : tree.roots;
}

function comparison(wrapping: XmlPlan['list']) {
  const roots = rootsOf(wrapping);
  const format = around(roots, []);
  return (answer: readonly Element[], events: readonly Element[]): Difference => {
    const isEmpty = events.length === 0;
    // Events may come in an envelope that was not taken off; of no events all that is there counts.
    const inside = isEmpty ? undefined : [...elementsOf(answer)].find(({ name }) => name === roots[0]?.name);
    return differenceOf(format, around(inside === undefined ? answer : [inside], events), isEmpty);
  };
}

/** The texts of elements and attributes outside of the events; namespaces are no values. */
function around(roots: readonly Element[], events: readonly Element[]): Around {
  const found = new Map<string, unknown>();
  const counts = new Map<string, number>();
  const outside = new Set(events);
  const waiting = roots.map((element) => ({ element, place: '' }));
  for (const { element, place } of waiting) {
    if (outside.has(element)) continue;
    const inside = `${place}${element.name}`;
    const count = counts.get(inside) ?? 0;
    counts.set(inside, count + 1);
    const path = count === 0 ? inside : `${inside}[${count}]`;
    found.set(path, element.text.trim());
    for (const [name, value] of Object.entries(element.attributes)) {
      if (!/^xmlns(:|$)|^xsi:/.test(name)) found.set(`${path}/@${name}`, value);
    }
    for (const child of element.children) waiting.push({ element: child, place: `${path}/` });
  }
  return found;
}
