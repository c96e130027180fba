import proxyAddr from 'proxy-addr';
import type { Config } from '../config';
import { BoundedMap, bytesOfText } from '../memory/bounded-map';
import { formatHost, type Scheme } from './host';
import { type AddressedRequest, ownOrigin, reportedOrigin } from './origin';

export { type AddressedRequest, BadHostError } from './origin';

/** Where the service is for whoever asked: what the WSDL, DISCO and the pages name. */
export interface OutsideAddress {
  /** Scheme, host and path prefix without a slash at the end: `https://example.org/legacy`. */
  readonly root: string;
  /** `example.org` or `example.org:8443`. */
  readonly host: string;
  readonly scheme: Scheme;
}

/** @throws BadHostError for a host, or a trusted proxy's report, that is malformed */
export type AddressOf = (request: AddressedRequest) => OutsideAddress;

/** Of addresses by the hosts that were asked for. */
const KNOWN_BYTES = 65_536;

/**
 * Makes the function that finds a request's outside address. With `publicUrls` it is always one of them: the one
 * with the request's scheme, host and port, else the first. With none it is the request's own, as the client sent
 * it or as a proxy of `trustProxy` reports it.
 */
export function outsideAddresses({
  publicUrls,
  trustProxy,
}: Pick<Config, 'publicUrls' | 'trustProxy'>): AddressOf {
  const trusts = proxyAddr.compile([...trustProxy]);
  const known = new BoundedMap<string, OutsideAddress>(KNOWN_BYTES);
  const find = (request: AddressedRequest): OutsideAddress => {
    const peer = request.socket.remoteAddress;
    const own = ownOrigin(request);
    const origin = peer !== undefined && trusts(peer, 0) ? reportedOrigin(request.headers, own) : own;
    const host = formatHost(origin.host, origin.scheme);
    const mount = request.baseUrl ?? '';
    const requested = `${origin.scheme}://${host}`;
    const chosen = publicUrls.find((one) => one.origin === requested) ?? publicUrls[0];
    return chosen === undefined
      ? { root: requested + origin.prefix + mount, host, scheme: origin.scheme }
      : { root: chosen.root + mount, ...partsOf(chosen.origin) };
  };
  return (request) => {
    const { headers, socket, url = '', baseUrl = '' } = request;
    // Nearly all requests name one of a few hosts, and nobody else tells of it.
    if (trustProxy.length > 0 || !url.startsWith('/') || headers.host === undefined) return find(request);
    const key = `${socket.encrypted === true} ${headers.host} ${baseUrl}`;
    let found = known.get(key);
    if (found === undefined) {
      found = find(request);
      known.set(key, found, bytesOfText(key));
    }
    return found;
  };
}

/**
 * The service's own address: the root and the path as requested, letter case kept, everything percent-escaped that
 * can't stand in a URL's path, `#` too (contract 6.5).
 * @param path of the request's target, one character a byte
 */
export function endpointOf({ root }: Pick<OutsideAddress, 'root'>, path: string): string {
  return root + escapePath(path);
}

function escapePath(path: string): string {
  return path.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~!$&'()*+,;=:@/-]/g, (found) =>
    found.length === 3 ? found : escapeBytes(found),
  );
}

function escapeBytes(character: string): string {
  const hex = Buffer.from(character, 'latin1').toString('hex').toUpperCase();
  return `%${hex}`;
}

function partsOf(origin: string): { readonly host: string; readonly scheme: Scheme } {
  const { host, protocol } = new URL(origin);
  return { host, scheme: protocol === 'https:' ? 'https' : 'http' };
}
