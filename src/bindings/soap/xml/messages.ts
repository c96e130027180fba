/**
 * What XmlTextReader says of a document that saxes refused. Exact for what clients are known to see (contract 3.4)
 * and for the ways in which a request breaks off; else the closest of its texts.
 */
import { type ChainedException, inserted } from '../../../contract/messages';
import { isXmlSpace, skipBlanks } from '../../scalars';
import type { NameFault } from './namespaces';

/** The document is not well-formed, or is what this reader refuses. Its message is XmlException's. */
export class XmlError extends Error {
  override readonly name = 'XmlError';

  /** What .NET's exception names as its own cause. */
  readonly inner: ChainedException | undefined;

  constructor(
    message: string,
    place: { readonly line: number; readonly column: number } | undefined,
    inner?: ChainedException,
  ) {
    super(place === undefined ? message : `${message} Line ${place.line}, position ${place.column}.`);
    this.inner = inner;
  }
}

/** Line and column from 1; CR, LF and CRLF each end a line; columns count UTF-16 code units (contract 2.7.1). */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code !== CR && code !== LF) continue;
    if (code === CR && at + 1 < offset && text.charCodeAt(at + 1) === LF) at++;
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

const [CR, LF] = [0x0d, 0x0a];

/** An element whose end tag has not been read. */
export interface OpenElement {
  readonly name: string;
  /** Of its start tag's `<`. */
  readonly offset: number;
}

/** Where and why saxes gave up. */
interface Failure {
  readonly text: string;
  /** Where the node begins that saxes was in. */
  readonly start: number;
  /** Just past the character that it could not take. */
  readonly offset: number;
  /** saxes' own message. */
  readonly reason: string;
  /** Outermost first. */
  readonly open: readonly OpenElement[];
}

/** .NET's text, and the offset that it names; `undefined` where it names none. */
interface Message {
  readonly message: string;
  readonly at: number | undefined;
}

/** What saxes says of a document that is not complete. */
const END = /^(unclosed tag|unexpected end|document must contain)/;

/** What saxes says, before the name, of an attribute that a tag has twice. */
const DUPLICATE = 'duplicate attribute: ';

export function messageFor(failure: Failure): Message {
  const { text, start, reason, open } = failure;
  const first = skipBlanks(text, start);
  if (/^<!doctype/i.test(text.slice(first, first + 9))) {
    return { message: 'DTD is prohibited in this XML document.', at: undefined };
  }
  if (open.length === 0) {
    if (first >= text.length) return { message: 'Root element is missing.', at: undefined };
    // XmlTextReader looks four characters ahead for what may stand at the root.
    if (text[first] !== '<' || text.length - first < 4) {
      return { message: 'Data at the root level is invalid.', at: first };
    }
  }
  if (reason.startsWith(DUPLICATE)) {
    const name = reason.slice(DUPLICATE.length, -1);
    return messageForName({ kind: 'duplicate-attribute', name }, text, start);
  }
  return END.test(reason) ? brokenOff(failure) : (mismatched(failure) ?? unexpected(failure));
}

/** The document ends inside the node. */
function brokenOff({ text, start, open }: Failure): Message {
  const at = text.length;
  const rest = text.slice(start);
  const parsing = (what: string) => ({
    message: `Unexpected end of file while parsing ${what} has occurred.`,
    at,
  });
  if (rest.startsWith('<!--')) return parsing('Comment');
  if (rest.startsWith('<![CDATA[')) return parsing('CDATA');
  const inDeclaration = /^<\?xml\s/.test(rest);
  if (/^<\?\S+\s/.test(rest) && !inDeclaration) return parsing('PI');
  const inTag = inDeclaration || /^<[^!?]/.test(rest);
  const quote = inTag ? openQuote(rest) : undefined;
  if (quote !== undefined) {
    // In the declaration the place is where the value begins, in a tag where the text ends.
    return { message: 'There is an unclosed literal string.', at: inDeclaration ? start + quote + 1 : at };
  }
  if (inDeclaration && /\s/.test(rest.slice(lastOf(rest, '"\'=?') + 1))) return parsing('Name');
  // An end tag's name is compared as it is read: where it is complete, only the rest of the tag is missing.
  const endsInName = /^<[/?]?[^\s<>/"'=!]*$/.test(rest) || (inTag && endsInAttributeName(rest));
  if (endsInName && rest !== `</${open.at(-1)?.name}`) return parsing('Name');
  if (inTag && rest.trimEnd().endsWith('=')) return { message: 'Unexpected end of file has occurred.', at };
  const names = open.map(({ name }) => name).toReversed();
  const list = names.length > 0 ? `${inserted(names.join(', '))}.` : '';
  return {
    message: `Unexpected end of file has occurred. The following elements are not closed: ${list}`,
    at,
  };
}

/** Where the quotation mark stands whose value does not end. */
function openQuote(tag: string): number | undefined {
  let open: number | undefined;
  for (let at = 0; at < tag.length; at++) {
    const character = tag[at];
    if (character !== '"' && character !== "'") continue;
    if (open === undefined) open = at;
    else if (tag[open] === character) open = undefined;
  }
  return open;
}

/** The last place of any of `characters`; -1 where there is none. */
function lastOf(text: string, characters: string): number {
  return Math.max(...[...characters].map((character) => text.lastIndexOf(character)));
}

/** A blank, and then the beginning of a name up to the end. */
function endsInAttributeName(tag: string): boolean {
  const blank = lastOf(tag, ' \t\r\n');
  return blank > lastOf(tag, '"\'=/>') && blank < tag.length - 1;
}

/** Names that are well-formed and yet wrong, known at the end of their tag, which begins at `start`. */
export function messageForName(fault: NameFault, text: string, start: number): Message {
  const names = namesOf(text, start);
  const shown = inserted(fault.name);
  switch (fault.kind) {
    case 'undeclared-prefix': {
      const at = names.find(({ name }) => name.startsWith(`${fault.name}:`))?.at;
      return { message: `'${shown}' is an undeclared prefix.`, at };
    }
    case 'duplicate-attribute': {
      const at = names.findLast(({ name }) => name === fault.name)?.at;
      return { message: `'${shown}' is a duplicate attribute name.`, at };
    }
    case 'malformed': {
      const at = names.find(({ name }) => name === fault.name)?.at;
      return { message: `The name '${shown}' is not allowed here.`, at };
    }
    case 'character': {
      const at = (names.find(({ name }) => name === fault.name)?.at ?? start) + fault.index;
      return unnamable(text, at, fault.index === 0);
    }
  }
}

/** The names in a tag or an instruction and where they stand, in one pass: a search would find them elsewhere. */
function namesOf(text: string, start: number): readonly { readonly name: string; readonly at: number }[] {
  const token = /[^\s=/>?"']+|"[^"]*"|'[^']*'|[\s=]+/y;
  const names: { name: string; at: number }[] = [];
  token.lastIndex = start + (text[start + 1] === '?' ? 2 : 1);
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [name] = found;
    if (!/^[\s="']/.test(name)) names.push({ name, at: found.index });
  }
  return names;
}

/** An end tag that is not its element's. */
function mismatched({ text, start, open }: Failure): Message | undefined {
  const element = open.at(-1);
  const endTag = /^<\/([^\s>]*)/.exec(text.slice(start))?.[1];
  if (element === undefined || endTag === undefined || endTag === element.name) return undefined;
  const { line, column } = position(text, element.offset + 1);
  const startTag = `The '${inserted(element.name)}' start tag on line ${line} position ${column}`;
  return { message: `${startTag} does not match the end tag of '${inserted(endTag)}'.`, at: start + 2 };
}

/** What .NET adds to `'x' is an unexpected token.`, by saxes' reason. */
const EXPECTED: Readonly<Record<string, string>> = {
  'attribute without value.': " The expected token is '='.",
  'unquoted attribute value.': " The expected token is '\"' or '''.",
  'no whitespace between attributes.': ' Expecting white space.',
  'forward-slash in opening tag not followed by >.': " The expected token is '>'.",
};

/** A character that can't stand where it does. */
function unexpected({ text, start, offset, reason }: Failure): Message {
  const at = Math.max(offset - 1, 0);
  const { code, named, hex } = characterAt(text, at);
  if (code < 0x20 && !isXmlSpace(code)) return { message: `${named}, ${hex}, is an invalid character.`, at };
  if (text[start] === '<' && at === start + 1) {
    return unnamable(text, at, true);
  }
  if (reason.includes(']]>')) return { message: "']]>' is not allowed in character data.", at: offset - 3 };
  if (reason === 'malformed comment.') {
    const message = "An XML comment cannot contain '--', and '-' cannot be the last character.";
    return { message, at: offset - 3 };
  }
  return { message: `${named} is an unexpected token.${EXPECTED[reason] ?? ''}`, at };
}

/** A character that no name can hold, or not as its first. */
function unnamable(text: string, at: number, first: boolean): Message {
  const { named, hex } = characterAt(text, at);
  const message = first
    ? `Name cannot begin with the ${named} character, ${hex}.`
    : `The ${named} character, ${hex}, cannot be included in a name.`;
  return { message, at };
}

function characterAt(
  text: string,
  at: number,
): { readonly code: number; readonly named: string; readonly hex: string } {
  const code = text.codePointAt(at) ?? 0;
  const named = `'${code === 0 ? '.' : String.fromCodePoint(code)}'`;
  return { code, named, hex: `hexadecimal value 0x${code.toString(16).toUpperCase().padStart(2, '0')}` };
}
