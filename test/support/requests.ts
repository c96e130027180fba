/** Requests as the tests send them; every builder's result is a whole HTTP/1.1 message. */
import { ENDPOINT, httpMessage, NAMESPACE, SOAP_NAMESPACES, soapHeaders } from './calls';

export { httpMessage, NAMESPACE };

const BINDING = { '1.1': 'soap11', '1.2': 'soap12' } as const;

export type Version = keyof typeof BINDING;

/** Writes an Envelope with `body` as the content of Body and `header`, elements and all, before it. */
export function envelope(version: Version, body: string, header = ''): string {
  return `<s:Envelope xmlns:s="${SOAP_NAMESPACES[BINDING[version]]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

export function wrapper(operation: string, parameters: string): string {
  return `<${operation} xmlns="${NAMESPACE}">${parameters}</${operation}>`;
}

/** Makes a SOAP call as the .NET clients send it. More headers replace or join the usual ones. */
export function soapMessage(
  version: Version,
  operation: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const usual = soapHeaders(BINDING[version], operation);
  return httpMessage(`POST ${ENDPOINT} HTTP/1.1`, { ...usual, ...headers }, body);
}
