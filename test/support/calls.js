/** Writes calls of each binding as .NET's clients do. Tests, stress scenarios and the bench use this module. */
const ENDPOINT = '/WebServices/Events.asmx';
const NAMESPACE = 'http://tempuri.org/';
const SOAP_NAMESPACES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

/**
 * @typedef {'soap11' | 'soap12' | 'httpget' | 'httppost'} Binding
 * @typedef {Readonly<Record<string, string | number | boolean>>} Parameters in any order; XML in them is not escaped
 * @typedef {{ readonly path: string, readonly headers: Readonly<Record<string, string>>, readonly body?: string }} Request
 *   a POST if it has a body, else a GET
 */

/** @type {readonly Binding[]} */
const BINDINGS = ['soap11', 'soap12', 'httpget', 'httppost'];

/**
 * @param {Binding} binding
 * @param {string} operation
 * @param {Parameters} parameters
 * @param {string} [prefix] the namespace prefix of the envelope
 * @returns {Request}
 */
function callBy(binding, operation, parameters, prefix = 'soap') {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) pairs.set(name, String(value));
  const path = `${ENDPOINT}/${operation}`;
  switch (binding) {
    case 'httpget':
      return { path: `${path}?${pairs}`, headers: {} };
    case 'httppost':
      return {
        path,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: pairs.toString(),
      };
    case 'soap11':
    case 'soap12':
      return {
        path: ENDPOINT,
        headers: soapHeaders(binding, operation),
        body: envelope(prefix, SOAP_NAMESPACES[binding], operation, parameters),
      };
  }
}

/**
 * Writes a whole HTTP/1.1 message. `headers` replace the usual headers of the same names, or are added.
 * @param {string} requestLine
 * @param {Readonly<Record<string, string>>} [headers]
 * @param {string | Buffer} [body]
 */
function httpMessage(requestLine, headers = {}, body = '') {
  const bytes = Buffer.from(body);
  const isBare = bytes.length === 0 && requestLine.startsWith('GET ');
  const length = isBare ? {} : { 'Content-Length': String(bytes.length) };
  const lines = Object.entries({ Host: 'localhost', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(`${requestLine}\r\n${lines.join('')}\r\n`), bytes]);
}

/**
 * @param {Request} request
 * @param {Readonly<Record<string, string>>} [more] headers
 */
function messageOf({ path, headers, body }, more) {
  const method = body === undefined ? 'GET' : 'POST';
  return httpMessage(`${method} ${path} HTTP/1.1`, { ...headers, ...more }, body);
}

/**
 * @param {'soap11' | 'soap12'} binding
 * @param {string} operation
 * @returns {Readonly<Record<string, string>>}
 */
function soapHeaders(binding, operation) {
  const action = `"${NAMESPACE}${operation}"`;
  return binding === 'soap11'
    ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action }
    : { 'Content-Type': `application/soap+xml; charset=utf-8; action=${action}` };
}

/**
 * Writes an envelope like .NET's SoapHttpClientProtocol.
 * @param {string} prefix
 * @param {string} namespace
 * @param {string} operation
 * @param {Parameters} parameters
 */
function envelope(prefix, namespace, operation, parameters) {
  const elements = Object.entries(parameters).map(([name, value]) => `<${name}>${value}</${name}>`);
  return (
    `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="${namespace}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<${prefix}:Body><${operation} xmlns="${NAMESPACE}">${elements.join('')}</${operation}></${prefix}:Body></${prefix}:Envelope>`
  );
}

module.exports = {
  ...{ BINDINGS, callBy, ENDPOINT, httpMessage, messageOf, NAMESPACE, SOAP_NAMESPACES, soapHeaders },
};
