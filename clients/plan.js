/** What every JavaScript client here shares: the plan that it is given and the lines that it answers. */
const { readFileSync } = require('node:fs');

/** The operations and the names of their two parameters. */
const OPERATIONS = {
  SelectEventsRanged: ['from', 'to'],
  SelectEvent: ['intEventID', 'bolAsJSON'],
  SelectEvents: ['month', 'year'],
};

function readPlan(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [id, operation, ...values] = line.split('\t');
    return { id, operation, values };
  });
}

/** Carries a call out and prints its line. `call` answers `{ result }` or a fault's `{ code, message }`. */
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

const ESCAPES = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text) {
  return String(text).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]);
}

module.exports = { OPERATIONS, readPlan, report };
