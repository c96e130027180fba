/** Maps the paths in an element to their texts. */
import { groupBy } from '../lib/group-by';
import { STAND_IN } from './xml-text';
import { decodedName, type Element, isMetadata, isNil, isNotData, textOf } from './xml-tree';

/** Maps the path of a name to the attribute that distinguishes elements of this name: `<field name="title">`. */
export type XmlKeys = ReadonlyMap<string, string>;

export interface XmlValue {
  readonly text: string;
  /** This is the path without the numbers and keys of elements: `Tag`, `Where/@id`. */
  readonly name: string;
  /** This is the path of the element without its number or key. All elements of one name share it. */
  readonly family: string;
  /** Only an attribute has this: its name as it is written. */
  readonly attribute?: string;
  /** This is true for an element that is nil. An element that is only empty has an empty text. */
  readonly isNil?: boolean;
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
  const visit = (element: typeof root, path: string, value: Pick<XmlValue, 'name' | 'family'>): void => {
    const { attributes, children } = element;
    values.set(path, { ...value, text: textOf(element), isNil: isNil(element) });
    const [before, beforeName] = path === '' ? ['', ''] : [`${path}/`, `${value.name}/`];
    for (const [attribute, text] of Object.entries(attributes)) {
      const name = `@${decodedName(attribute)}`;
      const place = before + name;
      values.set(place, { text, name: beforeName + name, family: place, attribute });
    }
    for (const child of children) {
      if (leftOut.has(child) || isNotData(child.name)) continue;
      const name = decodedName(child.name);
      const family = before + name;
      const key = child.attributes[keys.get(family) ?? ''];
      const named = key === undefined ? family : `${family}[${keys.get(family)}=${JSON.stringify(key)}]`;
      const number = (counts.get(named) ?? 0) + 1;
      counts.set(named, number);
      visit(child, number === 1 ? named : `${named}[${number}]`, {
        name: beforeName + name,
        family,
      });
    }
  };
  visit(root, '', { name: '', family: '' });
  return values;
}

/**
 * Maps each name that several elements have to the first attribute that has a different value in each of them. If only
 * one element has the name, its children are searched.
 */
export function keysIn(element: Element, before = ''): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [path, all] of groupBy(element.children, ({ name }) => before + decodedName(name))) {
    const [first, ...others] = all;
    const key = Object.keys(first?.attributes ?? {}).find((attribute) => {
      const texts = new Set(all.map(({ attributes }) => attributes[attribute]));
      const areKeys = texts.size === all.length && [...texts].every((one) => one && !STAND_IN.test(one));
      return areKeys && !isMetadata(attribute);
    });
    if (key !== undefined && others.length > 0) keys.set(path, key);
    if (first !== undefined && others.length === 0)
      for (const [inside, attribute] of keysIn(first, `${path}/`)) keys.set(inside, attribute);
  }
  return keys;
}
