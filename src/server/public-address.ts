import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import type { Config } from '../config';
import { isHostName } from '../config/checks';
import { clientFault, RequestRejected } from '../contract/fault';

/** Contains the parts of a request that determine its public address. Requests of Node and of Express have them. */
export interface AddressedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  /** This is the request target as the client sent it. */
  readonly url?: string | undefined;
  /** This is the path at which Express has mounted the application. Express removes it from `url`. */
  readonly baseUrl?: string;
}

/**
 * Returns the site root as a client sees it: the scheme, the host and the path prefix without a slash at the end, such as
 * `https://example.org/legacy`. The WSDL, DISCO and the pages contain it.
 * @throws RequestRejected if the Host header, or a header of a trusted proxy, is malformed
 */
export type AddressOf = (request: AddressedRequest) => string;

/**
 * Makes the function that finds the site root of a request. With `publicUrls` the root is always one of them: the URL
 * with the scheme, host and port of the request, or else the first. Without public URLs the root is the address that
 * the client or a trusted proxy sent.
 */
export function createAddressOf({
  publicUrls,
  trustProxy,
}: Pick<Config, 'publicUrls' | 'trustProxy'>): AddressOf {
  const trusts = proxyAddr.compile([...trustProxy]);
  return (request) => {
    const peer = request.socket.remoteAddress;
    const sent = requestOrigin(request);
    const origin = peer !== undefined && trusts(peer, 0) ? reportedOrigin(request.headers, sent) : sent;
    const requested = `${origin.scheme}://${formatHost(origin.host, origin.scheme)}`;
    const chosen = publicUrls.find((one) => one.origin === requested) ?? publicUrls[0];
    return (chosen?.root ?? requested + origin.prefix) + (request.baseUrl ?? '');
  };
}

/**
 * Returns the service's address: the root and the path in the requested letter case. Characters that a URL's path can't
 * contain are percent-encoded, also `#` (contract 6.5).
 * @param path the path of the request target, with one character for each byte
 */
export function endpointOf(root: string, path: string): string {
  const escaped = path.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~!$&'()*+,;=:@/-]/g, (found) =>
    found.length === 3 ? found : `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return root + escaped;
}

/** Contains the scheme and the host as one hop saw them, and the path prefix that a proxy removed. */
export interface Origin {
  readonly scheme: Scheme;
  readonly host: HostAndPort;
  readonly prefix: string;
}

/** Returns the origin of a request as the connection, the request target and the Host header show it. */
export function requestOrigin({ headers, socket, url }: AddressedRequest): Origin {
  const scheme = socket.encrypted === true ? 'https' : 'http';
  // A target in absolute form names the host. The Host header is then ignored (RFC 9112 3.2.2).
  const named = /^https?:\/\/([^/?#]*)/i.exec(url ?? '')?.[1] ?? headers.host;
  // HTTP/1.0 requires no Host. The address of the socket is not used, because it could reveal an internal network.
  if (named === undefined) return { scheme, host: { hostname: 'localhost', port: undefined }, prefix: '' };
  return { scheme, host: hostOf(String(named), 'Host'), prefix: '' };
}

/**
 * Returns the origin that the headers of a trusted proxy show. Parts that these headers lack are taken from `sent`. If
 * there is a Forwarded header, X-Forwarded headers are ignored, because the proxy may have passed them on from the
 * client.
 */
export function reportedOrigin(headers: AddressedRequest['headers'], sent: Origin): Origin {
  const forwarded = String(headers.forwarded ?? '');
  if (forwarded.trim() !== '') return forwardedOrigin(forwarded, sent);
  const proto = leftmost(headers['x-forwarded-proto']);
  const host = leftmost(headers['x-forwarded-host']);
  const port = leftmost(headers['x-forwarded-port']);
  const prefix = leftmost(headers['x-forwarded-prefix']);
  const named = host === undefined ? sent.host : hostOf(host, 'X-Forwarded-Host');
  // A port in X-Forwarded-Host is the port that the client used. A port in Host may be only the proxy's, so
  // X-Forwarded-Port replaces it.
  const namesPort = host !== undefined && named.port !== undefined;
  return {
    scheme: proto === undefined ? sent.scheme : schemeOf(proto, 'X-Forwarded-Proto'),
    host: port === undefined || namesPort ? named : { ...named, port: portOf(port) },
    prefix: prefix === undefined ? '' : prefixOf(prefix),
  };
}

function forwardedOrigin(header: string, sent: Origin): Origin {
  const element = parseForwarded(header);
  if (element === undefined) throw badHost('The Forwarded header is malformed.');
  const proto = element.get('proto');
  const host = element.get('host');
  return {
    scheme: proto === undefined ? sent.scheme : schemeOf(proto, 'Forwarded'),
    host: host === undefined ? sent.host : hostOf(host, 'Forwarded'),
    prefix: '',
  };
}

/**
 * Reads the leftmost element of a Forwarded header (RFC 7239 4), which the proxy nearest to the client wrote. Its pairs
 * may be empty, as after a semicolon at its end. Unquoted values may contain colons and brackets. The RFC requires
 * quotes, but common proxies send `host=example.org:8080`.
 * @returns its parameters by lower-case name, or `undefined` if the header is malformed
 */
function parseForwarded(header: string): ReadonlyMap<string, string> | undefined {
  const pair =
    /[ \t]*(?:(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s;,"]*))[ \t]*)?(?<end>;|,|$)/y;
  // A recipient must ignore empty list elements (RFC 9110 5.6.1).
  pair.lastIndex = header.search(/[^\s,]|$/);
  const element = new Map<string, string>();
  for (;;) {
    const groups = pair.exec(header)?.groups;
    const name = groups?.name?.toLowerCase();
    if (groups === undefined || (name !== undefined && element.has(name))) return undefined;
    if (name !== undefined) element.set(name, groups.quoted?.replace(/\\(.)/g, '$1') ?? groups.plain ?? '');
    if (groups.end !== ';') return element;
  }
}

/**
 * Returns the first of several values, which the proxy nearest to the client wrote, or `undefined` if this value is
 * empty.
 */
function leftmost(header: string | string[] | undefined): string | undefined {
  const first = String(header ?? '')
    .split(',', 1)[0]
    ?.trim();
  return first === '' ? undefined : first;
}

/**
 * The last 64 hosts are cached, because parsing a host takes 4 % of the time of a GET. A valid host has at most 260
 * characters.
 */
const HOSTS = new LRUCache<string, HostAndPort>({ max: 64 });

function hostOf(value: string, header: string): HostAndPort {
  const known = HOSTS.get(value);
  if (known !== undefined) return known;
  const host = parseHost(value);
  if (host === undefined) throw badHost(`The ${header} header does not name a valid host.`);
  HOSTS.set(value, host);
  return host;
}

function schemeOf(value: string, header: string): Scheme {
  const scheme = value.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return scheme;
  throw badHost(`The ${header} header does not name the scheme http or https.`);
}

function portOf(value: string): number {
  const port = parsePort(value);
  if (port === undefined) throw badHost('The X-Forwarded-Port header does not name a valid port.');
  return port;
}

export function badHost(sentence: string): RequestRejected {
  return new RequestRejected('host', clientFault({ type: '', message: sentence }), 400);
}

/**
 * Returns a path prefix without a slash at its end.
 * @throws RequestRejected if the prefix has markup, `//` or dot segments, which a URL parser would change
 */
function prefixOf(value: string): string {
  const path = value.replace(/\/$/, '');
  const plain = /^(?:\/(?:[A-Za-z0-9._~!$()*+;=:@-]|%[0-9A-Fa-f]{2})+)*$/.test(path);
  if (!plain || new URL(`http://localhost${path}/`).pathname !== `${path}/`)
    throw badHost('The X-Forwarded-Prefix header does not name a valid path.');
  return path;
}

const DEFAULT_PORT = { http: 80, https: 443 } as const;

type Scheme = keyof typeof DEFAULT_PORT;

interface HostAndPort {
  /** The host is in lower case, or an IPv6 address in its shortest form in brackets. */
  readonly hostname: string;
  /** This is `undefined` if the address has no port. */
  readonly port: number | undefined;
}

/**
 * Splits a host name, IPv4 address or bracketed IPv6 address with an optional port. Returns `undefined` for any other
 * text.
 */
function parseHost(value: string): HostAndPort | undefined {
  const [, host = '', digits = ''] = /^(\[[0-9a-f:.]+\]|[^:[]+)(?::(\d{0,5}))?$/i.exec(value) ?? [];
  const isAddress = host.startsWith('[') && URL.canParse(`http://${host}`);
  if (!isAddress && !isHostName(host)) return undefined;
  const { hostname } = new URL(`http://${host}`);
  // `host:` without digits is allowed and means the default port (RFC 3986 3.2.3).
  if (digits === '') return { hostname, port: undefined };
  const port = parsePort(digits);
  return port === undefined ? undefined : { hostname, port };
}

function parsePort(digits: string): number | undefined {
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/**
 * Returns `host` or `host:port`. The default port of the scheme is left out, because a URL never shows it (contract
 * 6.5).
 */
function formatHost({ hostname, port }: HostAndPort, scheme: Scheme): string {
  return port === undefined || port === DEFAULT_PORT[scheme] ? hostname : `${hostname}:${port}`;
}
