/** This client is made by node-soap from the WSDL. It calls the ports EventsSoap and EventsSoap12. */
const soap = require('soap');
const { readPlan, report } = require('../plan.js');

const [endpoint, plan = ''] = process.argv.slice(2);

/** @type {readonly (readonly [binding: string, port: string])[]} */
const PORTS = [
  ['soap11', 'EventsSoap'],
  ['soap12', 'EventsSoap12'],
];

async function main() {
  for (const [binding, port] of PORTS) {
    // node-soap sets the version of SOAP for a client and not for a port, so each version has its own client.
    const client = await soap.createClientAsync(`${endpoint}?WSDL`, {
      forceSoap12Headers: binding === 'soap12',
      disableCache: true,
      preserveWhitespace: true,
    });
    /** @type {Methods} */
    const calls = client.Events[port];
    for (const { id, operation, parameters } of readPlan(plan)) {
      await report(binding, id, () => call(calls, operation, Object.fromEntries(parameters)));
    }
  }
}

/**
 * @typedef {Record<string, string>} Texts
 * @typedef {(parameters: Texts, done: (error: unknown, result: Texts) => void) => void} Method
 * @typedef {Readonly<Record<string, Method>>} Methods maps the names of operations to the methods of a port
 *
 * @param {Methods} calls
 * @param {string} operation
 * @param {Texts} parameters
 * @returns {Promise<import('../plan.js').Outcome>}
 */
async function call(calls, operation, parameters) {
  try {
    /** @type {Texts} */
    const answer = await new Promise((resolve, reject) =>
      calls[operation]?.(parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
    return { result: answer[`${operation}Result`] };
  } catch (error) {
    const fault = /** @type {Faulted} */ (error).root?.Envelope?.Body?.Fault;
    if (fault === undefined) throw error;
    return fault.Code === undefined
      ? { code: fault.faultcode, message: textOf(fault.faultstring) }
      : { code: fault.Code.Value, message: textOf(fault.Reason.Text) };
  }
}

/**
 * Describes the parts of node-soap's error that are used here.
 * @typedef {string | { $value: string }} Element
 * @typedef {{ faultcode: string, faultstring: Element, Code?: undefined }
 *   | { Code: { Value: string }, Reason: { Text: Element } }} Fault
 * @typedef {{ root?: { Envelope?: { Body?: { Fault?: Fault } } } }} Faulted
 */

/**
 * node-soap reads an element with attributes as an object, and any other as its text.
 * @param {Element} element
 */
function textOf(element) {
  return typeof element === 'object' ? element.$value : element;
}

void main();
