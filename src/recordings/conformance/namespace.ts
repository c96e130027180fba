import { escapeXmlAttribute, escapeXmlText } from '../../contract/escape';
import { actionBase } from '../../contract/operations';
import { escapeRegExp } from '../../lib/text/regexp';
import type { Case, Expectation, RecordedRequest } from './vectors';

/** Escapes the new value for its place. `before` is the character in front of it. */
type Write = (value: string, before: string) => string;

/**
 * Returns the exchange with `namespace` instead of its own namespace, and adjusts the columns in error texts. Returns
 * `undefined` if the request contains `namespace` as a wrong namespace, or if the request's encoding can't represent
 * `namespace`.
 */
export function inNamespace(one: Case, namespace: string): Case | undefined {
  if (one.ns === namespace) return one;
  const { request, expect, deliberate } = one;
  if (!canCarry(one, namespace)) return undefined;
  const replace = (text: string, write: Write) => replaceNamespace(text, one.ns, namespace, write);
  const inRequest = (text: string) => replace(text, requestText);
  const inAnswer = (want: Expectation): Expectation => {
    if (want.body === undefined || want.kind !== undefined) return want;
    const body = replace(movePlaces(want.body, request.body ?? '', inRequest), answerText);
    const headers = { ...want.headers, 'Content-Length': String(Buffer.byteLength(body)) };
    return { ...want, body, headers };
  };
  return {
    ...one,
    request: inWholeRequest(request, replace),
    expect: inAnswer(expect),
    deliberate: deliberate && inAnswer(deliberate),
  };
}

function inWholeRequest(
  { headers, body, bodyBase64, ...request }: RecordedRequest,
  replace: (text: string, write: Write) => string,
): RecordedRequest {
  const replaced = Object.entries(headers).map(([name, value]) => [name, replace(value, headerText)]);
  const inText = (text: string) => replace(text, requestText);
  return {
    ...request,
    headers: Object.fromEntries(replaced),
    ...(body !== undefined && { body: inText(body) }),
    ...(bodyBase64 !== undefined && { bodyBase64: inBytes(bodyBase64, inText) }),
  };
}

/** Replaces the namespace, or before the name of an operation the base of its SOAPAction, plain or percent-encoded. */
function replaceNamespace(text: string, from: string, to: string, write: Write): string {
  const encoded = encodeURIComponent(actionBase(from));
  const places = [
    `(${escapeRegExp(actionBase(from))}(?=\\w))`,
    escapeRegExp(from),
    `(${escapeRegExp(encoded)})`,
  ];
  return text.replace(
    new RegExp(places.join('|'), 'g'),
    (_, action: string | undefined, escaped: string | undefined, at: number) => {
      if (escaped !== undefined) return encodeURIComponent(actionBase(to));
      return write(action === undefined ? to : actionBase(to), text[at - 1] ?? '');
    },
  );
}

/** Both kinds of quotes are escaped, because requests may have either of them around attributes. */
const requestText: Write = (value) => escapeXmlAttribute(value).replaceAll("'", '&#39;');
const answerText: Write = (value, before) =>
  before === '"' ? escapeXmlAttribute(value) : escapeXmlText(value);
/**
 * `;`, `+` and `'` are encoded, because the service splits headers there before it decodes them (contract 2.2, 3.2).
 */
const headerText: Write = (value) =>
  encodeURI(value).replace(/[;+']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** Adjusts `(line, column)` and `Line 1, position 2.`, which are places in the request (contract 2.7.1, 3.4). */
function movePlaces(answer: string, request: string, replace: (text: string) => string): string {
  const lines = request.replace('\ufeff', '').split(/\r\n|\r|\n/);
  return answer.replace(
    /(\(|Line )(\d+)(, (?:position )?)(\d+)/g,
    (_, open: string, line: string, comma: string, column: string) => {
      const before = (lines[Number(line) - 1] ?? '').slice(0, Number(column) - 1);
      return `${open}${line}${comma}${Number(column) + replace(before).length - before.length}`;
    },
  );
}

/** Replaces text in encoded bytes. A byte order mark shows UTF-16. Any other encoding must contain ASCII unchanged. */
function inBytes(base64: string, replace: (text: string) => string): string {
  const bytes = Buffer.from(base64, 'base64');
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1';
  return Buffer.from(replace(bytes.toString(encoding)), encoding).toString('base64');
}

function canCarry({ request, ns: recorded }: Case, namespace: string): boolean {
  const { headers, body = '', bodyBase64 } = request;
  const isUsed = [body, ...Object.values(headers)].some((text) => text.includes(namespace));
  if (isUsed && !recorded.startsWith(namespace)) return false;
  const isAscii = /^[\x20-\x7e]*$/.test(namespace);
  const isUtf8 = bodyBase64 === undefined && /charset=["']?utf-8/i.test(headers['Content-Type'] ?? '');
  return isAscii || isUtf8 || (body === '' && bodyBase64 === undefined);
}
