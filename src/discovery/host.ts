import { isIPv4, isIPv6 } from 'node:net';

export type Scheme = 'http' | 'https';

/** The host part of an address and its port, apart. */
export interface HostAndPort {
  /** Lower case; an IPv6 address in its shortest form and brackets. */
  readonly hostname: string;
  /** `undefined` when none is named. */
  readonly port: number | undefined;
}

const DEFAULT_PORTS: Readonly<Record<Scheme, number>> = { http: 80, https: 443 };

/**
 * A host name, IPv4 or bracketed IPv6 address with an optional port; `undefined` for anything else. Stricter than
 * RFC 3986's reg-name, which allows escapes and most punctuation: what passes can stand in any document as it is.
 */
export function parseHost(value: string): HostAndPort | undefined {
  const [, host, digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/.exec(value) ?? [];
  const hostname = host === undefined ? undefined : parseHostname(host);
  if (hostname === undefined) return undefined;
  // `host:` with no digits is allowed and names the default port (RFC 3986 3.2.3).
  if (digits === undefined || digits === '') return { hostname, port: undefined };
  const port = parsePort(digits);
  return port === undefined ? undefined : { hostname, port };
}

export function parsePort(digits: string): number | undefined {
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/** `host` or `host:port`, without a port that is the scheme's default (contract 6.5). */
export function formatHost({ hostname, port }: HostAndPort, scheme: Scheme): string {
  return port === undefined || port === DEFAULT_PORTS[scheme] ? hostname : `${hostname}:${port}`;
}

function parseHostname(host: string): string | undefined {
  if (host.startsWith('[')) {
    const address = host.slice(1, -1);
    // A zone (`%eth0`) means something on one machine only, and `%` nothing in a URL's host.
    return isIPv6(address) && !address.includes('%') ? new URL(`http://${host}`).hostname : undefined;
  }
  if (isIPv4(host)) return host;
  const labels = host.replace(/\.$/, '').split('.');
  if (host.length > 253 || !labels.every(isLabel)) return undefined;
  // A URL parser has the last word: it reads `1.2.3` and `0x7f.1` as addresses and refuses wrong Punycode.
  const name = host.toLowerCase();
  const url = `http://${name}`;
  return URL.canParse(url) && new URL(url).hostname === name ? name : undefined;
}

/** Underscores are no part of a DNS host name, but container networks give such names. */
function isLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label);
}
