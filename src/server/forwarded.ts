/** Contains one element of a Forwarded header: its parameters by lower-case name. */
export type ForwardedElement = ReadonlyMap<string, string>;

/**
 * Reads the leftmost element of a Forwarded header (RFC 7239 4), which the proxy nearest to the client wrote. Unquoted
 * values may contain colons and brackets. The RFC requires quotes, but common proxies send `host=example.org:8080`.
 * @returns `undefined` if the header is malformed
 */
export function parseForwarded(header: string): ForwardedElement | undefined {
  const pair =
    /[ \t]*(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s;,"]*))[ \t]*(?<end>;|,|$)/y;
  // A recipient must ignore empty list elements (RFC 9110 5.6.1).
  pair.lastIndex = header.search(/[^\s,]|$/);
  const element = new Map<string, string>();
  for (;;) {
    const groups = pair.exec(header)?.groups;
    const name = groups?.name?.toLowerCase();
    if (groups === undefined || name === undefined || element.has(name)) return undefined;
    element.set(name, groups.quoted?.replace(/\\(.)/g, '$1') ?? groups.plain ?? '');
    if (groups.end !== ';') return element;
  }
}
