import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Problems } from './problems';

/** A format file is written by hand: one past these is something else. */
const MAX_BYTES = 262_144;
const MAX_DEPTH = 64;

const KEYS = ['kind', 'event', 'list', 'single', 'none'] as const;

export type Key = (typeof KEYS)[number];

/** A value of a format file, its members in their order. */
export type JsonNode =
  | { readonly type: 'object'; readonly members: readonly Member[] }
  | { readonly type: 'array'; readonly elements: readonly JsonNode[] }
  | { readonly type: 'string'; readonly text: string }
  /** A number, true, false or null, as it stands in the file. */
  | { readonly type: 'literal'; readonly source: string };

export interface Member {
  readonly name: string;
  readonly value: JsonNode;
}

/** The values of a format file by their keys, or `undefined` when there is too much wrong with it to go on. */
export function readDocument(text: string, problems: Problems): ReadonlyMap<Key, JsonNode> | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    problems.add('', `is larger than 256 KB, the most that a format file may be.`);
    return undefined;
  }
  const source = text.replace(/^\ufeff/, '');
  const bracket = depthBeyond(source);
  if (bracket !== undefined) {
    problems.add('', `is nested deeper than ${MAX_DEPTH} levels at ${lineAndColumn(source, bracket)}.`);
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { disallowComments: true, allowEmptyContent: false });
  const [error] = errors;
  if (root === undefined || error !== undefined) {
    const what = error === undefined ? 'it is empty' : sentenceOf(error);
    problems.add('', `is not JSON: ${what} at ${lineAndColumn(source, error?.offset ?? 0)}.`);
    return undefined;
  }
  const document = convert(root, source, '', problems);
  if (document.type !== 'object') {
    problems.add('', `must hold a JSON object with the members ${KEYS.join(', ')}.`);
    return undefined;
  }
  const values = new Map<Key, JsonNode>();
  for (const { name, value } of document.members) {
    const key = KEYS.find((one) => one === name);
    if (key === undefined)
      problems.add(name, `is no member of a format file: allowed are ${KEYS.join(', ')}.`);
    else values.set(key, value);
  }
  return values;
}

function convert(node: Node, source: string, path: string, problems: Problems): JsonNode {
  switch (node.type) {
    case 'object': {
      const names = new Set<string>();
      const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }): Member[] => {
        if (key === undefined || value === undefined) return [];
        const name = String(key.value);
        const place = path === '' ? name : `${path}.${name}`;
        if (names.has(name)) problems.add(place, 'stands there twice.');
        names.add(name);
        return [{ name, value: convert(value, source, place, problems) }];
      });
      return { type: 'object', members };
    }
    case 'array': {
      const elements = (node.children ?? []).map((child, index) =>
        convert(child, source, `${path}[${index}]`, problems),
      );
      return { type: 'array', elements };
    }
    case 'string':
      return { type: 'string', text: String(node.value) };
    default:
      return { type: 'literal', source: source.slice(node.offset, node.offset + node.length) };
  }
}

/** The offset of the first bracket that opens one level too many: the parser calls itself for each. */
function depthBeyond(source: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of source.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth > MAX_DEPTH) return index;
  }
  return undefined;
}

/** `PropertyNameExpected`: "property name expected". */
function sentenceOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function lineAndColumn(source: string, offset: number): string {
  const lines = source.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
