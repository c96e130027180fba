/** Builds requests. The result of every builder is a whole HTTP/1.1 message. */
import { ENDPOINT, httpMessage, NAMESPACE, SOAP_NAMESPACES, soapHeaders } from './calls';

export { httpMessage, NAMESPACE };

const BINDING = { '1.1': 'soap11', '1.2': 'soap12' } as const;

export type Version = keyof typeof BINDING;

/** Writes an Envelope. `body` is the content of Body, and `header` is markup before Body. */
export function envelope(version: Version, body: string, header = ''): string {
  return `<s:Envelope xmlns:s="${SOAP_NAMESPACES[BINDING[version]]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

export function wrapper(operation: string, parameters: string): string {
  return `<${operation} xmlns="${NAMESPACE}">${parameters}</${operation}>`;
}

/**
 * Makes a SOAP call as .NET's clients send it. The headers in `more` replace the usual headers of the same names, or
 * are added.
 */
export function soapMessage(
  version: Version,
  operation: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const usual = soapHeaders(BINDING[version], operation);
  return httpMessage(`POST ${ENDPOINT} HTTP/1.1`, { ...usual, ...headers }, body);
}
