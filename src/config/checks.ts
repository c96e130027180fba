import { isIP, isIPv6 } from 'node:net';
import proxyAddr from 'proxy-addr';
import { closest } from '../lib/suggest';
import { ianaNameOf, ianaZone } from '../lib/time/zones';
import { rejectValue } from './read-env';

/** A request belongs to the public address whose origin it has. Its answer contains the site root of this address. */
export interface PublicUrl {
  /** The site root has no slash at the end: `https://example.org/legacy`. */
  readonly root: string;
  /** The origin is in lower case and without the scheme's default port: `https://example.org`. */
  readonly origin: string;
}

const LABEL = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
/** Underscores are allowed, because names in container networks have them, although DNS host names don't. */
const HOST_NAME = new RegExp(`^(${LABEL}\\.)*${LABEL}\\.?$`, 'i');
/** A DNS name has at most this many characters. */
const MAX_HOST_NAME = 253;

/**
 * Returns the value if it has the form of a host. Only when the service listens does it know whether this machine has
 * this address.
 * @throws SettingError if the value is not an IP address or a host name
 */
export function checkHost(value: string, name: string): string {
  if (isHost(value)) return value;
  const bare = value.replace(/^[a-z]+:\/\//i, '').replace(/^\[(.*)\].*$|^([^:/]*)[:/].*$/, '$1$2');
  const suggestion = isHost(bare) ? bare : undefined;
  const allowed = 'an IP address or a host name, without a scheme, a port or brackets';
  return rejectValue(name, allowed, value, suggestion);
}

/** Returns true for a host name or an IP address, which has no brackets. */
export function isHost(value: string): boolean {
  return isIPv6(value) || isHostName(value);
}

/**
 * Returns true for a host name or an IPv4 address. It is stricter than RFC 3986's reg-name, which allows escapes and
 * most punctuation, so that a valid host needs no escaping in any document.
 */
export function isHostName(value: string): boolean {
  const url = `http://${value}`;
  if (value.length > MAX_HOST_NAME || !HOST_NAME.test(value) || !URL.canParse(url)) return false;
  // The URL parser decides, because it reads `1.2.3` and `0x7f.1` as IP addresses.
  return new URL(url).hostname === value.toLowerCase();
}

/** Removes the brackets that an IPv6 address has in a URL. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Returns true for the unspecified address, on which a server listens at every address of this machine. */
export function isUnspecifiedAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Accepts an IANA time zone that this runtime knows, and keeps its spelling. */
export function checkTimeZone(value: string): string {
  if (ianaZone(value) === undefined) {
    const suggestion = ianaNameOf(value) ?? closest(value, Intl.supportedValuesOf('timeZone'));
    rejectValue('TIME_ZONE', 'an IANA time zone such as UTC or Europe/Berlin', value, suggestion);
  }
  return value;
}

/** Accepts any text without white space and control characters, because no URI reference contains them. */
export function checkNamespace(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are rejected
  if (/[\u0000-\u0020\u007f\ufffe\uffff]/.test(value) || !value.isWellFormed())
    rejectValue('SERVICE_NAMESPACE', 'a URI without blanks or control characters', value);
  return value;
}

/** Reads a site root, and removes slashes at its end. @throws SettingError if the value is not a site root */
export function parsePublicUrl(value: string): PublicUrl {
  const allowed = 'site roots such as https://example.org or https://example.org/legacy';
  const url = URL.canParse(value) ? new URL(value) : rejectValue('PUBLIC_URL', allowed, value);
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!isWebAddress(url) || !plain) rejectValue('PUBLIC_URL', allowed, value);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\.asmx$/i.test(path)) rejectValue('PUBLIC_URL', `${allowed}, without the path of the service`, value);
  return { root: url.origin + path, origin: url.origin };
}

/** Checks the host, too, because a URL may have hosts such as `*.example.org` or `a,b`. */
function isWebAddress({ protocol, hostname }: URL): boolean {
  return ['http:', 'https:'].includes(protocol) && isHost(withoutBrackets(hostname));
}

/** Accepts an origin as browsers write it. Patterns are rejected, because `*` would allow every site. */
export function parseOrigin(value: string): string {
  const allowed = 'origins such as https://example.org or http://localhost:3000, separated by commas';
  const url = URL.canParse(value) ? new URL(value) : rejectValue('CORS_ORIGINS', allowed, value);
  if (!isWebAddress(url) || url.href !== `${url.origin}/`) rejectValue('CORS_ORIGINS', allowed, value);
  return url.origin;
}

const NAMED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

/** Accepts an address, a CIDR block or a name of Express, and returns it unchanged. @throws SettingError otherwise */
export function checkTrustedProxy(entry: string): string {
  try {
    proxyAddr.compile(entry);
    // proxy-addr reads a bare number as an address: 1, which is a hop count in Express, would mean 0.0.0.1.
    if (!NAMED_PROXIES.includes(entry) && isIP(entry.split('/')[0] ?? '') === 0)
      throw new TypeError('no address');
    return entry;
  } catch {
    const allowed = 'addresses, CIDR blocks, loopback, linklocal or uniquelocal, separated by commas';
    return rejectValue('TRUST_PROXY', allowed, entry, closest(entry, NAMED_PROXIES));
  }
}
