/** Reduces messages to what the journal keeps: their headers and the beginnings of their bodies. */
import type { ServerResponse } from 'node:http';
import type { Reply } from '../../bindings/reply';
import type { HeaderMap } from '../schema/journal';

/** The journal keeps at most this many bytes of a body. */
export const MAX_KEPT_BYTES = 65_536;

/**
 * Returns the body of a reply as one text or buffer.
 * @param most at most this many bytes of a body in parts are joined; a text or a buffer is returned whole
 */
export function wholeBody(body: Reply['body'], most = Number.POSITIVE_INFINITY): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  const { prefix, result, suffix } = body;
  const pieces = [Buffer.from(prefix), ...result.slices, Buffer.from(suffix)];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat(pieces, Math.min(length, most));
}

/**
 * Returns the beginning of a body. From a body that is longer than `MAX_KEPT_BYTES` it returns a little more, so that
 * the journal sees that the body must be truncated.
 */
export function bodyBeginning(body: Reply['body']): string | Buffer {
  const whole = wholeBody(body, MAX_KEPT_BYTES + 1);
  if (typeof whole === 'string' && whole.length <= MAX_KEPT_BYTES) return whole;
  // The beginning is copied, because a slice of a text or a buffer would keep the whole in memory. Even a short buffer
  // may be a slice: the part of an answer that was sent before a reset.
  return Buffer.from(whole.slice(0, MAX_KEPT_BYTES + 1));
}

/**
 * Returns the header section of an answer as it was sent, with the headers that Node adds, or `undefined` if none was
 * sent yet. The journal parses the section only when it shows the answer, because most answers are never shown.
 */
export function sentHeaderSection(response: ServerResponse): string | undefined {
  // Node has no public access to the header section.
  const head = (response as { readonly _header?: string | null })._header ?? undefined;
  // V8 keeps a text that was put together from pieces as those pieces, about 25 here, until it is copied.
  return head === undefined ? undefined : Buffer.from(head, 'latin1').toString('latin1');
}

/** Splits a header section into a list in which each name is followed by its value. */
export function rawHeadersOf(head: string): readonly string[] {
  const lines = head.split('\r\n').filter((line) => line.includes(': '));
  return lines.flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
}

/**
 * Returns the value of a header. The values of a repeated header are joined as HTTP defines it.
 * @param name the name of the header in lower case
 */
export function headerIn(raw: readonly string[], name: string): string | undefined {
  const values = raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Maps the names of headers, in lower case, to their values. */
export function headerMap(raw: readonly string[]): HeaderMap {
  const names = raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return Object.fromEntries(names.map((name) => [name, headerIn(raw, name) ?? '']));
}
