/**
 * Reads a result string of JSON or XML into one kind of tree. The readers of format files give values only, but a
 * comparison must also tell escapes and white space apart, so its nodes have their offsets in the text.
 */
import type { Node as JsonNode } from 'jsonc-parser';
import { parseJsonTree } from '../formats/json-tree';
import { type Element, MAX_DEPTH, parseXml } from '../formats/xml-tree';
import { unescapeMarkup } from '../lib/text/markup';

export type NodeType =
  | 'object'
  | 'array'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'element'
  | 'attribute';

/** The members `from`, `at`, `end` and `to` are offsets in the text. */
export interface TreeNode {
  readonly type: NodeType;
  /** Members, elements and attributes have a name. It is empty for items of arrays and for the root. */
  readonly name: string;
  /** The name begins here, or the value if there is no name. */
  readonly from: number;
  /** The value begins here, which is after an element's start tag. */
  readonly at: number;
  /** The value ends here, which is before an element's end tag. */
  readonly end: number;
  readonly to: number;
  /** A node has an unescaped value if its only children are attributes. A number stays as it is written. */
  readonly value: string | undefined;
  /** The children are in the order of the text, and an element's attributes come first. */
  readonly children: readonly TreeNode[];
}

/** @returns `undefined` if the text is neither JSON nor XML, or nests too deep */
export function treeOf(text: string): TreeNode | undefined {
  if (/^\s*</.test(text)) return xmlTree(text);
  const root = parseJsonTree(text, MAX_DEPTH);
  return 'problem' in root ? undefined : jsonNode(root, text);
}

function jsonNode(node: JsonNode, text: string, key?: JsonNode): TreeNode {
  const { type, offset: at, length, value, children: inside = [] } = node;
  const end = at + length;
  const place = {
    name: key === undefined ? '' : String(key.value),
    from: key?.offset ?? at,
    at,
    end,
    to: end,
  };
  if (type === 'array')
    return { type, ...place, value: undefined, children: inside.map((item) => jsonNode(item, text)) };
  if (type === 'object' || type === 'property') {
    const children = inside.flatMap(({ children: [name, member] = [] }) =>
      name === undefined || member === undefined ? [] : [jsonNode(member, text, name)],
    );
    return { type: 'object', ...place, value: undefined, children };
  }
  return { type, ...place, value: type === 'string' ? String(value) : text.slice(at, end), children: [] };
}

/** Returns a node for the document. Its children are the root elements. */
function xmlTree(text: string): TreeNode | undefined {
  const tree = parseXml(text);
  if (typeof tree === 'string' || tree.depth > MAX_DEPTH) return undefined;
  const children = tree.roots.map((root) => xmlNode(root, text));
  const to = text.length;
  return { type: 'element', name: '', from: 0, at: 0, end: to, to, value: undefined, children };
}

function xmlNode({ name, from, opened: at, to, shut, children: inside }: Element, text: string): TreeNode {
  const end = shut === undefined ? text.lastIndexOf('</', to - 1) : at;
  const value = inside.length === 0 ? xmlText(text.slice(at, end)) : undefined;
  const children = [
    ...attributesOf(text.slice(from, at), from),
    ...inside.map((child) => xmlNode(child, text)),
  ];
  return { type: 'element', name, from, at, end, to, value, children };
}

/** Unescapes an element's text. Carriage returns stay, which a parser would turn into line feeds. */
function xmlText(source: string): string {
  return source
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) => (part.startsWith('<![CDATA[') ? part.slice(9, -3) : unescapeMarkup(part)))
    .join('');
}

function attributesOf(tag: string, offset: number): TreeNode[] {
  return [...tag.matchAll(/\s([^\s=<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map((match) => {
    const [whole, name = '', quoted, apostrophed = ''] = match;
    const source = quoted ?? apostrophed;
    const from = offset + match.index + 1;
    const to = offset + match.index + whole.length;
    const place = { from, at: to - 1 - source.length, end: to - 1, to };
    return { type: 'attribute', name, ...place, value: unescapeMarkup(source), children: [] };
  });
}
