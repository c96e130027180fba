/** The twelve cells: three operations by four bindings, as requests that any HTTP client could send. */
const http = require('node:http');
const https = require('node:https');

const ENDPOINT = '/WebServices/Events.asmx';
const NAMESPACE = 'http://tempuri.org/';

/**
 * @typedef {Readonly<Record<string, string>>} Texts
 * @typedef {{ method: string, path: string, headers: Texts, body: string }} Request
 * @typedef {{ operation: string, binding: string, name: string, request: Request }} Cell
 * @typedef {{ status: number, body: string }} Answer
 * @typedef {import('node:https').RequestOptions & { headers?: Texts }} Options of node:http or node:https: an agent, a CA
 */

/**
 * One call of each operation, the arguments as text.
 * @type {Readonly<Record<string, Texts>>}
 */
const CALLS = {
  SelectEventsRanged: { from: '1767225600000', to: '1769904000000' },
  SelectEvent: { intEventID: '1', bolAsJSON: 'true' },
  SelectEvents: { month: '1', year: '2026' },
};

/** @type {Readonly<Record<string, (operation: string, args: Texts) => Request>>} */
const BINDINGS = {
  soap11: (operation, args) => ({
    method: 'POST',
    path: ENDPOINT,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NAMESPACE}${operation}"` },
    body: envelope('http://schemas.xmlsoap.org/soap/envelope/', operation, args),
  }),
  soap12: (operation, args) => ({
    method: 'POST',
    path: ENDPOINT,
    headers: { 'Content-Type': `application/soap+xml; charset=utf-8; action="${NAMESPACE}${operation}"` },
    body: envelope('http://www.w3.org/2003/05/soap-envelope', operation, args),
  }),
  httpget: (operation, args) => ({
    method: 'GET',
    path: `${ENDPOINT}/${operation}?${new URLSearchParams(args)}`,
    headers: {},
    body: '',
  }),
  httppost: (operation, args) => ({
    method: 'POST',
    path: `${ENDPOINT}/${operation}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(args)),
  }),
};

/** @type {readonly Cell[]} */
const CELLS = Object.entries(CALLS).flatMap(([operation, args]) =>
  Object.entries(BINDINGS).map(([binding, request]) => ({
    operation,
    binding,
    name: `${operation} ${binding}`,
    request: request(operation, args),
  })),
);

/**
 * @param {string} namespace
 * @param {string} operation
 * @param {Texts} args
 */
function envelope(namespace, operation, args) {
  const parts = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${namespace}"><s:Body><${operation} xmlns="${NAMESPACE}">${parts.join('')}</${operation}></s:Body></s:Envelope>`;
}

/**
 * Sends one request and reads the whole answer.
 * @param {string} base such as http://127.0.0.1:8080
 * @param {Request} request
 * @param {Options} options
 * @returns {Promise<Answer>}
 */
function send(base, { method, path, headers, body }, options = {}) {
  const { request } = base.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(`${base}${path}`, {
      timeout: 15_000,
      ...options,
      method,
      headers: { ...headers, ...length, ...options.headers },
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer within 15 s')));
    sent.on('error', reject);
    sent.on('response', (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.end(body);
  });
}

/**
 * The result string in an answer of any binding.
 * @param {Answer} answer
 */
function resultOf({ body }) {
  const [, text] = /<(?:string|\w+Result)(?:\s[^>]*)?>([^<]*)</.exec(body) ?? [];
  return text?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

module.exports = { CELLS, ENDPOINT, resultOf, send };
