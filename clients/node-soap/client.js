/** node-soap's own client, made from the WSDL alone: the ports EventsSoap and EventsSoap12. */
const soap = require('soap');
const { OPERATIONS, readPlan, report } = require('../plan.js');

const [endpoint, plan] = process.argv.slice(2);

async function main() {
  for (const [binding, port] of [
    ['soap11', 'EventsSoap'],
    ['soap12', 'EventsSoap12'],
  ]) {
    // One client for each version of SOAP: it is a client's setting, not a port's.
    const client = await soap.createClientAsync(`${endpoint}?WSDL`, {
      forceSoap12Headers: binding === 'soap12',
      disableCache: true,
      preserveWhitespace: true,
    });
    const calls = client.Events[port];
    for (const { id, operation, values } of readPlan(plan)) {
      const [first, second] = OPERATIONS[operation];
      await report(binding, id, () => call(calls, operation, { [first]: values[0], [second]: values[1] }));
    }
  }
}

async function call(calls, operation, parameters) {
  try {
    const answer = await new Promise((resolve, reject) =>
      calls[operation](parameters, (error, result) => (error ? reject(error) : resolve(result))),
    );
    return { result: answer[`${operation}Result`] };
  } catch (error) {
    const fault = error.root?.Envelope?.Body?.Fault;
    if (fault === undefined) throw error;
    return fault.Code === undefined
      ? { code: fault.faultcode, message: textOf(fault.faultstring) }
      : { code: fault.Code.Value, message: textOf(fault.Reason.Text) };
  }
}

/** An element with attributes is an object, one without is its text. */
function textOf(element) {
  return typeof element === 'object' ? element.$value : element;
}

main();
