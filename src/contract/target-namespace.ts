import { unescapeMarkup } from '../lib/text/markup';

/** Returns the namespace of the service that a WSDL describes, or `undefined` if the text is no WSDL. */
export function targetNamespaceOf(wsdl: string): string | undefined {
  // It goes piece by piece, so that a text which only begins like a WSDL costs no more than its length.
  const tag = /<(?:\w+:)?definitions /.exec(wsdl);
  const start = tag === null ? wsdl.length : tag.index;
  const attributes = wsdl.slice(start, wsdl.indexOf('>', start) + 1);
  const written = /[ \t\r\n]targetNamespace="([^"]+)"/.exec(attributes)?.[1];
  return written === undefined ? undefined : unescapeMarkup(written);
}
