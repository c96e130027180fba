/** This client calls all four bindings with fetch, and takes the result out of the XML with a parser. */
const { SaxesParser } = require('saxes');
const { readPlan, report } = require('../plan.js');

/** @typedef {import('../plan.js').Outcome} Outcome */

const [endpoint = '', plan = ''] = process.argv.slice(2);

const ENVELOPES = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

async function main() {
  const wsdl = await (await fetch(`${endpoint}?WSDL`)).text();
  const namespace = /targetNamespace="([^"]*)"/.exec(wsdl)?.[1] ?? '';
  for (const { id, operation, parameters } of readPlan(plan)) {
    const form = new URLSearchParams(Object.fromEntries(parameters));
    await report('httpget', id, () => http(fetch(`${endpoint}/${operation}?${form}`)));
    await report('httppost', id, () =>
      http(fetch(`${endpoint}/${operation}`, { method: 'POST', body: form })),
    );
    for (const binding of /** @type {const} */ (['soap11', 'soap12']))
      await report(binding, id, () => soap(binding, namespace, operation, parameters));
  }
}

/**
 * @param {Promise<Response>} answer
 * @returns {Promise<Outcome>}
 */
async function http(answer) {
  const response = await answer;
  const body = await response.text();
  if (response.status !== 200) return { code: String(response.status), message: body };
  return { result: elements(body).get('string') };
}

/**
 * @param {keyof typeof ENVELOPES} binding
 * @param {string} namespace
 * @param {string} operation
 * @param {import('../plan.js').Call['parameters']} parameters
 * @returns {Promise<Outcome>}
 */
async function soap(binding, namespace, operation, parameters) {
  const action = `"${namespace.replace(/\/$/, '')}/${operation}"`;
  /** @type {Record<string, string>} */
  const headers =
    binding === 'soap11'
      ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action }
      : { 'Content-Type': `application/soap+xml; charset=utf-8; action=${action}` };
  const inner = parameters.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
  const body =
    `<soap:Envelope xmlns:soap="${ENVELOPES[binding]}"><soap:Body>` +
    `<${operation} xmlns="${namespace}">${inner}</${operation}></soap:Body></soap:Envelope>`;
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  const found = elements(await response.text());
  if (response.status === 200) return { result: found.get(`${operation}Result`) };
  return binding === 'soap11'
    ? { code: found.get('faultcode'), message: found.get('faultstring') }
    : { code: found.get('Value'), message: found.get('Text') };
}

/**
 * Returns the text of each element by its local name. In an answer no two elements with a text have the same name.
 * @param {string} xml
 */
function elements(xml) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {string[]} */
  const open = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local }) => {
    open.push(local);
    found.set(local, '');
  });
  parser.on('text', (text) => {
    const name = open.at(-1);
    if (name !== undefined) found.set(name, found.get(name) + text);
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

void main();
