#!/usr/bin/env node
/**
 * Puts the built service under stress, and checks the promises of docs/reliability.md. Exits with 1 if one was broken or
 * nothing was checked.
 *
 *   node scripts/stress.js attack     hostile clients, and their effect on a good client
 *   node scripts/stress.js chaos      faults of the database during calls by every binding
 *   node scripts/stress.js soak       all of it at once, for a given time
 */
const { parseArgs } = require('node:util');
const { runScript, WrongUse } = require('../test/support/script');
const attack = require('./stress/attack');
const chaos = require('./stress/chaos');
const soak = require('./stress/soak');

/**
 * @typedef {object} Scenario
 * @property {NonNullable<import('node:util').ParseArgsConfig['options']>} options its own
 * @property {(values: Values, onEnd: import('../test/support/script').OnEnd) => Promise<number>} run returns the number of findings
 *
 * @typedef {Record<string, string | undefined> & { readonly postgres?: boolean, readonly asmx?: boolean }} Values
 */

/** @type {Readonly<Record<string, Scenario>>} */
const SCENARIOS = { attack, chaos, soak };

/** @type {NonNullable<import('node:util').ParseArgsConfig['options']>} */
const OPTIONS = {
  // Another program than dist/main.js, such as a release, or a faulty one in tests.
  program: { type: 'string' },
};

runScript(async (onEnd) => {
  const [name = '', ...args] = process.argv.slice(2);
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (scenario === undefined)
    throw new WrongUse(
      `There is no scenario ${JSON.stringify(name)}: choose from ${Object.keys(SCENARIOS).join(', ')}.`,
    );
  const { values } = parseArgs({ args, options: { ...OPTIONS, ...scenario.options } });
  return scenario.run(/** @type {Values} */ (values), onEnd);
});
