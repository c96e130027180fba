import { FormatError } from '../document';
import { type Element, elementsOf, indentBefore, parseXml } from '../xml-tree';
import { escapeAttribute } from '../xml-wrapper';
import { eventElements, isLeaf, keyOf } from './event-elements';
import type { Guesses } from './guesses';
import { inOrder } from './in-order';
import { escapeBraces, type Json, MORE_EVENTS, NEITHER, SAMPLE } from './json';

/** @throws FormatError when there are no events in the text */
export function proposeXml(text: string, guesses: Guesses): Json {
  const tree = parseXml(text);
  if (typeof tree === 'string') throw new FormatError(`The answer is not well-formed XML: ${tree}`);
  const events = eventElements(tree.roots);
  const [first] = events;
  const last = events.at(-1);
  const [only, ...others] = [...elementsOf(tree.roots)].filter(isLeaf);
  if (first === undefined && only?.text.trim() && others.length === 0) throw new FormatError(NEITHER);
  if (first === undefined || last === undefined) {
    throw new FormatError(
      `The answer holds no elements of events that a format could be made from; ${MORE_EVENTS}.`,
    );
  }
  const indent = indentBefore(text, first.from);
  const sample = events.slice(0, SAMPLE);
  const own = sample.every(isLeaf) ? sample.map((one) => textual(one.text)) : [];
  const shown = own.some(Boolean) ? guesses.placeholder(['text'], own) : '';
  const event = indent + new ElementProposal(text, guesses).of(sample, [], shown);
  const around = [text.slice(0, first.from - indent.length), text.slice(last.to)].map(escapeBraces);
  return around.every((part) => part.trim() === '')
    ? { kind: 'xml', event }
    : { kind: 'xml', event, list: around.join('{events}') };
}

/** The element of one event, of those that a sample has. */
class ElementProposal {
  constructor(
    private readonly source: string,
    private readonly guesses: Guesses,
  ) {}

  /**
   * An event's own attributes and texts are guessed before those of the elements in it.
   * @param text what stands in the element itself
   */
  of(events: readonly Element[], path: readonly string[], text = ''): string {
    const [first] = events;
    if (first === undefined) return '';
    const { name, shut } = first;
    const attributes = [...new Set(events.flatMap(attributesOf))].map((attribute) => {
      const values = events.map((event) => textual(event.attributes[attribute]));
      return ` ${attribute}="${this.attribute(attribute, values, path)}"`;
    });
    const inside = text + this.membersIn(events, path);
    if (inside === '' && shut !== undefined) return `<${name}${attributes.join('')}${shut}`;
    const whole = events.find((one) => one.children.length > 0);
    const before = whole === undefined ? '' : this.before(whole.to - `</${name}>`.length);
    return `<${name}${attributes.join('')}>${inside}${before}</${name}>`;
  }

  private attribute(
    attribute: string,
    values: readonly (string | undefined)[],
    path: readonly string[],
  ): string {
    const [value] = values;
    const isFixed = isOfXml(attribute) && value !== undefined && values.every((one) => one === value);
    if (isFixed) return escapeBraces(escapeAttribute(value));
    return this.guesses.placeholder([...path, attribute], values) ?? '';
  }

  private membersIn(events: readonly Element[], path: readonly string[]): string {
    const members = membersOf(events);
    const proposed = new Map<Member, string>();
    const filled = ({ present }: { readonly present: readonly Element[] }) =>
      present.filter(({ text }) => text).length;
    // Of two members that could be the same field, the one that more events have is.
    for (const member of members.filter(({ isOwn }) => isOwn).sort((a, b) => filled(b) - filled(a)))
      proposed.set(member, this.leaf(member, path));
    for (const member of members.filter(({ isOwn }) => !isOwn))
      proposed.set(member, this.of(member.present, [...path, member.child]));
    return members
      .map((member) => this.before(member.present[0]?.from ?? 0) + (proposed.get(member) ?? ''))
      .join('');
  }

  private leaf(member: Member, path: readonly string[]): string {
    const { child, key, found, present } = member;
    const values = found.map((one) => textual(one?.text));
    const inside = [...path, key ?? child];
    const text = () => this.guesses.placeholder(inside, values) ?? '';
    if (hasAttributes(member)) return this.of(present, inside, values.some(Boolean) ? text() : '');
    const tag = key === undefined ? child : `${child} name="${escapeBraces(escapeAttribute(key))}"`;
    return `<${tag}>${text()}</${child}>`;
  }

  private before(at: number): string {
    return indentBefore(this.source, at);
  }
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

/**
 * The first element of each name, the second, and so on, as many as one event has: each is read as a value of its own.
 */
function membersOf(events: readonly Element[]): readonly Member[] {
  const names = inOrder(events.map(({ children }) => children.map((child) => child.name)));
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
