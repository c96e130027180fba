/**
 * Which of the service's answers a request gets: ASMX's order of protocol factories as one function (contract 1.3,
 * 1.4).
 */
import {
  type ChainedException,
  dangerousPath,
  queryTooLong,
  scriptServiceOnly,
  urlNotRecognized,
  urlTooLong,
  verbNotRecognized,
} from '../contract/messages';
import type { RefusalReason } from '../contract/refusals';
import type { ErrorPage } from './error-page';
import type { Target } from './target';

export type Route =
  | { readonly kind: 'soap' }
  /** `name` is the path info without its slash: a method's name, if there is one of that name. */
  | { readonly kind: 'get' | 'post'; readonly name: string }
  /** WSDL, DISCO or the help page, by the query string. */
  | { readonly kind: 'document' }
  | ({ readonly kind: 'error-page' } & ErrorPage);

export function dispatch(method: string, target: Target, contentType: string | undefined): Route {
  const { pathInfo, refused } = target;
  if (refused !== undefined)
    return errorPage(400, refusedUrl(refused), typeof refused === 'string' ? 'url-length' : 'path');
  // Contract 1.9: no other verb gets past stock IIS to ASMX.
  if (!['GET', 'HEAD', 'POST'].includes(method)) return errorPage(405, verbNotRecognized, 'verb');
  if (isForScript(pathInfo, contentType)) return errorPage(500, scriptServiceOnly, 'script');
  if (pathInfo === '') {
    if (method === 'POST') return { kind: 'soap' };
    return method === 'GET' ? { kind: 'document' } : errorPage(405, verbNotRecognized, 'verb');
  }
  if (pathInfo.length < 2) return errorPage(500, urlNotRecognized(pathInfo), 'path');
  if (method === 'HEAD') return errorPage(500, urlNotRecognized(pathInfo), 'verb');
  return { kind: method === 'POST' ? 'post' : 'get', name: pathInfo.slice(1) };
}

/** What ScriptHandlerFactory takes for itself (contract 1.2). */
function isForScript(pathInfo: string, contentType: string | undefined): boolean {
  if (pathInfo === '') return false;
  return /^\/js(debug)?$/i.test(pathInfo) || /^application\/json(;|$)/i.test(contentType ?? '');
}

function refusedUrl(refused: NonNullable<Target['refused']>): ChainedException {
  if (refused === 'path-length') return urlTooLong;
  return refused === 'query-length' ? queryTooLong : dangerousPath(refused.character);
}

function errorPage(status: number, error: ChainedException, reason: RefusalReason): Route {
  return { kind: 'error-page', status, error, reason };
}
