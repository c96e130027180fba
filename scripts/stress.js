#!/usr/bin/env node
const { parseArgs } = require('node:util');
const { oneOf, runScript } = require('../test/support/script');
const attack = require('./stress/attack');
const chaos = require('./stress/chaos');
const fuzz = require('./stress/fuzz');
const soak = require('./stress/soak');

/**
 * @typedef {object} Scenario
 * @property {NonNullable<import('node:util').ParseArgsConfig['options']>} options the scenario's own options
 * @property {(values: Values, onEnd: import('../test/support/script').OnEnd) => Promise<number>} run returns the number of findings
 *
 * @typedef {Record<string, string | undefined> & { readonly postgres?: boolean, readonly asmx?: boolean }} Values
 */

/** @satisfies {Readonly<Record<string, Scenario>>} */
const SCENARIOS = { attack, chaos, fuzz, soak };
const NAMES = /** @type {(keyof typeof SCENARIOS)[]} */ (Object.keys(SCENARIOS));

/** @type {NonNullable<import('node:util').ParseArgsConfig['options']>} */
const OPTIONS = {
  // This may be another program than dist/main.js, such as a release, or a faulty one in tests.
  program: { type: 'string' },
};

const HELP = `Puts the built service under stress, and checks the promises of docs/reliability.md. The exit
status is 1 if a promise was broken or nothing was checked.

  npm run attack [-- options]    hostile clients: what they do to memory, and how slow or wrong a small client's answers are
    --postgres                   uses a new Postgres server instead of the embedded store
    --asmx                       lets bodies be as long as ASMX does
    --only TEXT                  runs only the attacks whose name contains TEXT

  npm run chaos [-- options]     faults of the database and the network, while sixteen clients call by every binding
    --only TEXT                  makes only the faults whose name contains TEXT

  npm run fuzz [-- options]      hostile requests, half of them with each configuration
    --requests N, --seconds N    how many requests are sent, or for how long (10,000 requests)
    --seed N                     sends the same requests as an earlier run with this seed
    --as NAME                    uses only one configuration: usual or strict
    --path P                     repeats one failure; give the --seed and the --as that were printed with this path
    --postgres                   uses a new Postgres server instead of the embedded store

  npm run soak [-- options]      all kinds of calls at once, while memory must not grow
    --minutes N                  how long it takes (10)
    --postgres                   uses a new Postgres server, with faults and an event that changes all the time
    --seed N                     makes the same choices as an earlier run with this seed

  --program FILE                 for each of these: runs another built program than dist/main.js
`;

runScript(HELP, async (onEnd) => {
  const [name = '', ...args] = process.argv.slice(2);
  const scenario = SCENARIOS[oneOf('scenario', name, NAMES)];
  const { values } = parseArgs({ args, options: { ...OPTIONS, ...scenario.options } });
  return scenario.run(/** @type {Values} */ (values), onEnd);
});
