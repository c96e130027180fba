import { type Found, type FoundEvents, MAX_NAMES } from './read-json';
import { type Capture, valueReader } from './read-text';
import { namesOf, type XmlPath, type XmlPlan } from './xml';
import { type Element, elementsOf, parseXml } from './xml-tree';

/** @returns a function that finds the events of an answer, or says what it is instead */
export function xmlEvents(plan: XmlPlan): (text: string) => FoundEvents | string {
  const leaves = plan.leaves.map(({ path, parts }) => ({ path, read: valueReader(parts) }));
  return (text) => {
    const tree = parseXml(text);
    if (typeof tree === 'string') return `it is not well-formed XML: ${tree}`;
    const elements = [...elementsOf(tree.roots)].filter(({ name }) => name === plan.element);
    if (elements.length === 0 && !isEmptyAnswer(plan, text)) return `it has no element ${plan.element}`;
    const unnamed = new Set<string>();
    for (const element of elements) {
      for (const name of namesOf(element, '')) {
        if (!plan.names.has(name) && unnamed.size < MAX_NAMES) unnamed.add(name);
      }
    }
    return { events: elements.map(read), unnamed: [...unnamed] };
  };

  function read(event: Element): Found {
    const captures: Capture[] = [];
    const unread: string[] = [];
    for (const { path, read } of leaves) {
      const value = at(event, path);
      if (read === undefined || value === undefined) continue;
      const found = read(value);
      if (found === undefined) unread.push(`${shown(path)} can't be told apart by its text in the format`);
      else captures.push(...found);
    }
    return { captures, unread };
  }
}

function at(event: Element, { steps, attribute }: XmlPath): string | undefined {
  let element: Element | undefined = event;
  for (const { name, index } of steps) {
    element = element?.children.filter((child) => child.name === name)[index];
  }
  if (attribute === undefined || element === undefined) return element?.text;
  return Object.hasOwn(element.attributes, attribute) ? element.attributes[attribute] : undefined;
}

function shown({ steps, attribute }: XmlPath): string {
  return [...steps.map(({ name }) => name), ...(attribute === undefined ? [] : [`@${attribute}`])].join('/');
}

/** White space and the ways to write an empty element don't matter. */
function isEmptyAnswer(plan: XmlPlan, text: string): boolean {
  return [plan.none, plan.list.before + plan.list.after].some((empty) => skeleton(empty) === skeleton(text));
}

function skeleton(text: string): string {
  const tree = parseXml(text);
  if (typeof tree === 'string') return text;
  return [...elementsOf(tree.roots)].map(({ name, text: inside }) => `${name}:${inside.trim()}`).join('/');
}
