/** Requests as the tests send them; every builder's result is a whole HTTP/1.1 message. */
export const NAMESPACE = 'http://tempuri.org/';

const ENVELOPE = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;

export type Version = keyof typeof ENVELOPE;

/** Writes an Envelope with `body` as the content of Body and `header`, elements and all, before it. */
export function envelope(version: Version, body: string, header = ''): string {
  return `<s:Envelope xmlns:s="${ENVELOPE[version]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** Writes the wrapper element of an operation around `parameters`. */
export function wrapper(operation: string, parameters: string): string {
  return `<${operation} xmlns="${NAMESPACE}">${parameters}</${operation}>`;
}

export function httpMessage(
  requestLine: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: 'localhost', 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${requestLine}\r\n${lines.join('')}\r\n`), bytes]);
}

/** Makes a SOAP call as the .NET clients send it. More headers replace or join the usual ones. */
export function soapMessage(
  version: Version,
  operation: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const action = `"${NAMESPACE}${operation}"`;
  const usual =
    version === '1.1'
      ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action }
      : { 'Content-Type': `application/soap+xml; charset=utf-8; action=${action}` };
  return httpMessage('POST /WebServices/Events.asmx HTTP/1.1', { ...usual, ...headers }, body);
}
