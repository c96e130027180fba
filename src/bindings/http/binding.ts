/** Answers HTTP GET and HTTP POST: the method name and the pairs become a call, and its result a reply (contract 5). */
import type { ServerResponse } from 'node:http';
import type { BindingName } from '../../contract/bindings';
import { ServiceBusyError, ServiceUnavailableError } from '../../contract/errors';
import { escapeXmlAttribute, htmlEncode } from '../../contract/escape';
import {
  clientFault,
  type ErrorDetail,
  exceptionChain,
  faultOf,
  formatChain,
  RequestRejected,
} from '../../contract/fault';
import {
  cannotConvert,
  contentTypeNotForm,
  dangerousValue,
  methodNameCase,
  methodNameNotValid,
  missingParameter,
  requestTooLong,
  truncate,
} from '../../contract/messages';
import { type Call, OPERATIONS, type Operation, toCall, type XsdValue } from '../../contract/operations';
import { parseValues, type ValueCollection } from '../../contract/value-collection';
import type { Body } from '../body';
import { decoderOf, readMediaType, utf16be, utf16le, utf32be, utf32le } from '../content-type';
import { utf7 } from '../decoders';
import { type BindingContext, performCall } from '../perform-call';
import { CACHE_CONTROL, isEmpty, type Reply, wrapResult } from '../reply';
import { readFormScalar } from '../scalars';

export type HttpRequest = {
  /** This is the path's last segment, which may be the name of an operation. */
  readonly name: string;
  readonly contentType: string | undefined;
} & (
  | {
      readonly binding: 'httpget';
      /** This is the raw query string, with one character for each byte. */
      readonly query: string;
    }
  | { readonly binding: 'httppost'; readonly body: Body }
);

export function createHttpBinding(
  context: BindingContext,
): (request: HttpRequest, response: ServerResponse) => Promise<Reply> {
  const { serviceNamespace, strict, errorDetail } = context.config;
  const { prefix, suffix, empty, nil } = stringElement(serviceNamespace);

  return async (request, response) => {
    const { binding } = request;
    try {
      const result = await performCall(context, binding, readHttpCall(request, strict), response);
      return {
        status: 200,
        contentType: 'text/xml; charset=utf-8',
        cacheControl: CACHE_CONTROL.success,
        // The reply is written out, because an object spread would take a sixth of the time of a whole GET.
        body: result === null ? nil : isEmpty(result) ? empty : wrapResult(prefix, result, suffix),
      };
    } catch (error) {
      return errorReply(error, errorDetail, binding);
    }
  };
}

/**
 * Reads the call of a GET or POST.
 * @param strict whether a pair that is not a parameter is rejected, too
 * @throws RequestRejected if the operation, the media type, the body or a parameter is wrong
 */
export function readHttpCall(request: HttpRequest, strict: boolean): Call {
  const operation = findOperation(request.name);
  if (request.binding === 'httpget') {
    // The charset is looked up only if there is a Content-Type, which few GETs have.
    const charset = request.contentType && readMediaType(request.contentType).charset;
    return readCall(operation, readPairs(request.query, 'QueryString', charset), strict);
  }
  const { base, charset } = readMediaType(request.contentType);
  // ASMX compares the media type untrimmed (contract 1.8).
  if (base !== 'application/x-www-form-urlencoded')
    throw new RequestRejected('content-type', clientFault(contentTypeNotForm(request.contentType ?? '')));
  return readCall(operation, readPairs(bytesOf(request.body), 'Form', charset), strict);
}

function bytesOf(body: Body): Buffer {
  if (body === 'busy') throw new RequestRejected('busy', faultOf(new ServiceBusyError()), 503);
  if (body === 'too-long') throw new RequestRejected('body-length', clientFault(requestTooLong));
  return body;
}

/** Returns the texts around a result, and the whole answers for an empty and a null result (contract 5.1). */
function stringElement(namespace: string) {
  const declaration = '<?xml version="1.0" encoding="utf-8"?>\r\n';
  const xmlns = `xmlns="${escapeXmlAttribute(namespace)}"`;
  const xsi =
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return {
    prefix: `${declaration}<string ${xmlns}>`,
    suffix: '</string>',
    empty: `${declaration}<string ${xmlns} />`,
    nil: `${declaration}<string ${xsi} xsi:nil="true" ${xmlns} />`,
  };
}

/** Makes the reply for an error. It is plain text, but encoded for HTML as in ASMX (contract 5.2). */
export function errorReply(error: unknown, detail: ErrorDetail, binding?: BindingName): Reply {
  const isUnavailable = error instanceof ServiceUnavailableError;
  const rejected = error instanceof RequestRejected ? error : undefined;
  const status = rejected?.status ?? (isUnavailable ? 503 : 500);
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: CACHE_CONTROL.error,
    headers: status === 503 ? { 'Retry-After': '1' } : {},
    body: `${formatChain(exceptionChain(error), detail, htmlEncode)}\r\n`,
    rejected: rejected && { reason: rejected.reason, binding },
  };
}

/** Finds the operation with exactly this name. @throws RequestRejected if there is none */
function findOperation(name: string): Operation {
  const operation = OPERATIONS.find((one) => one.name === name);
  if (operation !== undefined) return operation;
  const otherCase = OPERATIONS.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const message = otherCase === undefined ? methodNameNotValid(name) : methodNameCase(name, otherCase.name);
  throw new RequestRejected('method-name', clientFault(message));
}

/**
 * Reads the names and values of a query or a form, in the charset of the request's Content-Type, even for a GET, or
 * else in UTF-8.
 * @param raw a query with one character for each byte, or the body of a form
 * @throws RequestRejected if request validation finds markup in a value, or if there are too many names
 */
function readPairs(
  raw: string | Buffer,
  source: 'QueryString' | 'Form',
  charset: string | undefined,
): ValueCollection {
  const decode = charset === undefined ? undefined : decoderOf(charset);
  const isUtf16 = decode === utf16le || decode === utf16be;
  const isUtf32 = decode === utf32le || decode === utf32be;
  // In UTF-16 and UTF-32 a character has several bytes, so ASP.NET finds no name in a form. It reads a query in UTF-16
  // as UTF-8.
  const readable = source === 'Form' && (isUtf16 || isUtf32) ? '' : raw;
  // ASP.NET refuses UTF-7 as dangerous, and reads UTF-8 instead.
  const pairs = parseValues(readable, isUtf16 || decode === utf7 ? undefined : decode);
  for (const { name, values } of pairs.entries) {
    // ASP.NET does not validate its own fields, such as `__VIEWSTATE`.
    if (name?.startsWith('__')) continue;
    // Browsers once ignored NUL characters inside markup, so ASP.NET looks for markup without them.
    const value = values.join(',').replaceAll('\0', '');
    // CrossSiteScriptingValidation looks for `<` before a letter, `!`, `/` or `?`, and for `&` before `#`.
    const at = value.search(/<[A-Za-z!/?]|&#/);
    if (at >= 0)
      throw new RequestRejected('markup', clientFault(dangerousValue(source, excerpt(name, value, at))));
  }
  return pairs;
}

/** Returns what a message shows of a value: from ten characters before the match to twenty after the match begins. */
function excerpt(name: string | undefined, value: string, at: number): string {
  const start = Math.max(at - 10, 0);
  const end = Math.min(at + 20, value.length);
  const before = start > 0 ? '...' : '';
  const after = end < value.length ? '...' : '';
  return `${name ?? ''}="${before}${value.slice(start, end)}${after}"`;
}

const DOTNET_TYPE = { int: 'Int32', long: 'Int64', boolean: 'Boolean' } as const;

/** Reads the parameters in the order of their declaration. @throws RequestRejected for the first that is wrong */
function readCall(operation: Operation, pairs: ValueCollection, strict: boolean): Call {
  const args: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) {
    const text = pairs.get(name);
    if (text === undefined) throw new RequestRejected('parameter', clientFault(missingParameter(name)));
    const value = readFormScalar(type, text);
    if (typeof value === 'object')
      throw new RequestRejected('parameter', clientFault(cannotConvert(text, DOTNET_TYPE[type]), value));
    args[name] = value;
  }
  if (strict) rejectUnknown(operation, pairs);
  return toCall(operation.name, args);
}

function rejectUnknown(operation: Operation, pairs: ValueCollection): void {
  const known = new Set(operation.parameters.map(({ name }) => name.toLowerCase()));
  const unknown = pairs.entries.find(({ name }) => !known.has(name?.toLowerCase() ?? ''));
  if (unknown === undefined) return;
  const allowed = operation.parameters.map(({ name }) => `'${name}'`).join(' and ');
  const message = `'${operation.name}' takes the parameters ${allowed}, not '${truncate(unknown.name ?? '')}'.`;
  throw new RequestRejected('strict', clientFault({ type: 'System.InvalidOperationException', message }));
}
