/**
 * Represents a case of a clause of the contract: a request and its whole answer, derived by hand. In every text `{ns}` is
 * the service's namespace and `{A}` the action base (contract 0.2). `¦` in a request's body marks a place, and `{place}`
 * in the answer is its `(line, column)` (contract 2.7.1).
 */
import type { SoapException, VisibleError } from '../../../src/contract/errors';

export interface Clause {
  /** The name is the number of the clause, then the case. */
  readonly name: string;
  readonly request: ClauseRequest;
  readonly answer: ClauseAnswer;
  /** The service returns or throws this instead of its arguments. */
  readonly outcome?: { readonly result: string | null } | { readonly thrown: SoapException | VisibleError };
}

export const clause = (
  name: string,
  request: ClauseRequest,
  answer: ClauseAnswer,
  outcome?: Clause['outcome'],
): Clause => ({ name, request, answer, ...(outcome && { outcome }) });

export interface ClauseRequest {
  readonly method?: string;
  /** The default is `/WebServices/Events.asmx`. */
  readonly path?: string;
  /** This is the rest of the URL after the path. */
  readonly target?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly encode?: (text: string) => Buffer;
}

export interface ClauseAnswer {
  readonly status: 200 | 400 | 405 | 415 | 500;
  readonly contentType: string;
  readonly cacheControl: 'private' | 'private, max-age=0';
  /** The answer depends on the detail of the error texts. Only the title of a page is contract, not its HTML. */
  readonly body: Readonly<Record<'short' | 'long', string>>;
  readonly isPage?: true;
}

/** Represents one exception of a chain (contract 0.2). */
export type ChainedException = readonly [type: string, message: string];

/** The contract also uses these names for the namespaces of the envelopes (contract 0.2). */
export const E11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const E12 = 'http://www.w3.org/2003/05/soap-envelope';
export const EVENTS = '<SelectEvents xmlns="{ns}"><month>1</month><year>2</year></SelectEvents>';
export const TEXT_XML = 'text/xml; charset=utf-8';
export const SOAP_XML = 'application/soap+xml; charset=utf-8';

const SCHEMAS =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

export function envelope(namespace: string, body: string, header = ''): string {
  return `<s:Envelope xmlns:s="${namespace}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** Makes a SOAP 1.1 request for SelectEvents. The request does not have a header that is `undefined`. */
export function post(
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): ClauseRequest {
  const all = { 'Content-Type': TEXT_XML, SOAPAction: '"{A}SelectEvents"', ...headers };
  return { method: 'POST', headers: present(all), body };
}

export function post12(body: string, contentType = `${SOAP_XML}; action="{A}SelectEvents"`): ClauseRequest {
  return { method: 'POST', headers: { 'Content-Type': contentType }, body };
}

export const get = (target: string, headers: Readonly<Record<string, string>> = {}): ClauseRequest => ({
  method: 'GET',
  target,
  headers,
});

export const form = (
  target: string,
  body: string,
  contentType: string | undefined = 'application/x-www-form-urlencoded',
): ClauseRequest => ({ method: 'POST', target, headers: present({ 'Content-Type': contentType }), body });

function present(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) found[name] = value;
  return found;
}

/** If the text is `null`, the answer has no element for the result (contract 4.1). */
export function result(version: '1.1' | '1.2', operation: string, text: string | null): ClauseAnswer {
  const element = text === '' ? `<${operation}Result />` : `<${operation}Result>${text}</${operation}Result>`;
  const response =
    text === null
      ? `<${operation}Response xmlns="{ns}" />`
      : `<${operation}Response xmlns="{ns}">${element}</${operation}Response>`;
  return soapAnswer(version, 200, both(inEnvelope(version, response)));
}

/** `detail` is false for a fault about a header (contract 9.1, 3.3, 2.5). */
export function fault(
  version: '1.1' | '1.2',
  code: string,
  chain: readonly ChainedException[],
  { detail = true, actor = '' } = {},
): ClauseAnswer {
  const write = (text: string) => {
    const fault11 =
      `<faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring>` +
      `${actor && `<faultactor>${actor}</faultactor>`}${detail ? '<detail />' : ''}`;
    const fault12 =
      `<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason>` +
      `<soap:Text xml:lang="en">${text}</soap:Text></soap:Reason>` +
      `${actor && `<soap:Node>${actor}</soap:Node>`}${detail ? '<soap:Detail />' : ''}`;
    const content = version === '1.1' ? fault11 : fault12;
    return inEnvelope(version, `<soap:Fault>${content}</soap:Fault>`);
  };
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return soapAnswer(version, 500, {
    short: write(escaped(short(chain))),
    long: write(escaped(long(chain))),
  });
}

/**
 * Makes the answer to a SOAP value or element that can't be read. The answer names `{place}` and a reason (contract
 * 2.7).
 */
export const readError = (why: ChainedException, version: '1.1' | '1.2' = '1.1'): ClauseAnswer =>
  fault(version, version === '1.1' ? 'Client' : 'Sender', [
    UNABLE_TO_READ,
    invalidOperation('There is an error in XML document {place}.'),
    why,
  ]);

/** Makes the answer to a header that must be understood (contract 2.5, 3.3). */
export const notUnderstood = (version: '1.1' | '1.2', header: string): ClauseAnswer =>
  fault(
    version,
    'MustUnderstand',
    [['System.Web.Services.Protocols.SoapHeaderException', `SOAP header ${header} was not understood.`]],
    { detail: false },
  );

/** Makes the answer to an envelope of another version (contract 2.4). */
export function versionMismatch(namespace: string): ClauseAnswer {
  const supported = (prefix: string, uri: string) =>
    `<soap12:SupportedEnvelope qname="${prefix}:Envelope" xmlns:${prefix}="${uri}" />`;
  const header =
    `<soap:Header><soap12:Upgrade xmlns:soap12="${E12}">${supported('soap', E11)}${supported('soap12', E12)}` +
    '</soap12:Upgrade></soap:Header>';
  const message = `Possible SOAP version mismatch: Envelope namespace ${namespace} was unexpected. Expecting ${E11}.`;
  const plain = fault('1.1', 'VersionMismatch', [soapException(message)]);
  const withHeader = (text = '') => text.replace('<soap:Body>', `${header}<soap:Body>`);
  return { ...plain, body: { short: withHeader(plain.body?.short), long: withHeader(plain.body?.long) } };
}

/** An answer with 400 or 415 has no body (contract 1.6, 2.3). */
export function nothing(version: '1.1' | '1.2', status: 400 | 415): ClauseAnswer {
  return { ...soapAnswer(version, status, both('')), cacheControl: 'private' };
}

/** `element` is the second line of the body (contract 5.1). */
export function string(element: string): ClauseAnswer {
  return {
    status: 200,
    contentType: TEXT_XML,
    cacheControl: 'private, max-age=0',
    body: both(`<?xml version="1.0" encoding="utf-8"?>\r\n${element}`),
  };
}

/** The messages must be encoded for HTML already (contract 5.2). */
export function plain(...chain: readonly ChainedException[]): ClauseAnswer {
  return {
    status: 500,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'private',
    body: { short: `${short(chain)}\r\n`, long: `${long(chain)}\r\n` },
  };
}

/** Expects ASP.NET's error page (contract 9.6). `title` is the page's message, encoded for HTML. */
export function page(status: 400 | 405 | 500, title: string): ClauseAnswer {
  const body = { short: 'Runtime Error', long: title };
  return { status, contentType: 'text/html; charset=utf-8', cacheControl: 'private', body, isPage: true };
}

export const soapException = (message: string): ChainedException => [
  'System.Web.Services.Protocols.SoapException',
  message,
];
export const invalidOperation = (message: string): ChainedException => [
  'System.InvalidOperationException',
  message,
];
export const formatException = (message = 'Input string was not in a correct format.'): ChainedException => [
  'System.FormatException',
  message,
];
export const overflow = (type: 'Int32' | 'Int64'): ChainedException => [
  'System.OverflowException',
  `Value was either too large or too small for an ${type}.`,
];
export const xmlError = (message: string): ChainedException => ['System.Xml.XmlException', message];
export const UNABLE_TO_READ = soapException('Server was unable to read request.');
export const UNABLE_TO_PROCESS = soapException('Server was unable to process request.');

function soapAnswer(version: '1.1' | '1.2', status: 200 | 400 | 415 | 500, body: ClauseAnswer['body']) {
  const contentType = version === '1.1' ? TEXT_XML : SOAP_XML;
  const cacheControl = status === 200 ? 'private, max-age=0' : 'private';
  return { status, contentType, cacheControl, body } satisfies ClauseAnswer;
}

function inEnvelope(version: '1.1' | '1.2', content: string): string {
  const namespace = version === '1.1' ? E11 : E12;
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespace}" ${SCHEMAS}>` +
    `<soap:Body>${content}</soap:Body></soap:Envelope>`
  );
}

const both = (text: string) => ({ short: text, long: text });
const short = (chain: readonly ChainedException[]) => chain.map(([, message]) => message).join(' ---> ');
const long = (chain: readonly ChainedException[]) =>
  chain.map((link) => link.join(': ')).join(' ---> ') +
  '\r\n   --- End of inner exception stack trace ---'.repeat(chain.length - 1);
