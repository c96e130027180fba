/** Reads the plan of a JavaScript client, and writes a line for each of its calls. */
const { readFileSync } = require('node:fs');

/**
 * Maps the operations to the names of their two parameters.
 * @type {Readonly<Record<string, readonly [string, string]>>}
 */
const OPERATIONS = {
  SelectEventsRanged: ['from', 'to'],
  SelectEvent: ['intEventID', 'bolAsJSON'],
  SelectEvents: ['month', 'year'],
};

/**
 * @typedef {{ readonly id: string, readonly operation: string, readonly parameters: readonly [string, string][] }} Call
 *
 * @param {string} file
 * @returns {Call[]}
 */
function readPlan(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [id = '', operation = '', ...values] = line.split('\t');
    const names = OPERATIONS[operation];
    if (names === undefined) throw new Error(`${file}: there is no operation ${operation}`);
    return { id, operation, parameters: names.map((name, index) => [name, values[index] ?? '']) };
  });
}

/**
 * Makes a call and prints its line. `call` resolves to `{ result }`, or to the `{ code, message }` of a fault.
 * @typedef {{ readonly result: unknown } | { readonly code: unknown, readonly message: unknown }} Outcome
 *
 * @param {string} binding
 * @param {string} id
 * @param {() => Promise<Outcome>} call
 */
async function report(binding, id, call) {
  const said = await call().catch((error) => ({ error: String(error.message) }));
  const fields =
    'error' in said
      ? ['error', said.error]
      : 'result' in said
        ? ['result', said.result]
        : ['fault', said.code, said.message];
  console.log([binding, id, ...fields].map(escaped).join('\t'));
}

/** @type {Readonly<Record<string, string>>} */
const ESCAPES = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** @param {unknown} text */
function escaped(text) {
  return String(text).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

module.exports = { readPlan, report };
