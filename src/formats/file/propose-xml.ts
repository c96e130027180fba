import { type Guesses, guessField } from './guess-field';
import { FormatError } from './problems';
import { escapeBraces, type Json, MORE_EVENTS, SAMPLE } from './propose-json';
import { type Element, elementsOf, parseXml } from './xml-tree';

/** @throws FormatError when there are no events in the text */
export function proposeXml(text: string, guesses: Guesses): Json {
  const tree = parseXml(text);
  if (typeof tree === 'string') throw new FormatError(`The answer is not well-formed XML: ${tree}`);
  const events = eventElements([...elementsOf(tree.roots.map(withoutSchema))]);
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) {
    throw new FormatError(
      `The answer holds no elements of events that a format could be made from; ${MORE_EVENTS}.`,
    );
  }
  const event = proposeElement(events.slice(0, SAMPLE), [], guesses);
  const around = [text.slice(0, first.from), text.slice(last.to)].map(escapeBraces);
  return around.every((part) => part.trim() === '')
    ? { kind: 'xml', event }
    : { kind: 'xml', event, list: around.join('{events}') };
}

/** A DataSet comes with its schema, whose elements have names and types. */
function withoutSchema(element: Element): Element {
  const children = element.children.filter(({ name }) => !/^(\w+:)?schema$/i.test(name));
  return { ...element, children: children.map(withoutSchema) };
}

/**
 * The elements of the first name that has children or attributes which look like fields; where none has, those that come
 * again beside each other.
 */
function eventElements(elements: readonly Element[]): readonly Element[] {
  const first = elements.find((one) => namesIn(one).filter(guessField).length > 1) ?? repeated(elements);
  return first === undefined ? [] : elements.filter(({ name }) => name === first.name);
}

/** Of attributes and of children without children. */
function namesIn({ attributes, children }: Element): readonly string[] {
  return [...Object.keys(attributes), ...children.filter(isLeaf).map(({ name }) => name)];
}

function repeated(elements: readonly Element[]): Element | undefined {
  for (const { children } of elements) {
    const [first, ...others] = children;
    if (first === undefined || namesIn(first).length < 2) continue;
    if (others.length > 0 && others.every(({ name }) => name === first.name)) return first;
  }
  return undefined;
}

const isLeaf = ({ children }: Element) => children.length === 0;

/** An event's own attributes and texts are guessed before those of the elements in it. */
function proposeElement(events: readonly Element[], path: readonly string[], guesses: Guesses): string {
  const [{ name } = { name: '' }] = events;
  const attributes = [...new Set(events.flatMap((event) => Object.keys(event.attributes)))].map(
    (attribute) => {
      const values = events.map((event) => textual(event.attributes[attribute]));
      return ` ${attribute}="${guesses.placeholder([...path, attribute], values) ?? ''}"`;
    },
  );
  const names = [...new Set(events.flatMap(({ children }) => children.map((child) => child.name)))];
  const members = names.map((child) => {
    const found = events.map((event) => event.children.find((one) => one.name === child));
    const present = found.filter((one) => one !== undefined);
    return { child, found, present, isOwn: present.every(isLeaf) };
  });
  const proposed = new Map<string, string>();
  const filled = ({ present }: { readonly present: readonly Element[] }) =>
    present.filter(({ text }) => text).length;
  // Of two members that could be the same field, the one that more events have is.
  for (const { child, found } of members.filter(({ isOwn }) => isOwn).sort((a, b) => filled(b) - filled(a))) {
    const values = found.map((one) => textual(one?.text));
    proposed.set(child, `<${child}>${guesses.placeholder([...path, child], values) ?? ''}</${child}>`);
  }
  for (const { child, present } of members.filter(({ isOwn }) => !isOwn))
    proposed.set(child, proposeElement(present, [...path, child], guesses));
  return `<${name}${attributes.join('')}>${names.map((child) => proposed.get(child)).join('')}</${name}>`;
}

/** What a text of XML would be in JSON matters to no form but those of ids and numbers, which XML writes alike. */
function textual(text: string | undefined): unknown {
  return text?.trim();
}
