/** The texts of XmlTextReader's errors (contract 3.4): seen by a client only when routing had to read ahead. */
import { isXmlSpace } from '../../contract/xml-scalars';

/** The document is not well-formed, or is what this reader refuses. Its message is XmlException's. */
export class XmlError extends Error {
  override readonly name = 'XmlError';

  constructor(message: string, place: { readonly line: number; readonly column: number } | undefined) {
    super(place === undefined ? message : `${message} Line ${place.line}, position ${place.column}.`);
  }
}

/** Line and column from 1; CR, LF and CRLF each end a line; columns count UTF-16 code units (contract 2.7.1). */
export function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (const end of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line++;
    lineStart = end.index + end[0].length;
  }
  return { line, column: offset - lineStart + 1 };
}

export function isBlank(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    if (!isXmlSpace(value.charCodeAt(index))) return false;
  }
  return true;
}

/**
 * What .NET says of the error that saxes found at `offset` in the node that begins at `start`. Exact for what
 * clients are known to see (contract 3.4); the closest of XmlTextReader's texts for the rest.
 * `open` names the elements that are open, outermost first.
 * `at` is the offset that the text names; `undefined` where it names none.
 */
export function messageFor(
  text: string,
  start: number,
  offset: number,
  open: readonly string[],
): { readonly message: string; readonly at: number | undefined } {
  const ended = offset >= text.length;
  let first = start;
  while (first < text.length && isXmlSpace(text.charCodeAt(first))) first++;

  if (text.startsWith('<!DOCTYPE', first)) {
    return { message: 'DTD is prohibited in this XML document.', at: undefined };
  }
  if (first >= text.length && open.length === 0)
    return { message: 'Root element is missing.', at: undefined };
  if (open.length === 0 && text[first] !== '<') {
    return { message: 'Data at the root level is invalid.', at: first };
  }
  if (ended) {
    const name = /^<\/?[^\s<>/"'=]*$/.test(text.slice(start));
    if (name) return { message: 'Unexpected end of file while parsing Name has occurred.', at: text.length };
    const inContent = text[start] !== '<' && open.length > 0;
    const unclosed = inContent
      ? ` The following elements are not closed: ${open.toReversed().join(', ')}.`
      : '';
    return { message: `Unexpected end of file has occurred.${unclosed}`, at: text.length };
  }
  const at = Math.max(offset - 1, 0);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase().padStart(2, '0');
  const shown = code < 0x20 ? '.' : character;
  if (code < 0x20 && !isXmlSpace(code)) {
    return { message: `'${shown}', hexadecimal value 0x${hex}, is an invalid character.`, at };
  }
  if (text[start] === '<' && at === start + 1) {
    return { message: `Name cannot begin with the '${shown}' character, hexadecimal value 0x${hex}.`, at };
  }
  return { message: `'${shown}' is an unexpected token.`, at };
}
