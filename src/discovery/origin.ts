import { parseForwarded } from './forwarded';
import { type HostAndPort, parseHost, parsePort, type Scheme } from './host';

/** What an address is read from; Node's and Express's requests have it. */
export interface AddressedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  /** The request target as sent. */
  readonly url?: string | undefined;
  /** The path below which an application is mounted, as Express has it: no part of `url`. */
  readonly baseUrl?: string;
}

/** A request whose host can't be one: a 400. The message is one sentence without anything from the request. */
export class BadHostError extends Error {
  override readonly name = 'BadHostError';
}

/** A scheme and host as one hop saw them, and the prefix that a proxy took off the path. */
export interface Origin {
  readonly scheme: Scheme;
  readonly host: HostAndPort;
  readonly prefix: string;
}

/** As the connection and the client's own words have it. */
export function ownOrigin({ headers, socket, url }: AddressedRequest): Origin {
  const scheme = socket.encrypted === true ? 'https' : 'http';
  // A target in absolute form names the host, and the Host header is then ignored (RFC 9112 3.2.2).
  const named = /^https?:\/\/([^/?#]*)/i.exec(url ?? '')?.[1] ?? headers.host;
  // HTTP/1.0 needs no Host. The socket's address stays hidden: it would show an inner network to anybody.
  if (named === undefined) return { scheme, host: { hostname: 'localhost', port: undefined }, prefix: '' };
  return { scheme, host: hostOf(String(named), 'Host'), prefix: '' };
}

/**
 * What a trusted proxy says of the client's request; what it does not say is as on our own connection. Where there
 * is a Forwarded header the others are not read: that proxy may have passed them on as the client sent them.
 */
export function reportedOrigin(headers: AddressedRequest['headers'], own: Origin): Origin {
  const forwarded = String(headers.forwarded ?? '');
  if (forwarded.trim() !== '') return forwardedOrigin(forwarded, own);
  const proto = leftmost(headers['x-forwarded-proto']);
  const host = leftmost(headers['x-forwarded-host']);
  const port = leftmost(headers['x-forwarded-port']);
  const prefix = leftmost(headers['x-forwarded-prefix']);
  const named = host === undefined ? own.host : hostOf(host, 'X-Forwarded-Host');
  // A port inside X-Forwarded-Host is the client's; the Host header's may be the one that the proxy called.
  const ownPort = host !== undefined && named.port !== undefined;
  return {
    scheme: proto === undefined ? own.scheme : schemeOf(proto, 'X-Forwarded-Proto'),
    host: port === undefined || ownPort ? named : { ...named, port: portOf(port) },
    prefix: prefix === undefined ? '' : prefixOf(prefix),
  };
}

function forwardedOrigin(header: string, own: Origin): Origin {
  const element = parseForwarded(header);
  if (element === undefined) throw new BadHostError('The Forwarded header is malformed.');
  const proto = element.get('proto');
  const host = element.get('host');
  return {
    scheme: proto === undefined ? own.scheme : schemeOf(proto, 'Forwarded'),
    host: host === undefined ? own.host : hostOf(host, 'Forwarded'),
    prefix: '',
  };
}

/** The first of several values, which the proxy nearest to the client gave; `undefined` when it is empty. */
function leftmost(header: string | string[] | undefined): string | undefined {
  const first = String(header ?? '')
    .split(',', 1)[0]
    ?.trim();
  return first === '' ? undefined : first;
}

function hostOf(value: string, header: string): HostAndPort {
  const host = parseHost(value.trim());
  if (host === undefined) throw new BadHostError(`The ${header} header does not name a valid host.`);
  return host;
}

function schemeOf(value: string, header: string): Scheme {
  const scheme = value.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return scheme;
  throw new BadHostError(`The ${header} header does not name the scheme http or https.`);
}

function portOf(value: string): number {
  const port = parsePort(value);
  if (port === undefined) throw new BadHostError('The X-Forwarded-Port header does not name a valid port.');
  return port;
}

/** A path of plain characters that a URL parser leaves as it is: no markup, no `//`, no dot segments. */
function prefixOf(value: string): string {
  const path = value.replace(/\/$/, '');
  const plain = /^(?:\/(?:[A-Za-z0-9._~!$()*+;=:@-]|%[0-9A-Fa-f]{2})+)*$/.test(path);
  if (!plain || new URL(`http://localhost${path}/`).pathname !== `${path}/`) {
    throw new BadHostError('The X-Forwarded-Prefix header does not name a valid path.');
  }
  return path;
}
