/** The texts of XmlTextReader's errors (contract 3.4): seen by a client only when routing had to read ahead. */
import type { ChainedException } from '../../../contract/messages';
import { isXmlSpace } from '../scalars';

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

export function isBlank(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    if (!isXmlSpace(value.charCodeAt(index))) return false;
  }
  return true;
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isXmlSpace(text.charCodeAt(at))) at++;
  return at;
}
