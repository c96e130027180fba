/** A body around one text, which may be megabytes. It is still to be escaped for XML, unless it is no part of any. */
export interface XmlAround {
  readonly head: string;
  readonly text: string;
  readonly tail: string;
  readonly isPlain?: true;
}
