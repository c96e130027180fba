/** The journal as an HTTP Archive 1.2, for the tools that show one. */

import { readVersion } from '../../version';
import type { HeaderMap, JournalEntry, JournalMessage } from '../types';

/** @param origin of the service, `http://localhost:8080`, for the addresses that an archive needs */
export function harOf(entries: readonly JournalEntry[], origin: string): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'events-query', version: readVersion().version },
      entries: entries.map((entry) => harEntry(entry, origin)),
    },
  };
}

function harEntry(entry: JournalEntry, origin: string): object {
  const { request, response, status } = entry;
  const [method = '', target = '', httpVersion = ''] = request.line.split(' ');
  const url = new URL(target, origin);
  const body = textOf(request);
  return {
    startedDateTime: entry.at,
    time: entry.ms,
    request: {
      method,
      url: url.href,
      httpVersion,
      cookies: [],
      headers: nameValues(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(body.text === ''
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', text: body.text } }),
      headersSize: -1,
      bodySize: body.size,
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion,
      cookies: [],
      headers: nameValues(response.headers),
      content: {
        size: textOf(response).size,
        mimeType: response.headers['content-type'] ?? '',
        ...textOf(response).content,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: textOf(response).size,
    },
    cache: {},
    timings: { send: 0, wait: entry.ms, receive: 0 },
  };
}

function nameValues(headers: HeaderMap): readonly object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function textOf({ body }: JournalMessage) {
  if (typeof body === 'string') return { text: body, size: Buffer.byteLength(body), content: { text: body } };
  const size = Buffer.from(body.base64, 'base64').length;
  return { text: body.base64, size, content: { text: body.base64, encoding: 'base64' } };
}
