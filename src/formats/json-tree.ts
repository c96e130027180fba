import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Says why a text is no JSON, as the end of a sentence, and the offset of the character at which that shows. */
export interface JsonProblem {
  readonly problem: string;
  readonly offset: number;
}

/**
 * Parses JSON into a tree whose nodes have their offsets in the text.
 * @param maxDepth the deepest nesting of brackets that is read, because the parser and its callers recurse
 */
export function parseJsonTree(text: string, maxDepth: number): Node | JsonProblem {
  const bracket = bracketBeyond(text, maxDepth);
  if (bracket !== undefined) return { problem: `is nested deeper than ${maxDepth} levels`, offset: bracket };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowEmptyContent: false });
  const [error] = errors;
  if (root !== undefined && error === undefined) return root;
  const what = error === undefined ? 'it is empty' : sentenceOf(error);
  return { problem: `is not JSON: ${what}`, offset: error?.offset ?? 0 };
}

/** Returns the offset of the first bracket that opens one level too many. */
export function bracketBeyond(text: string, maxDepth: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth > maxDepth) return index;
  }
  return undefined;
}

/** Puts an error's code into words: `PropertyNameExpected` is "property name expected". */
function sentenceOf({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}
