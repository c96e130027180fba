/** Writes calls of each binding as .NET's clients do, for tests, stress and benches. */
const ENDPOINT = '/WebServices/Events.asmx';
const NAMESPACE = 'http://tempuri.org/';
const SOAP_NAMESPACES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

/**
 * @typedef {'soap11' | 'soap12' | 'httpget' | 'httppost'} Binding
 * @typedef {Readonly<Record<string, string | number | boolean>>} Parameters in any order; XML is not escaped in them
 * @typedef {{ readonly path: string, readonly headers: Readonly<Record<string, string>>, readonly body?: string }} Request
 *   a POST if it has a body, else a GET
 */

/** @type {readonly Binding[]} */
const BINDINGS = ['soap11', 'soap12', 'httpget', 'httppost'];

/**
 * @param {Binding} binding
 * @param {string} operation
 * @param {Parameters} parameters
 * @param {string} [prefix] the envelope's
 * @returns {Request}
 */
function callBy(binding, operation, parameters, prefix = 'soap') {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) pairs.set(name, String(value));
  const action = `"${NAMESPACE}${operation}"`;
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
      return {
        path: ENDPOINT,
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action },
        body: envelope(prefix, SOAP_NAMESPACES.soap11, operation, parameters),
      };
    case 'soap12':
      return {
        path: ENDPOINT,
        headers: { 'Content-Type': `application/soap+xml; charset=utf-8; action=${action}` },
        body: envelope(prefix, SOAP_NAMESPACES.soap12, operation, parameters),
      };
  }
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

module.exports = { BINDINGS, callBy, ENDPOINT };
