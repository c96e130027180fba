/**
 * Reads JSON or XML into the same kind of tree. Format files are compiled from trees, and `compare` compares trees.
 * Both need what `JSON.parse` loses: the order of members, digits, escapes and the offsets of values in the text.
 */
import { type Node as ParsedNode, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { splitAtStrings } from '../lib/json';
import { unescapeMarkup } from '../lib/text/markup';
import { attributesOf, type Element, MAX_ANSWER_DEPTH, parseXml } from './xml-tree';

/**
 * Represents a value of JSON, or an element or attribute of XML. The starts and ends are offsets in `text`, which is
 * the whole text.
 */
export interface TreeNode {
  readonly text: string;
  readonly type: Exclude<ParsedNode['type'], 'property'> | 'element' | 'attribute';
  /** Members, elements and attributes have a name. It is empty for items of arrays and for the root. */
  readonly name: string;
  /** The name begins at this offset, or the value if there is no name. */
  readonly start: number;
  /** The value begins at this offset. In XML it is the end of the start tag. */
  readonly valueStart: number;
  /** The value ends at this offset. In XML it is the beginning of the end tag. */
  readonly valueEnd: number;
  readonly end: number;
  /**
   * This is the unescaped value of a node whose only children are attributes, or `undefined` for other nodes. A number
   * stays as it is written.
   */
  readonly value: string | undefined;
  /** The children are in the order of the text, and an element's attributes come first. */
  readonly children: readonly TreeNode[];
}

/** Reads JSON or XML. @returns `undefined` if the text is neither, or nests too deeply */
export function treeOf(text: string): TreeNode | undefined {
  if (/^\s*</.test(text)) return xmlTree(text);
  const root = jsonTree(text, MAX_ANSWER_DEPTH);
  return 'problem' in root ? undefined : root;
}

/**
 * Returns the tree of JSON, or the end of a sentence that says why a text is not JSON.
 * @param maxDepth the deepest nesting of brackets that is read, because the parser and its callers recurse
 */
export function jsonTree(text: string, maxDepth: number): TreeNode | { problem: string; offset: number } {
  const bracket = bracketBeyond(text, maxDepth);
  if (bracket !== undefined) return { problem: `is nested deeper than ${maxDepth} levels`, offset: bracket };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (root !== undefined && error === undefined) return jsonNode(root, text);
  const what = error === undefined ? 'it is empty' : sentenceOf(error);
  return { problem: `is not JSON: ${what}`, offset: error?.offset ?? 0 };
}

/** Returns the offset of the first bracket that is nested too deeply, or `undefined` if there is none. */
export function bracketBeyond(text: string, maxDepth: number): number | undefined {
  let [depth, from] = [0, 0];
  for (const [index, part] of splitAtStrings(text).entries()) {
    for (let at = 0; index % 2 === 0 && at < part.length; at++) {
      if (part[at] === '{' || part[at] === '[') depth++;
      if (part[at] === '}' || part[at] === ']') depth--;
      if (depth > maxDepth) return from + at;
    }
    from += part.length;
  }
  return undefined;
}

/** Returns the node at a path of names and indexes, or `undefined` if there is none. */
export function nodeAt(root: TreeNode | undefined, path: readonly (string | number)[]): TreeNode | undefined {
  return path.reduce(
    (node, step) =>
      node?.type === 'array'
        ? node.children[Number(step)]
        : node?.children.find(({ name }) => name === String(step)),
    root,
  );
}

/** Turns an error's code into words: `PropertyNameExpected` becomes "property name expected". */
function sentenceOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function jsonNode(
  { type, offset: valueStart, length, value, children = [] }: ParsedNode,
  text: string,
  key?: ParsedNode,
): TreeNode {
  const end = valueStart + length;
  const place = {
    text,
    name: key === undefined ? '' : String(key.value),
    start: key?.offset ?? valueStart,
    valueStart,
    valueEnd: end,
    end,
  };
  if (type === 'array')
    return { type, ...place, value: undefined, children: children.map((item) => jsonNode(item, text)) };
  if (type === 'object' || type === 'property') {
    const members = children.flatMap(({ children: [name, member] = [] }) =>
      name === undefined || member === undefined ? [] : [jsonNode(member, text, name)],
    );
    return { type: 'object', ...place, value: undefined, children: members };
  }
  return {
    type,
    ...place,
    value: type === 'string' ? String(value) : text.slice(valueStart, end),
    children: [],
  };
}

/** Returns a node for the document. Its children are the root elements. */
function xmlTree(text: string): TreeNode | undefined {
  const roots = parseXml(text);
  if (typeof roots === 'string') return undefined;
  const children = roots.map((root) => xmlNode(root, text));
  const end = text.length;
  const place = { start: 0, valueStart: 0, valueEnd: end, end };
  return { type: 'element', text, name: '', ...place, value: undefined, children };
}

function xmlNode(element: Element, text: string): TreeNode {
  const { name, start, contentStart, contentEnd, end, children: inside } = element;
  const value = inside.length === 0 ? element.text : undefined;
  const attributes = attributesOf(element).map((one): TreeNode => {
    const [from, to] = [start + one.start, start + one.end];
    const place = { text, start: from, valueStart: to - 1 - one.source.length, valueEnd: to - 1, end: to };
    return { type: 'attribute', name: one.name, ...place, value: unescapeMarkup(one.source), children: [] };
  });
  const children = [...attributes, ...inside.map((child) => xmlNode(child, text))];
  const place = { start, valueStart: contentStart, valueEnd: contentEnd, end };
  return { type: 'element', text, name, ...place, value, children };
}
