#!/usr/bin/env node
/**
 * Puts the built service under stress, and holds it to what docs/reliability.md promises. Ends with 1 for what was
 * found, and when nothing was asked.
 *
 *   node scripts/stress.js attack     hostile clients one after the other, and what a good client beside them gets
 *   node scripts/stress.js chaos      faults of databases while sixteen clients call by every binding
 *   node scripts/stress.js soak       all of it at once, for as long as is said
 */
const { parseArgs } = require('node:util');
const { runScript, WrongUse } = require('./script');
const attack = require('./stress/attack');
const chaos = require('./stress/chaos');
const soak = require('./stress/soak');

/**
 * @typedef {object} Scenario
 * @property {NonNullable<import('node:util').ParseArgsConfig['options']>} options its own
 * @property {(values: Values, onEnd: import('./script').OnEnd) => Promise<number>} run returns the number of findings
 *
 * @typedef {Record<string, string | undefined> & { readonly postgres?: boolean, readonly asmx?: boolean }} Values
 */

/** @type {Readonly<Record<string, Scenario>>} */
const SCENARIOS = { attack, chaos, soak };

/** @type {NonNullable<import('node:util').ParseArgsConfig['options']>} */
const OPTIONS = {
  // Another program than dist/main.js: that of a release, or in tests one with a fault.
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
