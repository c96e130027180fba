/**
 * What XmlTextReader says of a document that saxes refused. Exact for what clients are known to see (contract 3.4)
 * and for the ways in which a request breaks off; else the closest of its texts.
 */
import { isXmlSpace } from '../../contract/xml-scalars';
import { position, skipBlanks } from './xml-errors';

/** An element whose end tag has not been read. */
export interface OpenElement {
  readonly name: string;
  /** Of its start tag's `<`. */
  readonly offset: number;
}

/** Where and why saxes gave up. */
export interface Failure {
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
  return END.test(reason) ? brokenOff(failure) : (misnamed(failure) ?? unexpected(failure));
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
  if (inTag && hasOpenQuote(rest)) {
    // In the declaration the place is where the value begins, in a tag where the text ends.
    const value = start + Math.max(rest.lastIndexOf('"'), rest.lastIndexOf("'")) + 1;
    return { message: 'There is an unclosed literal string.', at: inDeclaration ? value : at };
  }
  if (inDeclaration && /\s[^"'=?]*$/.test(rest)) return parsing('Name');
  // An end tag's name is compared as it is read: where it is complete, only the rest of the tag is missing.
  const endsInName = /^<[/?]?[^\s<>/"'=!]*$/.test(rest) || (inTag && /\s[^\s"'=/>]+$/.test(rest));
  if (endsInName && rest !== `</${open.at(-1)?.name}`) return parsing('Name');
  if (inTag && /=\s*$/.test(rest)) return { message: 'Unexpected end of file has occurred.', at };
  const names = open.map(({ name }) => name).toReversed();
  const list = names.length > 0 ? `${names.join(', ')}.` : '';
  return {
    message: `Unexpected end of file has occurred. The following elements are not closed: ${list}`,
    at,
  };
}

function hasOpenQuote(tag: string): boolean {
  return /["']/.test(tag.replace(/"[^"]*"|'[^']*'/g, ''));
}

/** Names that are well-formed and yet wrong, which saxes notices at the end of a tag. */
function misnamed({ text, start, reason, open }: Failure): Message | undefined {
  const prefix = /^unbound namespace prefix: "(.*)"/.exec(reason)?.[1];
  if (prefix !== undefined) {
    return { message: `'${prefix}' is an undeclared prefix.`, at: text.indexOf(`${prefix}:`, start) };
  }
  const attribute = /^duplicate attribute: (?:\{.*\})?(.*)\.$/.exec(reason)?.[1];
  if (attribute !== undefined) {
    const at = text.lastIndexOf(attribute, text.indexOf('>', start));
    return { message: `'${attribute}' is a duplicate attribute name.`, at };
  }
  const element = open.at(-1);
  const endTag = /^<\/([^\s>]*)/.exec(text.slice(start))?.[1];
  if (element === undefined || endTag === undefined || endTag === element.name) return undefined;
  const { line, column } = position(text, element.offset + 1);
  const startTag = `The '${element.name}' start tag on line ${line} position ${column}`;
  return { message: `${startTag} does not match the end tag of '${endTag}'.`, at: start + 2 };
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
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const code = character.codePointAt(0) ?? 0;
  const named = `'${code === 0 ? '.' : character}'`;
  const hex = `hexadecimal value 0x${code.toString(16).toUpperCase().padStart(2, '0')}`;
  if (code < 0x20 && !isXmlSpace(code)) return { message: `${named}, ${hex}, is an invalid character.`, at };
  if (text[start] === '<' && at === start + 1) {
    return { message: `Name cannot begin with the ${named} character, ${hex}.`, at };
  }
  if (reason.includes(']]>')) return { message: "']]>' is not allowed in character data.", at: offset - 3 };
  if (reason === 'malformed comment.') {
    const message = "An XML comment cannot contain '--', and '-' cannot be the last character.";
    return { message, at: offset - 3 };
  }
  return { message: `${named} is an unexpected token.${EXPECTED[reason] ?? ''}`, at };
}
