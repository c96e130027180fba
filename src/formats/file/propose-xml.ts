import type { Field } from '../../event/fields';
import { guessField } from './guess-field';
import type { Guesses } from './guesses';
import { FormatError } from './problems';
import { escapeBraces, type Json, MORE_EVENTS, SAMPLE } from './propose-json';
import { escapeAttribute } from './xml-escape';
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
  return namesIn(element).flatMap((name) => guessField(name) ?? []);
}

/** What tells an element that holds text from its brothers, as in `mysql --xml`: `<field name="title">`. */
function keyOf({ name, attributes }: Element, children: readonly Element[]): string | undefined {
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

const isLeaf = ({ children }: Element) => children.length === 0;

/**
 * An event's own attributes and texts are guessed before those of the elements in it.
 * @param text what stands in the element itself
 */
function proposeElement(
  events: readonly Element[],
  path: readonly string[],
  guesses: Guesses,
  text = '',
): string {
  const [{ name, shut } = { name: '' } as Pick<Element, 'name' | 'shut'>] = events;
  const attributes = [...new Set(events.flatMap(attributesOf))].map((attribute) => {
    const values = events.map((event) => textual(event.attributes[attribute]));
    const [value] = values;
    const isFixed = isOfXml(attribute) && value !== undefined && values.every((one) => one === value);
    const written = isFixed
      ? escapeBraces(escapeAttribute(value))
      : (guesses.placeholder([...path, attribute], values) ?? '');
    return ` ${attribute}="${written}"`;
  });
  const members = membersOf(events);
  const proposed = new Map<Member, string>();
  const filled = ({ present }: { readonly present: readonly Element[] }) =>
    present.filter(({ text }) => text).length;
  // Of two members that could be the same field, the one that more events have is.
  for (const member of members.filter(({ isOwn }) => isOwn).sort((a, b) => filled(b) - filled(a))) {
    const { child, key, found } = member;
    const values = found.map((one) => textual(one?.text));
    const inside = [...path, key ?? child];
    const text = values.some(Boolean) || !hasAttributes(member) ? guesses.placeholder(inside, values) : '';
    const tag = key === undefined ? child : `${child} name="${escapeBraces(escapeAttribute(key))}"`;
    proposed.set(
      member,
      hasAttributes(member)
        ? proposeElement(member.present, inside, guesses, text)
        : `<${tag}>${text ?? ''}</${child}>`,
    );
  }
  for (const member of members.filter(({ isOwn }) => !isOwn))
    proposed.set(member, proposeElement(member.present, [...path, member.child], guesses));
  const children = members.map((member) => proposed.get(member)).join('');
  const inside = text + children;
  return `<${name}${attributes.join('')}${inside === '' && shut !== undefined ? shut : `>${inside}</${name}>`}`;
}

/** An element that is null shows it by being empty, or by not being there. */
function attributesOf({ attributes }: Element): readonly string[] {
  return Object.keys(attributes).filter((name) => name !== 'xsi:nil');
}

/** Namespaces and types are of the document, and no event's own. */
function isOfXml(attribute: string): boolean {
  return /^(xmlns|xsi|xml)(:|$)/.test(attribute);
}

function hasAttributes({ key, present }: Member): boolean {
  return key === undefined && present.some((one) => attributesOf(one).length > 0);
}

interface Member {
  /** Its elements' name. */
  readonly child: string;
  /** What an attribute calls it. */
  readonly key?: string | undefined;
  /** One of each event, as far as it has it. */
  readonly found: readonly (Element | undefined)[];
  readonly present: readonly Element[];
  /** It holds text alone. */
  readonly isOwn: boolean;
}

/** The first element of each name, the second, and so on, as many as one event has: each is read as a value of its own. */
function membersOf(events: readonly Element[]): readonly Member[] {
  const names = [...new Set(events.flatMap(({ children }) => children.map((child) => child.name)))];
  return names.flatMap((child) => {
    const all = events.map(({ children }) => children.filter((one) => one.name === child));
    const keyed = keyedMembers(child, all);
    if (keyed !== undefined) return keyed;
    const length = all.reduce((most, some) => Math.max(most, some.length), 0);
    return Array.from({ length }, (_, index) =>
      memberOf(
        child,
        all.map((some) => some[index]),
      ),
    );
  });
}

function memberOf(child: string, found: Member['found']): Member {
  const present = found.filter((one) => one !== undefined);
  return { child, found, present, isOwn: present.every(isLeaf) };
}

/** Where each has a name of its own in every event: events may have others, in another order. */
function keyedMembers(child: string, all: readonly (readonly Element[])[]): readonly Member[] | undefined {
  const keysOf = (some: readonly Element[]) => some.map((one) => keyOf(one, some));
  const keys = [...new Set(all.flatMap(keysOf))];
  if (keys.length < 2 || keys.includes(undefined)) return undefined;
  return keys.map((key) => {
    const found = all.map((some) => some.find((one) => one.attributes.name === key));
    return { ...memberOf(child, found), key };
  });
}

/** What a text of XML would be in JSON matters to no form but those of ids and numbers, which XML writes alike. */
function textual(text: string | undefined): string | undefined {
  return text?.trim();
}
