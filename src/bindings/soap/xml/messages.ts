/**
 * Translates errors of saxes into the messages of XmlTextReader. The message is exact for the errors in contract 3.4
 * and for incomplete requests. For all others it is the most similar one.
 */
import { type ChainedException, truncate } from '../../../contract/messages';
import { skipBlanks } from '../../scalars';

/** Is thrown if the document is not well-formed or breaks a limit of the reader. The message is XmlException's. */
export class XmlError extends Error {
  override readonly name = 'XmlError';

  /** This is the inner exception of .NET's exception. */
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

/**
 * Returns line and column, both from 1. CR, LF and CRLF end a line. A column is a UTF-16 code unit (contract 2.7.1).
 */
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

/** Describes an element whose end tag has not been read. */
export interface OpenElement {
  readonly name: string;
  /** The `<` of its start tag is at this offset. */
  readonly offset: number;
}

/** Describes an error of saxes. */
interface Failure {
  readonly text: string;
  /** The node that saxes was reading starts here. */
  readonly start: number;
  /** The character that saxes could not read ends here. */
  readonly offset: number;
  /** This is the message of saxes. */
  readonly reason: string;
  /** The outermost element comes first. */
  readonly open: readonly OpenElement[];
}

/** Contains the message of .NET, and the offset of its line and column, or `undefined` if it has none. */
interface Message {
  readonly message: string;
  readonly at: number | undefined;
}

/** Matches saxes' messages for a document that is not complete. */
const END = /^(unclosed tag|unexpected end|document must contain)/;

/** Returns XmlTextReader's message for the place at which saxes stopped. */
export function messageFor(failure: Failure): Message {
  const { text, start, reason, open } = failure;
  const first = skipBlanks(text, start);
  if (/^<!doctype/i.test(text.slice(first, first + 9))) {
    return { message: 'DTD is prohibited in this XML document.', at: undefined };
  }
  if (open.length === 0) {
    if (first >= text.length) return { message: 'Root element is missing.', at: undefined };
    // XmlTextReader needs four characters to decide what the root is.
    if (text[first] !== '<' || text.length - first < 4) {
      return { message: 'Data at the root level is invalid.', at: first };
    }
  }
  return END.test(reason) ? brokenOff(failure) : (mismatched(failure) ?? unexpected(failure));
}

/** Returns the message for a document that ends inside of a node. */
function brokenOff({ text, start, open }: Failure): Message {
  const at = text.length;
  const rest = text.slice(start);
  const inTag = /^<[^!?]/.test(rest);
  if (inTag && endsInLiteral(rest)) return { message: 'There is an unclosed literal string.', at };
  // XmlTextReader compares the name in an end tag while it reads, so after the complete name only the `>` is missing.
  const endsInName = /^<[/?]?[^\s<>/"'=!]*$/.test(rest) || (inTag && endsInAttributeName(rest));
  if (endsInName && rest !== `</${open.at(-1)?.name}`)
    return { message: 'Unexpected end of file while parsing Name has occurred.', at };
  if (inTag && rest.trimEnd().endsWith('=')) return { message: 'Unexpected end of file has occurred.', at };
  const names = open.map(({ name }) => name).toReversed();
  const list = names.length > 0 ? `${truncate(names.join(', '))}.` : '';
  return {
    message: `Unexpected end of file has occurred. The following elements are not closed: ${list}`,
    at,
  };
}

function endsInLiteral(tag: string): boolean {
  let quote = '';
  for (const character of tag) {
    if (quote === character) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return quote !== '';
}

/** Returns true if a tag ends with white space and the beginning of a name. */
function endsInAttributeName(tag: string): boolean {
  const lastOf = (characters: string) => Math.max(...[...characters].map((one) => tag.lastIndexOf(one)));
  const blank = lastOf(' \t\r\n');
  return blank > lastOf('"\'=/>') && blank < tag.length - 1;
}

/** Returns the message for an end tag with the wrong name, or `undefined` for any other error. */
function mismatched({ text, start, open }: Failure): Message | undefined {
  const element = open.at(-1);
  const endTag = /^<\/([^\s>]*)/.exec(text.slice(start))?.[1];
  if (element === undefined || endTag === undefined || endTag === element.name) return undefined;
  const { line, column } = position(text, element.offset + 1);
  const startTag = `The '${truncate(element.name)}' start tag on line ${line} position ${column}`;
  return { message: `${startTag} does not match the end tag of '${truncate(endTag)}'.`, at: start + 2 };
}

/** Returns the message for an unexpected character. */
function unexpected({ text, offset }: Failure): Message {
  const at = Math.max(offset - 1, 0);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { message: `'${character === '\0' ? '.' : character}' is an unexpected token.`, at };
}
