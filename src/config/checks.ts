import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';
import { closest } from '../lib/suggest';
import { rejectValue } from './read-env';

/** The scheme, host and port that a request comes in by, and the site root that its answers name. */
export interface PublicUrl {
  /** `https://example.org/legacy`, without a slash at the end. */
  readonly root: string;
  /** `https://example.org`, lower case, without a default port: what a request is matched by. */
  readonly origin: string;
}

const LABEL = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(${LABEL}\\.)*${LABEL}\\.?$`, 'i');

/** What can be listened on, by its form: whether this machine has the address, only the start can tell. */
export function checkHost(name: string, value: string): string {
  if (isHost(value)) return value;
  const bare = value.replace(/^[a-z]+:\/\//i, '').replace(/^\[(.*)\].*$|^([^:/]*)[:/].*$/, '$1$2');
  const meant = isHost(bare) ? bare : undefined;
  const allowed = 'an IP address or a host name, without a scheme, a port or brackets';
  return rejectValue(name, allowed, value, meant);
}

/** As in URLs: what ends in a number means an address, so 256.0.0.1 is a wrong one and no name. */
function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  return HOST_NAME.test(value) && value.length <= 254 && !/(^|\.)\d+\.?$/.test(value);
}

/** An IANA time zone that this runtime knows, spelt as given. */
export function checkTimeZone(value: string): string {
  // Offsets such as +02:00 pass Intl too, but name no calendar that daylight saving could be read from.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value) || !isTimeZone(value)) {
    const meant = closest(value, Intl.supportedValuesOf('timeZone'));
    rejectValue('TIME_ZONE', 'an IANA time zone such as UTC or Europe/Berlin', value, meant);
  }
  return value;
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** A namespace is any URI reference that XML can carry in an attribute: not empty, no blanks or controls. */
export function checkNamespace(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\ufffe\uffff]/.test(value) || !value.isWellFormed()) {
    rejectValue('SERVICE_NAMESPACE', 'a URI without blanks or control characters', value);
  }
  return value;
}

export function parsePublicUrl(value: string): PublicUrl {
  const allowed = 'site roots such as https://example.org or https://example.org/legacy, separated by commas';
  const url = URL.canParse(value) ? new URL(value) : rejectValue('PUBLIC_URL', allowed, value);
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!['http:', 'https:'].includes(url.protocol) || !plain) rejectValue('PUBLIC_URL', allowed, value);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\.asmx$/i.test(path))
    rejectValue('PUBLIC_URL', `${allowed} (the service's own path is added to it)`, value);
  return { root: url.origin + path, origin: url.origin };
}

/** The origin of a site, as browsers write it: lower case, no default port. No patterns: `*` would be everybody. */
export function parseOrigin(value: string): string {
  const allowed = 'origins such as https://example.org or http://localhost:3000, separated by commas';
  const url = URL.canParse(value) ? new URL(value) : rejectValue('CORS_ORIGINS', allowed, value);
  const isWeb = ['http:', 'https:'].includes(url.protocol) && !url.hostname.includes('*');
  if (!isWeb || url.href !== `${url.origin}/`) rejectValue('CORS_ORIGINS', allowed, value);
  return url.origin;
}

const NAMED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

export function checkTrustedProxy(entry: string): string {
  try {
    proxyAddr.compile(entry);
    // Its reader of addresses takes a bare number for one too: 1, in Express a count of hops, would be 0.0.0.1.
    if (!NAMED_PROXIES.includes(entry) && isIP(entry.split('/')[0] ?? '') === 0)
      throw new TypeError('no address');
    return entry;
  } catch {
    const [last, ...others] = NAMED_PROXIES.toReversed();
    const allowed = `addresses, CIDR blocks, ${others.toReversed().join(', ')} or ${last}, separated by commas`;
    return rejectValue('TRUST_PROXY', allowed, entry, closest(entry, NAMED_PROXIES));
  }
}
