// @ts-check
/** Builds the HTTP request of the form. The page describes each binding in the data of its radio button. */

/**
 * @typedef {object} Message
 * @property {'GET' | 'POST'} method
 * @property {string} path with the query
 * @property {Record<string, string>} headers
 * @property {string} [body]
 */

/**
 * @param {Partial<Record<'method' | 'headers' | 'envelope', string>>} binding for SOAP it has `headers` as JSON, and
 * the `envelope` without parameters
 * @param {string} path path of the operation
 * @param {[name: string, value: string][]} values
 * @returns {Message}
 */
export function buildRequest({ method, headers = '', envelope }, path, values) {
  const pairs = new URLSearchParams(values).toString();
  if (method === 'GET') return { method, path: `${path}?${pairs}`, headers: {} };
  if (envelope === undefined) {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', path, headers: form, body: pairs };
  }
  const elements = values.map(([name, value]) => `      <${name}>${escapeXml(value)}</${name}>\n`).join('');
  return {
    method: 'POST',
    path: path.slice(0, path.lastIndexOf('/')),
    headers: JSON.parse(headers),
    // The first end tag belongs to the operation's element.
    body: envelope.replace(/ *<\//, (endTag) => elements + endTag),
  };
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
 * Adapts a value to an example call: it drops a plus sign and leading zeros, which Python refuses, and capitalises
 * booleans for Python.
 * @param {string} value
 * @param {string | null} language
 */
export function inLanguage(value, language) {
  const plain = value.replace(/^(?:\+|(-))?0*(?=\d)/, '$1');
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
