// @ts-check
/** Builds the HTTP request for each binding. The samples in contract 8.2 have the same form. */

/**
 * @typedef {'HTTP GET' | 'HTTP POST' | 'SOAP 1.1' | 'SOAP 1.2'} Binding
 * @typedef {object} Call
 * @property {string} operation
 * @property {string} namespace
 * @property {string} service path of the service
 * @property {[name: string, value: string][]} values
 * @typedef {object} Message
 * @property {'GET' | 'POST'} method
 * @property {string} path with the query
 * @property {Record<string, string>} headers
 * @property {string} [body]
 */

/**
 * @param {Binding} binding
 * @param {Call} call
 * @returns {Message}
 */
export function buildRequest(binding, call) {
  const { operation, namespace, service, values } = call;
  const pairs = new URLSearchParams(values).toString();
  switch (binding) {
    case 'HTTP GET':
      return { method: 'GET', path: `${service}/${operation}?${pairs}`, headers: {} };
    case 'HTTP POST':
      return {
        method: 'POST',
        path: `${service}/${operation}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: pairs,
      };
    case 'SOAP 1.1':
      return {
        method: 'POST',
        path: service,
        headers: {
          'Content-Type': 'text/xml; charset=utf-8',
          SOAPAction: `"${namespace}${namespace.endsWith('/') ? '' : '/'}${operation}"`,
        },
        body: envelope('soap', 'http://schemas.xmlsoap.org/soap/envelope/', call),
      };
    case 'SOAP 1.2':
      return {
        method: 'POST',
        path: service,
        headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
        body: envelope('soap12', 'http://www.w3.org/2003/05/soap-envelope', call),
      };
  }
}

/**
 * Returns the text of the request without the headers that every browser adds.
 * @param {Message} message
 * @param {string} host
 */
export function wireText({ method, path, headers, body }, host) {
  const length = body === undefined ? [] : [`Content-Length: ${new TextEncoder().encode(body).length}`];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...length,
  ];
  return `${lines.join('\n')}\n${body === undefined ? '' : `\n${body}`}`;
}

/**
 * @param {string} prefix
 * @param {string} uri
 * @param {Call} call
 */
function envelope(prefix, uri, { operation, namespace, values }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<${prefix}:Envelope xmlns:${prefix}="${uri}">
  <${prefix}:Body>
    <${operation} xmlns="${escapeXml(namespace)}">
${values.map(([name, value]) => `      <${name}>${escapeXml(value)}</${name}>\n`).join('')}    </${operation}>
  </${prefix}:Body>
</${prefix}:Envelope>`;
}

/**
 * Adapts a value to an example call: without a plus sign, and for Python with capitalised booleans.
 * @param {string} value
 * @param {string | null} language
 */
export function inLanguage(value, language) {
  const plain = value.replace(/^\+/, '');
  if (language !== 'python') return plain;
  return plain === 'true' || plain === 'false' ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
}

/**
 * Escapes text for elements and for double-quoted attributes.
 * @param {string} text
 */
export function escapeXml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
