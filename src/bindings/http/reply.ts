/** The answers of the GET and POST bindings (contract 5.1, 5.2). */
import type { BindingName } from '../../contract/bindings';
import { ServiceUnavailableError } from '../../contract/errors';
import { escapeXmlAttribute, htmlEncode } from '../../contract/escape';
import { bareChain, chainText, RequestFault } from '../../contract/fault';
import { CACHE_CONTROL, type Reply } from '../reply';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\r\n';

/** What stands around a result that has characters, what an empty one is, and what `null` is. */
export interface StringElement {
  readonly head: string;
  readonly tail: string;
  readonly empty: string;
  readonly nil: string;
}

export function stringElement(namespace: string): StringElement {
  const xmlns = `xmlns="${escapeXmlAttribute(namespace)}"`;
  const xsi =
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return {
    head: `${DECLARATION}<string ${xmlns}>`,
    tail: '</string>',
    empty: `${DECLARATION}<string ${xmlns} />`,
    nil: `${DECLARATION}<string ${xsi} xsi:nil="true" ${xmlns} />`,
  };
}

export function stringReply(result: string | null, { head, tail, empty, nil }: StringElement): Reply {
  return {
    status: 200,
    contentType: 'text/xml; charset=utf-8',
    cacheControl: CACHE_CONTROL.success,
    body: result === null ? nil : result === '' ? empty : { head, text: result, tail },
  };
}

/** Errors of GET and POST are plain text, encoded for HTML all the same. */
export function errorReply(error: unknown, detail: 'short' | 'long', binding?: BindingName): Reply {
  const isRefused = error instanceof RequestFault;
  const isPassing = error instanceof ServiceUnavailableError || (isRefused && error.reason === 'busy');
  return {
    status: isPassing ? 503 : 500,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: CACHE_CONTROL.error,
    headers: isPassing ? { 'Retry-After': '1' } : {},
    body: `${chainText(bareChain(error), detail, htmlEncode)}\r\n`,
    ...(isRefused
      ? { refused: { reason: error.reason, ...(binding === undefined ? {} : { binding }) } }
      : {}),
  };
}
