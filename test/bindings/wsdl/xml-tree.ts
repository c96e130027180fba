import { SaxesParser } from 'saxes';

/** Represents an element of a document that is small enough to be held whole. */
export interface Element {
  readonly uri: string;
  readonly local: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Prefixes in scope; '' is the default namespace. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

interface Open extends Element {
  readonly children: Open[];
}

/** Parses a well-formed document with namespaces; throws at anything else. */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const holder: Open = { uri: '', local: '', attributes: {}, prefixes: {}, children: [] };
  const open: Open[] = [holder];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1) ?? holder;
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map(({ name, value }) => [name, value]),
    );
    const prefixes = { ...parent.prefixes, ...tag.ns };
    const element: Open = { uri: tag.uri, local: tag.local, attributes, prefixes, children: [] };
    parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [root] = holder.children;
  if (root === undefined) throw new Error('no root element');
  return root;
}

/** The children with one of these local names, or all. */
export function children(element: Element, ...names: readonly string[]): readonly Element[] {
  return names.length === 0
    ? element.children
    : element.children.filter(({ local }) => names.includes(local));
}

/** Returns the only child with this local name. It throws if there are none or several. */
export function child(element: Element, name: string): Element {
  const found = children(element, name);
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`${element.local} has ${found.length} ${name}`);
  return one;
}

/** An attribute that has to be there. */
export function attribute(element: Element, name: string): string {
  const value = element.attributes[name];
  if (value === undefined) throw new Error(`${element.local} has no ${name}`);
  return value;
}

/** Yields every element of the tree, the root first. */
export function walk(element: Element): readonly Element[] {
  return [element, ...element.children.flatMap(walk)];
}
