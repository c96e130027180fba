/** The heads of a request and of its answer: first lines and headers. */
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { HeaderMap } from '../types';

/**
 * An answer's head as it went out, those headers included that Node writes itself; `undefined` while it didn't. A text
 * that is there already: whoever asks for it takes it apart.
 */
export function headSent(response: ServerResponse): string | undefined {
  // What Node calls it; it has no other way to tell.
  return (response as { readonly _header?: string | null })._header ?? undefined;
}

export interface Heads {
  readonly line: string;
  readonly request: HeaderMap;
  /** Empty when no head went out. */
  readonly response: HeaderMap;
}

/**
 * Both heads as one flat text, neither of which can hold a line feed within a line: what is kept for ten thousand
 * requests costs the collector less the fewer things it is made of.
 */
export function packHeads(request: Request, responseHead = ''): string {
  const { method, httpVersion, rawHeaders } = request;
  // Express sets it on those that come as far as its router.
  const target = request.originalUrl ?? request.url;
  return [`${method} ${target} HTTP/${httpVersion}`, ...rawHeaders, '', responseHead].join('\n');
}

export function unpackHeads(packed: string): Heads {
  const [line = '', ...lines] = packed.split('\n');
  const end = lines.findIndex((name, index) => index % 2 === 0 && name === '');
  const names = lines.slice(0, end).filter((_, index) => index % 2 === 0);
  const sent = lines.slice(end + 2).flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [[text.slice(0, colon), text.slice(colon + 1).trim()] as const];
  });
  return {
    line,
    request: headerMap(names.map((name, index) => [name, lines[2 * index + 1] ?? ''] as const)),
    response: headerMap(sent),
  };
}

function headerMap(pairs: readonly (readonly [string, string])[]): HeaderMap {
  const headers = new Map<string, string>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** The headers among the arguments of `writeHead`: an object, or names and values in turn. */
export function headersGiven(args: readonly unknown[]): Readonly<Record<string, OutgoingHttpHeader>> {
  const given = args.slice(1).find((one) => typeof one === 'object' && one !== null);
  const pairs = Array.isArray(given)
    ? given.flatMap((name, index) => (index % 2 === 0 ? [[name, given[index + 1]] as const] : []))
    : Object.entries(given ?? {});
  return Object.fromEntries(pairs.map(([name, value]) => [String(name), value]));
}
