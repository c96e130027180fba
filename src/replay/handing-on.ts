/** What a proxy changes of what it passes on. */
import type http from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { ENDPOINT } from '../contract/endpoint';
import type { Upstream, UpstreamAnswer } from './upstream';

/** Headers of one connection, which are not handed on, nor are those that `Connection` names (RFC 9110 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
];

/** Identity: what is kept has to be read. */
export function handedOn(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return { ...without(headers, [...HOP_BY_HOP, 'host']), 'accept-encoding': 'identity' };
}

/** An answer's headers, for the other connection. */
export function handedBack(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return without(headers, HOP_BY_HOP);
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name) && !named.includes(name)),
  );
}

/** A description with the address by which the client came. */
export function renamed(
  answer: UpstreamAnswer,
  upstream: Upstream,
  { headers }: http.IncomingMessage,
): Buffer {
  if (!/xml|html/i.test(answer.headers['content-type'] ?? '')) return answer.body;
  const own = `http://${headers.host ?? 'localhost'}${ENDPOINT}`;
  // Bytes as characters: whatever encoding it is in, addresses are ASCII.
  return Buffer.from(answer.body.toString('latin1').replaceAll(upstream.address, own), 'latin1');
}
