import type { Call } from './question';

export type Binding = 'get' | 'post' | 'soap11' | 'soap12';

const PATH = '/WebServices/Events.asmx';
const NAMESPACE = 'http://tempuri.org/';
const SOAP_NAMESPACES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

/**
 * Writes a whole HTTP request; without a call it is for the WSDL.
 * @param prefix the envelope's, which .NET's clients write as `soap`
 */
export function requestOf(binding: Binding, call: Call | undefined, prefix = 'soap'): string {
  if (call === undefined) return message('GET', `${PATH}?WSDL`, []);
  const { operation, parameters } = call;
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  switch (binding) {
    case 'get':
      return message('GET', `${PATH}/${operation}?${pairs.join('&')}`, []);
    case 'post':
      return message(
        'POST',
        `${PATH}/${operation}`,
        ['Content-Type: application/x-www-form-urlencoded'],
        pairs.join('&'),
      );
    case 'soap11':
      return message(
        'POST',
        PATH,
        ['Content-Type: text/xml; charset=utf-8', `SOAPAction: "${NAMESPACE}${operation}"`],
        envelope(prefix, SOAP_NAMESPACES.soap11, call),
      );
    case 'soap12':
      return message(
        'POST',
        PATH,
        [`Content-Type: application/soap+xml; charset=utf-8; action="${NAMESPACE}${operation}"`],
        envelope(prefix, SOAP_NAMESPACES.soap12, call),
      );
  }
}

function message(method: string, target: string, headers: readonly string[], body = ''): string {
  const length = method === 'GET' ? [] : [`Content-Length: ${body.length}`];
  const head = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Writes an envelope like .NET's SoapHttpClientProtocol. */
function envelope(prefix: string, namespace: string, { operation, parameters }: Call): string {
  const elements = Object.entries(parameters).map(([name, value]) => `<${name}>${value}</${name}>`);
  return (
    `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespace}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<${prefix}:Body><${operation} xmlns="${NAMESPACE}">${elements.join('')}</${operation}></${prefix}:Body></${prefix}:Envelope>`
  );
}
