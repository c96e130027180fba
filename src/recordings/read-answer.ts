import type { IncomingHttpHeaders } from 'node:http';
import { decodeMessage, readMediaType } from '../bindings/content-type';
import type { BindingName } from '../contract/bindings';
import type { OperationName } from '../contract/operations';
import { MEDIA_TYPE } from '../contract/soap-version';
import { type Element, isNil, parseXml, SPECIAL_MARKUP } from '../formats/xml-tree';
import { unescapeMarkup } from '../lib/text/markup';
import { escapeControls } from '../lib/text/messages';
import type { RecordedAnswer, RecordedFault } from './recording';

export interface UpstreamAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Describes an answer that can't be read: `status 502 (text/html)` or `status 200 (text/xml, gzip)`. */
export function describeAnswer({ status, headers }: UpstreamAnswer): string {
  const { 'content-type': type = 'no type', 'content-encoding': coding } = headers;
  return `status ${status} (${escapeControls(coding === undefined ? type : `${type}, ${coding}`)})`;
}

/** Maps each binding to the only media type that .NET's clients read. */
const MEDIA_TYPES: Readonly<Record<BindingName, string>> = {
  soap11: MEDIA_TYPE['1.1'],
  soap12: MEDIA_TYPE['1.2'],
  httpget: 'text/xml',
  httppost: 'text/xml',
};

/**
 * Reads the answer to a call of any service with this interface.
 * @returns `undefined` if clients could not read the answer, or a recording could not hold all of it
 */
export function readAnswer(
  { status, headers, body }: Omit<UpstreamAnswer, 'reason'>,
  binding: BindingName,
  operation: OperationName,
): RecordedAnswer | undefined {
  // Without a charset the first bytes and the XML declaration name the encoding, as in a request of SOAP 1.2.
  const { base, charset, action } = readMediaType(headers['content-type']);
  const { text, error } = decodeMessage(body, { base: 'application/xml', charset, action });
  if (error !== undefined) return undefined;
  const type = base.trim();
  const isSoap = binding === 'soap11' || binding === 'soap12';
  if (!isSoap && status === 500 && type === 'text/plain') {
    // Errors of GET and POST are encoded for HTML (contract 5.2).
    const shown = unescapeMarkup(text.replace(/\r\n$/, ''));
    return { fault: { code: 'Server', text: shown, actor: undefined, detail: undefined } };
  }
  const root = type === MEDIA_TYPES[binding] ? rootOf(text) : undefined;
  if (root === undefined) return undefined;
  const read = isSoap ? envelopeAnswer(root, operation) : stringResult(root);
  return status === 200 || (status === 500 && read !== undefined && 'fault' in read) ? read : undefined;
}

/** Returns the only root element, or `undefined` if the text is not one XML document. */
function rootOf(text: string): Element | undefined {
  const roots = parseXml(text);
  const [root] = typeof roots === 'string' ? [] : roots;
  if (root === undefined) return undefined;
  const around = text.slice(0, root.start) + text.slice(root.end);
  return around.replace(SPECIAL_MARKUP, '').trim() === '' ? root : undefined;
}

function stringResult(root: Element): RecordedAnswer | undefined {
  return localName(root) === 'string' ? resultIn(root) : undefined;
}

function envelopeAnswer(root: Element, operation: OperationName): RecordedAnswer | undefined {
  const body = localName(root) === 'Envelope' ? child(root, 'Body') : undefined;
  const [content, ...others] = body?.children ?? [];
  if (content === undefined || others.length > 0) return undefined;
  if (localName(content) === 'Fault') return faultIn(content);
  if (localName(content) !== `${operation}Response`) return undefined;
  const result = child(content, `${operation}Result`);
  return result === undefined ? { result: null } : resultIn(result);
}

/** Returns the result in an element, or `undefined` if it is not a text, such as a DataSet. */
function resultIn(element: Element): RecordedAnswer | undefined {
  if (element.children.length > 0) return undefined;
  return { result: isNil(element) ? null : element.text };
}

const CODES: ReadonlyMap<string, RecordedFault['code']> = new Map([
  ['Client', 'Client'],
  ['Sender', 'Client'],
  ['Server', 'Server'],
  ['Receiver', 'Server'],
]);

/**
 * Reads a fault. SOAP 1.2 has other names for the same elements. Returns `undefined` for a code that SOAP does not
 * define, because a recording can't keep it.
 */
function faultIn(fault: Element): RecordedAnswer | undefined {
  const name = child(fault, 'faultcode')?.text ?? textOf(fault, ['Code', 'Value']) ?? '';
  const code = CODES.get(name.trim().replace(/^.*:/, ''));
  if (code === undefined) return undefined;
  const text = child(fault, 'faultstring')?.text ?? textOf(fault, ['Reason', 'Text']) ?? '';
  const actor = child(fault, 'faultactor')?.text ?? child(fault, 'Node')?.text;
  const details = child(fault, 'detail') ?? child(fault, 'Detail');
  const detail = details?.source.slice(details.contentStart, details.contentEnd);
  return { fault: { code, text, actor, detail: detail?.trim() ? detail : undefined } };
}

function textOf(element: Element, path: readonly string[]): string | undefined {
  return path.reduce<Element | undefined>((at, name) => at && child(at, name), element)?.text;
}

function child({ children }: Element, name: string): Element | undefined {
  return children.find((one) => localName(one) === name);
}

function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1);
}
