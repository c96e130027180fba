/** The path of the service, and what of a request's URL lies behind it (contract 1.1). */

import { ENDPOINT } from '../contract/endpoint';

const ENDPOINT_LOWER = ENDPOINT.toLowerCase();

/** Contract 1.1, in characters. */
const MAX_PATH = 260;
const MAX_QUERY = 2048;

export interface Target {
  /** The path up to and with `.asmx`, percent-encoded and in the letter case that was requested (contract 6.5). */
  readonly path: string;
  /** What follows, decoded once: empty, or beginning with `/`. */
  readonly pathInfo: string;
  /** Without its `?`; one byte a character. */
  readonly query: string;
  /** What ASP.NET refuses before the service is reached. */
  readonly refused?: 'path-length' | 'query-length' | { readonly character: string };
}

/** Splits `url`, as it stands in the request line; `undefined` for a path that is not the service's. */
export function readTarget(url: string): Target | undefined {
  const { pathname: requested, search } = splitUrl(url);
  const pathname = withoutDotSegments(requested);
  const decoded = decodePath(pathname);
  if (decoded.slice(0, ENDPOINT.length).toLowerCase() !== ENDPOINT_LOWER) return undefined;
  const pathInfo = decoded.slice(ENDPOINT.length);
  if (pathInfo !== '' && !pathInfo.startsWith('/')) return undefined;
  const path = pathInfo === '' ? pathname : pathname.slice(0, endpointLength(pathname));
  const query = search.slice(1);
  const refused = refusalOf(decoded, query);
  return refused === undefined ? { path, pathInfo, query } : { path, pathInfo, query, refused };
}

/** What follows the target's path in its `url`, as it was requested: percent-encoded, with the query. */
export function restOf({ path }: Target, url: string): string {
  const { pathname, search } = splitUrl(url);
  return withoutDotSegments(pathname).slice(path.length) + search;
}

/** Also takes the absolute form of a request to a proxy (RFC 9112 3.2.2). */
function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const relative = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = relative.indexOf('?');
  return mark < 0
    ? { pathname: relative, search: '' }
    : { pathname: relative.slice(0, mark), search: relative.slice(mark) };
}

const DOT_SEGMENT = /\/(?:\.|%2e)/i;

/** As IIS hands a path on: `.` and `..`, percent-encoded or not, are resolved before anything looks at it. */
function withoutDotSegments(pathname: string): string {
  if (!DOT_SEGMENT.test(pathname)) return pathname;
  const segments: string[] = [];
  const all = pathname.split('/');
  for (const [index, segment] of all.entries()) {
    const dots = segment.length <= '%2e%2e'.length ? segment.replace(/%2e/gi, '.') : segment;
    if (dots !== '.' && dots !== '..') segments.push(segment);
    else {
      if (dots === '..' && segments.length > 1) segments.pop();
      if (index === all.length - 1) segments.push('');
    }
  }
  return segments.join('/');
}

/** Percent-decodes once as UTF-8; an escape that is none stays, and its `%` is then refused. */
function decodePath(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Where the path info begins in the encoded path: behind as many decoded characters as ENDPOINT has. */
function endpointLength(pathname: string): number {
  let at = 0;
  for (let decoded = 0; decoded < ENDPOINT.length; decoded++) at += pathname[at] === '%' ? 3 : 1;
  return at;
}

function refusalOf(decoded: string, query: string): Target['refused'] {
  if (decoded.length > MAX_PATH) return 'path-length';
  if (query.length > MAX_QUERY) return 'query-length';
  const character = /[<>*%&:\\?]/.exec(decoded)?.[0];
  return character === undefined ? undefined : { character };
}
