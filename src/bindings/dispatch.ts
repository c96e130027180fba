/**
 * Decides what a request asks for by its URL and method. The path is read once (contract 1.1). One function tries the
 * protocols in the order of ASMX's protocol factories (contract 1.3, 1.4).
 */
import { ENDPOINT, MAX_PATH } from '../contract/bindings';
import { clientFault, RequestRejected } from '../contract/fault';
import {
  type ChainedException,
  dangerousPath,
  queryTooLong,
  scriptServiceOnly,
  urlNotRecognized,
  urlTooLong,
  verbNotRecognized,
} from '../contract/messages';
import type { RejectionReason } from '../contract/rejections';
import { trimEnd } from './scalars';

const ENDPOINT_LOWER = ENDPOINT.toLowerCase();

/** ASP.NET limits the characters of a query, not its bytes (contract 1.1). */
const MAX_QUERY = 2048;

export interface Target {
  /**
   * This is the path up to and including `.asmx`, percent-encoded and in the requested letter case (contract 6.5).
   */
  readonly path: string;
  /** The rest of the path is decoded once, and has no white space at its end. It is empty or begins with `/`. */
  readonly pathInfo: string;
  /** The query has no `?`, and each character is one byte. */
  readonly query: string;
  /** This is set if ASP.NET rejects the request for its URL, before it reaches the service. */
  readonly rejection: RequestRejected | undefined;
}

/** Splits the URL of the request line. Returns `undefined` for a path that is not the service's. */
export function readTarget(url: string): Target | undefined {
  const { pathname: requested, search } = splitUrl(url);
  const pathname = canonicalPath(requested);
  const decoded = decodePath(pathname);
  if (decoded.slice(0, ENDPOINT.length).toLowerCase() !== ENDPOINT_LOWER) return undefined;
  const rest = decoded.slice(ENDPOINT.length);
  if (rest !== '' && !rest.startsWith('/')) return undefined;
  const pathInfo = trimEnd(rest);
  const path = pathInfo === '' ? pathname : pathname.slice(0, endpointLength(pathname));
  const query = search.slice(1);
  return { path, pathInfo, query, rejection: rejectUrl(decoded, query) };
}

/** Returns the part of `url` after the target's path as it was requested: percent-encoded, with the query. */
export function restOfUrl({ path }: Target, url: string): string {
  const { pathname, search } = splitUrl(url);
  return canonicalPath(pathname).slice(path.length) + search;
}

/** Splits a URL, which may be in absolute form, as in a request to a proxy (RFC 9112 3.2.2). */
function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const relative = url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = relative.indexOf('?');
  return mark < 0
    ? { pathname: relative, search: '' }
    : { pathname: relative.slice(0, mark), search: relative.slice(mark) };
}

/**
 * Resolves `.` and `..` as IIS does before ASP.NET reads the path, and then merges consecutive slashes as ASP.NET does.
 * Both also apply to percent-encoded characters (contract 1.1).
 */
function canonicalPath(pathname: string): string {
  // Few paths have dot segments or consecutive slashes, and splitting every path would take 1 % of the time of a call.
  if (!/\/(?:\.|%2e)|(?:\/|%2f){2}/i.test(pathname)) return pathname;
  const segments: string[] = [];
  const all = pathname.split('/');
  for (const [index, segment] of all.entries()) {
    const dots = segment.replace(/%2e/gi, '.');
    if (dots !== '.' && dots !== '..') segments.push(segment);
    else {
      if (dots === '..' && segments.length > 1) segments.pop();
      if (index === all.length - 1) segments.push('');
    }
  }
  return segments.join('/').replace(/(?:\/|%2f){2,}/gi, '/');
}

/** Percent-decodes a path once, as UTF-8. An invalid escape stays unchanged, and its `%` is rejected later. */
function decodePath(pathname: string): string {
  // Decoding every path would take 2 % of the time of a GET.
  if (!pathname.includes('%')) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Returns the length of the service's own path in a percent-encoded path. Decoded, the service's path is as long as
 * ENDPOINT.
 */
function endpointLength(pathname: string): number {
  let at = 0;
  for (let decoded = 0; decoded < ENDPOINT.length; decoded++) at += pathname[at] === '%' ? 3 : 1;
  return at;
}

function rejectUrl(decoded: string, query: string): RequestRejected | undefined {
  if (decoded.length > MAX_PATH) return new RequestRejected('url-length', clientFault(urlTooLong), 400);
  if (query.length > MAX_QUERY) return new RequestRejected('url-length', clientFault(queryTooLong), 400);
  const character = /[<>*%&:\\?]/.exec(decoded)?.[0];
  return character === undefined
    ? undefined
    : new RequestRejected('path', clientFault(dangerousPath(character)), 400);
}

export type Route =
  | { readonly kind: 'soap' }
  /** `name` is the path info without its slash. It may be the name of a method. */
  | { readonly kind: 'httpget' | 'httppost'; readonly name: string }
  /** The query string chooses the WSDL, DISCO or the help page. */
  | { readonly kind: 'document' }
  /** The answer is an error page, and no binding is called. */
  | { readonly kind: 'rejected'; readonly rejection: RequestRejected };

/** Chooses the binding in the order in which ASMX asks its protocols (contract 1.3, 1.4). */
export function dispatch(method: string, target: Target, contentType: string | undefined): Route {
  const { pathInfo, rejection } = target;
  if (rejection !== undefined) return { kind: 'rejected', rejection };
  // IIS in its default configuration passes no other verb to ASMX (contract 1.9).
  if (!['GET', 'HEAD', 'POST'].includes(method)) return rejected(405, verbNotRecognized, 'verb');
  if (isForScript(pathInfo, contentType)) return rejected(500, scriptServiceOnly, 'script');
  if (pathInfo === '') {
    if (method === 'POST') return { kind: 'soap' };
    return method === 'GET' ? { kind: 'document' } : rejected(405, verbNotRecognized, 'verb');
  }
  if (pathInfo.length < 2) return rejected(500, urlNotRecognized(pathInfo), 'path');
  if (method === 'HEAD') return rejected(500, urlNotRecognized(pathInfo), 'verb');
  return { kind: method === 'POST' ? 'httppost' : 'httpget', name: pathInfo.slice(1) };
}

/** Returns true for requests that ScriptHandlerFactory handles (contract 1.2). */
function isForScript(pathInfo: string, contentType: string | undefined): boolean {
  if (pathInfo === '') return false;
  return /^\/js(debug)?$/i.test(pathInfo) || /^application\/json(;|$)/i.test(contentType ?? '');
}

function rejected(status: number, error: ChainedException, reason: RejectionReason): Route {
  return { kind: 'rejected', rejection: new RequestRejected(reason, clientFault(error), status) };
}
