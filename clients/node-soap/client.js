/** node-soap's own client, made from the WSDL alone: the ports EventsSoap and EventsSoap12. */
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
    // One client for each version of SOAP: it is a client's setting, not a port's.
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
 * @typedef {Readonly<Record<string, Method>>} Methods a port's, by the names of their operations
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
 * node-soap's error of a fault, as far as it is read here.
 *
 * @typedef {string | { $value: string }} Element
 * @typedef {{ faultcode: string, faultstring: Element, Code?: undefined }
 *   | { Code: { Value: string }, Reason: { Text: Element } }} Fault
 * @typedef {{ root?: { Envelope?: { Body?: { Fault?: Fault } } } }} Faulted
 */

/**
 * An element with attributes is an object, one without is its text.
 * @param {Element} element
 */
function textOf(element) {
  return typeof element === 'object' ? element.$value : element;
}

void main();
