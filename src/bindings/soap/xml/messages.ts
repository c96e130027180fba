/** Contains the messages of XmlTextReader (contract 3.4). XmlError adds the position to them. */
import { type ChainedException, truncate } from '../../../contract/messages';

/**
 * This error is thrown if the document is not well-formed or exceeds a limit. It has the message of .NET's
 * XmlException.
 */
export class XmlError extends Error {
  override readonly name = 'XmlError';

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

export const missingRoot = 'Root element is missing.';
export const dtdProhibited = 'DTD is prohibited in this XML document.';
export const invalidRoot = 'Data at the root level is invalid.';
export const multipleRoots = 'There are multiple root elements.';
export const unexpectedEndTag = 'Unexpected end tag.';
export const misplacedDtd = 'Unexpected DTD declaration.';
export const misplacedDeclaration =
  'Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are allowed to appear before it.';
export const invalidDeclaration = 'Syntax for an XML declaration is invalid.';
export const invalidVersion = (version: string) => `Version number '${truncate(version)}' is invalid.`;
export const invalidTarget = (name: string) => `'${name}' is an invalid name for processing instructions.`;
export const hyphensInComment = "An XML comment cannot contain '--', and '-' cannot be the last character.";
export const endOfCdataInText = "']]>' is not allowed in character data.";

export const unexpectedEnd = 'Unexpected end of file has occurred.';
export const endIn = (part: string) => `Unexpected end of file while parsing ${part} has occurred.`;
export const unclosedLiteral = 'There is an unclosed literal string.';
/** Returns the message for elements without an end tag. @param names the open elements, the innermost first */
export const unclosedElements = (names: readonly string[]) =>
  `Unexpected end of file has occurred. The following elements are not closed: ${names.length > 0 ? `${truncate(names.join(', '))}.` : ''}`;
export const tagMismatch = (
  name: string,
  { line, column }: { readonly line: number; readonly column: number },
  endName: string,
) =>
  `The '${truncate(name)}' start tag on line ${line} position ${column} does not match the end tag of '${truncate(endName)}'.`;

export const unexpectedToken = (token: string, [first, second]: readonly string[]) => {
  const expected = second === undefined ? `'${first}'` : `'${first}' or '${second}'`;
  return `'${truncate(token)}' is an unexpected token. The expected token is ${expected}.`;
};
export const whiteSpaceExpected = (token: string) =>
  `'${truncate(token)}' is an unexpected token. Expecting white space.`;
export const invalidCharacter = (text: string, at: number) =>
  `${described(text, at)}, is an invalid character.`;
export const badAttributeChar = (text: string, at: number) =>
  `${described(text, at)}, is an invalid attribute character.`;
export const badNameChar = (text: string, at: number) =>
  `The ${described(text, at, ' character')}, cannot be included in a name.`;
export const badNameStart = (text: string, at: number) =>
  `Name cannot begin with the ${described(text, at, ' character')}.`;

export const invalidNumber = (isHex: boolean) =>
  `Invalid syntax for a ${isHex ? 'hexadecimal' : 'decimal'} numeric entity reference.`;
export const numberTooLarge = 'Invalid value of a character entity reference.';
export const badEntityName = 'An error occurred while parsing EntityName.';

export const undeclaredPrefix = (prefix: string) => `'${truncate(prefix)}' is an undeclared prefix.`;
export const duplicateAttribute = (name: string) => `'${truncate(name)}' is a duplicate attribute name.`;
export const invalidXmlSpace = (value: string) => `'${truncate(value)}' is an invalid xml:space value.`;
export const invalidNamespace = 'Invalid namespace declaration.';
export const reservedNamespace = (prefix: string) =>
  `Prefix '${truncate(prefix)}' cannot be mapped to namespace name reserved for "xml" or "xmlns".`;
export const reservedXmlns = 'Prefix "xmlns" is reserved for use by XML.';
export const reservedXml =
  'Prefix "xml" is reserved for use by XML and can be mapped only to namespace name "http://www.w3.org/XML/1998/namespace".';
export const tooManyAttributes = 'An element has too many attributes.';

/** Returns the character at an offset with its code, as in `'<', hexadecimal value 0x3C`. */
function described(text: string, at: number, noun = ''): string {
  const code = text.codePointAt(at) ?? 0;
  const character = code === 0 ? '.' : String.fromCodePoint(code);
  const hex = code.toString(16).toUpperCase().padStart(2, '0');
  return `'${character}'${noun}, hexadecimal value 0x${hex}`;
}
