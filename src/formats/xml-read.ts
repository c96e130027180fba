/** Finds the events in an XML answer, and reads the values of their leaves. */
import { groupBy } from '../lib/group-by';
import { quotedText } from './document';
import type { Leaf } from './leaf';
import { type FoundEvent, NO_EVENTS, type PlanReader, readLeaves } from './plan';
import { COUNT, differenceOf, EMPTY_HINT, EVENTS, type WrapperValues } from './wrapper';
import {
  decodedName,
  type Element,
  elementsOf,
  isAside,
  isMachine,
  MAX_DEPTH,
  outermost,
  parseXml,
} from './xml-tree';
import { STAND_IN, standIn } from './xml-wrapper';

/** The path of a leaf has the notation of `valuesIn`. */
export type XmlLeaf = Leaf<string>;

/** Maps the path of a name to the attribute that distinguishes elements of this name: `<field name="title">`. */
export type XmlKeys = ReadonlyMap<string, string>;

/** Represents a format file of the kind `xml` as its reader needs it. */
export interface XmlShape {
  /** This is the name of an event's element. */
  readonly element: string;
  readonly leaves: readonly XmlLeaf[];
  /** Lists every element and attribute of the event. */
  readonly values: ReadonlyMap<string, XmlValue>;
  readonly keys: XmlKeys;
  readonly list: string;
  readonly single: string;
  readonly none: string;
}

/** Represents the text of an attribute, or of an element without its children. */
export interface XmlValue {
  readonly text: string;
  /** This is its path without numbers and keys of elements: `Tag`, `Where/@id`. */
  readonly name: string;
  /** This is the path of its element without the element's own number or key. All elements of one name share it. */
  readonly family: string;
  /** This is the path of the enclosing element. */
  readonly parent?: string;
  /** Only an attribute has this: its name as it is written. */
  readonly attribute?: string;
  readonly hasChildren: boolean;
}

/**
 * Collects the texts in an element by paths such as `Where/@id`, `Tag[2]` for the second of that name, and
 * `field[name="title"]` where a key distinguishes them. The path of the element's own text is empty.
 * @param leftOut elements that are skipped with their content
 */
export function valuesIn(
  root: Pick<Element, 'attributes' | 'children' | 'text'>,
  keys: XmlKeys = new Map(),
  leftOut: ReadonlySet<Element> = new Set(),
): Map<string, XmlValue> {
  const values = new Map<string, XmlValue>();
  const counts = new Map<string, number>();
  const look = (element: typeof root, path: string, value: Omit<XmlValue, 'text' | 'hasChildren'>): void => {
    const { text: own, attributes, children } = element;
    values.set(path, { ...value, text: own, hasChildren: children.length > 0 });
    const [before, beforeName] = path === '' ? ['', ''] : [`${path}/`, `${value.name}/`];
    for (const [attribute, text] of Object.entries(attributes)) {
      const name = `@${decodedName(attribute)}`;
      const place = before + name;
      const shown = { text, name: beforeName + name, family: place, parent: path };
      values.set(place, { ...shown, attribute, hasChildren: false });
    }
    for (const child of children) {
      if (leftOut.has(child) || isAside(child.name)) continue;
      const name = decodedName(child.name);
      const family = before + name;
      const key = child.attributes[keys.get(family) ?? ''];
      const named = key === undefined ? family : `${family}[${keys.get(family)}=${quotedText(key)}]`;
      const number = (counts.get(named) ?? 0) + 1;
      counts.set(named, number);
      look(child, number === 1 ? named : `${named}[${number}]`, {
        name: beforeName + name,
        family,
        parent: path,
      });
    }
  };
  look(root, '', { name: '', family: '' });
  return values;
}

/** For each name with several elements, finds the first attribute whose text differs in each of them. */
export function keysIn(element: Element, before = ''): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [path, all] of groupBy(element.children, ({ name }) => before + decodedName(name))) {
    const [first, ...others] = all;
    const key = Object.keys(first?.attributes ?? {}).find((attribute) => {
      const texts = new Set(all.map(({ attributes }) => attributes[attribute]));
      const areKeys = texts.size === all.length && [...texts].every((one) => one && !STAND_IN.test(one));
      return areKeys && !isMachine(attribute);
    });
    if (key !== undefined && others.length > 0) keys.set(path, key);
    if (first !== undefined && others.length === 0)
      for (const [inside, attribute] of keysIn(first, `${path}/`)) keys.set(inside, attribute);
  }
  return keys;
}

export function xmlReader(shape: XmlShape): PlanReader {
  const element = decodedName(shape.element);
  const names = new Set([...shape.values.values()].map(({ name }) => name));
  const families = new Set(shape.leaves.flatMap(({ path }) => familiesOf(path, shape.values)));
  const wrappers = [shape.list, shape.single].map(comparable);
  return {
    wrapper: comparable(shape.list).values,
    find(given) {
      const text = given.trim();
      const tree = parseXml(text);
      if (typeof tree === 'string') return `it is not well-formed XML: ${tree}`;
      if (tree.depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
      const [place = []] = wrappers
        .map(({ path }) => placeOf(tree.roots, path))
        .filter(({ length }) => length > 0);
      const events = outermost(
        place.length > 0 ? place.flatMap(({ children }) => children) : tree.roots,
        element,
      );
      const isEmpty = events.length === 0;
      if (isEmpty && skeleton(shape.none) === skeleton(text)) return NO_EVENTS;
      if (isEmpty && !isMarkup(text))
        return `it has no element ${shape.element}, but ${quotedText(text)}${EMPTY_HINT}`;
      const [list, single] = wrappers.map((wrapper) => difference(wrapper, tree.roots, events));
      const isList = list?.problem === undefined;
      const found = isList || isEmpty || single?.problem !== undefined ? list : single;
      if (found?.problem !== undefined)
        return isEmpty ? `it has no element ${shape.element}, and ${found.problem}` : found.problem;
      const unnamed = new Set<string>();
      const read = events.map((event): FoundEvent => {
        const values = valuesIn(event, shape.keys);
        const surplus = new Set<string>();
        for (const [path, { name, family, attribute = '' }] of values) {
          if (!names.has(name) && !isMachine(attribute)) unnamed.add(name);
          // The format would lose a value if the event has more elements of a name than the format.
          else if (!shape.values.has(path) && families.has(family)) surplus.add(path);
        }
        const { captures, unread } = readLeaves(shape.leaves, (path) => values.get(path)?.text);
        return {
          captures,
          unread: [...[...surplus].map((path) => `${path} is one more than the format has`), ...unread],
        };
      });
      return { events: read, unnamed: [...unnamed], varying: found?.varying ?? [], isList };
    },
  };
}

/** Returns the families of a leaf and of the elements around it. */
function familiesOf(leaf: string, values: XmlShape['values']): readonly string[] {
  const families: string[] = [];
  for (let path: string | undefined = leaf; path !== undefined; path = values.get(path)?.parent)
    families.push(values.get(path)?.family ?? path);
  return families;
}

/** Returns true if the content is empty or begins and ends with a tag. Other text may be an error message. */
function isMarkup(text: string): boolean {
  return /^(<[\s\S]*>)?$/.test(text.trim());
}

/** Returns a text that is the same for answers that differ only in white space or in how empty elements are written. */
function skeleton(text: string): string {
  const tree = parseXml(text);
  if (typeof tree === 'string' || !isMarkup(text)) return text;
  return [...elementsOf(tree.roots, isAside)]
    .map(({ name, text: inside }) => `${name}:${inside.trim()}`)
    .join('/');
}

/** Returns the elements at a path. The path may begin at any depth, because the answer may be in an envelope. */
function placeOf(roots: readonly Element[], [first, ...others]: readonly string[]): readonly Element[] {
  if (first === undefined) return [];
  return others.reduce(
    (found, name) =>
      found.flatMap(({ children }) => children.filter((child) => decodedName(child.name) === name)),
    outermost(roots, first),
  );
}

interface XmlWrapper {
  readonly values: WrapperValues;
  /** These are the names of the elements around the events, from the outermost. */
  readonly path: readonly string[];
  /** This is the name of the outermost element. */
  readonly root: string | undefined;
}

function comparable(template: string): XmlWrapper {
  const source = template.replaceAll(COUNT, standIn(1));
  const tree = parseXml(source.replace(EVENTS, ''));
  const roots = typeof tree === 'string' ? [] : tree.roots;
  const texts = [...textsAround(roots, [])];
  const values = new Map(texts.map(([name, text]) => [name, STAND_IN.test(text) ? COUNT : text]));
  return { values, root: roots[0]?.name, path: pathTo(roots, source.indexOf(EVENTS)) };
}

/** Returns the names of the elements that enclose an offset, from the outermost. */
function pathTo(elements: readonly Element[], offset: number): readonly string[] {
  const around = elements.find(({ opened, to }) => opened <= offset && offset < to);
  return around === undefined ? [] : [decodedName(around.name), ...pathTo(around.children, offset)];
}

function difference(wrapper: XmlWrapper, answer: readonly Element[], events: readonly Element[]) {
  // The events may be in an envelope, which is not compared. Without events the whole answer is.
  const inside =
    events.length === 0 ? undefined : [...elementsOf(answer)].find(({ name }) => name === wrapper.root);
  return differenceOf(
    wrapper.values,
    textsAround(inside === undefined ? answer : [inside], events),
    events.length,
  );
}

/** Returns the texts of elements and attributes outside the events. */
function textsAround(roots: readonly Element[], events: readonly Element[]): Map<string, string> {
  const values = valuesIn({ attributes: {}, children: [...roots], text: '' }, undefined, new Set(events));
  return new Map(
    [...values]
      .filter(([, { attribute = '' }]) => !isMachine(attribute))
      .map(([path, { text }]) => [path, text.trim()]),
  );
}
