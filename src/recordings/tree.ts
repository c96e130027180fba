/**
 * Reads a result string of JSON or XML into one kind of tree. The readers of format files give values only, but a
 * comparison must also tell escapes and white space apart, so its nodes have their offsets in the text.
 */
import type { Node as JsonNode } from 'jsonc-parser';
import { parseJsonTree } from '../formats/json-tree';
import { type Element, parseXml } from '../formats/xml-tree';
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

/** `from`, `at`, `end` and `to` are offsets in the text. */
export interface TreeNode {
  readonly type: NodeType;
  /** A member's, an element's or an attribute's; empty for items of arrays and for the whole. */
  readonly name: string;
  /** The offset at which the name begins, or the value if there is no name. */
  readonly from: number;
  /** The offset at which the value begins: an element's behind its start tag. */
  readonly at: number;
  /** The offset at which the value ends: an element's before its end tag. */
  readonly end: number;
  readonly to: number;
  /** The value of a node without children other than attributes, unescaped; a number stays as it is written. */
  readonly value: string | undefined;
  /** In the order of the text; an element's attributes come first. */
  readonly children: readonly TreeNode[];
}

/** Answers nest a few levels, and each function that walks the tree recurses. */
const MAX_DEPTH = 200;

/** @returns `undefined` for a text that is neither JSON nor XML, or nests too deep */
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

/** The document, whose children are its roots. */
function xmlTree(text: string): TreeNode | undefined {
  const tree = parseXml(text);
  if (typeof tree === 'string' || !tree.roots.every((root) => isShallow(root, 1))) return undefined;
  const children = tree.roots.map((root) => xmlNode(root, text));
  const to = text.length;
  return { type: 'element', name: '', from: 0, at: 0, end: to, to, value: undefined, children };
}

function isShallow({ children }: Element, depth: number): boolean {
  return depth <= MAX_DEPTH && children.every((child) => isShallow(child, depth + 1));
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

/** Carriage returns stay, which a parser would make line feeds of. */
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
