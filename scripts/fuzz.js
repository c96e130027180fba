#!/usr/bin/env node
/**
 * Sends the built service what no client should. Exit 1 for any failure, and when nothing was compared.
 *
 *   npm run fuzz                          10,000 requests, half of them with each set of settings
 *   npm run fuzz -- --seconds 600         until then, at most
 *   npm run fuzz -- --requests 100000     so many requests
 *   npm run fuzz -- --seed 7              those of another run again; without it a new seed
 *   npm run fuzz -- --as strict           one of usual, strict
 *   npm run fuzz -- --postgres            on a Postgres of its own
 *   npm run fuzz -- --as strict --seed 7 --path 12:0:3      one failure again, as it was printed
 */
const { parseArgs } = require('node:util');
const { fuzzService, SET_UPS } = require('./fuzz/against-service');
const { runScript, WrongUse } = require('./script');

const OPTIONS = /** @type {const} */ ({
  seconds: { type: 'string' },
  requests: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
  as: { type: 'string' },
  postgres: { type: 'boolean' },
  program: { type: 'string' },
});

/**
 * @typedef {object} Plan
 * @property {number} seed
 * @property {number} count of all requests
 * @property {number | undefined} seconds for all
 * @property {string | undefined} path
 * @property {boolean} postgres
 * @property {string | undefined} main another program than dist/main.js
 */

/** @returns {Promise<number>} failures */
async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const setUps = chosen('as', values.as, SET_UPS);
  /** @type {Plan} */
  const plan = {
    seed: wholeNumber('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31),
    count: wholeNumber('requests', values.requests) ?? (values.seconds === undefined ? 10_000 : 10_000_000),
    seconds: wholeNumber('seconds', values.seconds),
    path: values.path,
    postgres: values.postgres ?? false,
    main: values.program,
  };
  console.log(`seed ${plan.seed}`);
  if (plan.path !== undefined && (values.seed === undefined || setUps.length > 1))
    throw new WrongUse('--path goes with the --seed and the --as of the run that printed it.');
  const share = plan.seconds === undefined ? undefined : Math.ceil(plan.seconds / setUps.length);
  let failures = 0;
  for (const setUp of setUps) failures += await fuzzRequests(setUp, plan, setUps.length, share);
  console.log(failures === 0 ? '\nNothing was found.' : `\n${failures} failures.`);
  return failures;
}

/**
 * @param {import('./fuzz/against-service').SetUp} settings
 * @param {Plan} plan
 * @param {number} shares
 * @param {number | undefined} seconds
 * @returns {Promise<number>} failures
 */
async function fuzzRequests(settings, { count, ...plan }, shares, seconds) {
  const found = await fuzzService(settings, {
    ...plan,
    count: Math.ceil(count / shares),
    seconds,
  });
  console.log(
    `\nrequests, ${settings}: ${found.hostile} hostile, ${found.good} good ones between and behind them answered exactly`,
  );
  printCounts(found.counts);
  const heap = found.heap.map((mebibytes) => mebibytes.toFixed(1)).join(' ');
  console.log(`  heap, MiB: ${heap || 'not looked at'}; resident at the end: ${found.resident.toFixed(0)}`);
  return tellFailures(found.failures, found.hostile, `--as ${settings}${plan.postgres ? ' --postgres' : ''}`);
}

/** @param {ReadonlyMap<string, ReadonlyMap<string, number>>} counts */
function printCounts(counts) {
  for (const [kind, ends] of [...counts].sort())
    console.log(
      `  ${kind.padEnd(10)}${[...ends]
        .sort()
        .map(([end, count]) => ` ${end}: ${count}`)
        .join(' ')}`,
    );
}

/**
 * @param {readonly string[]} failures each with the seed and the path that repeat it
 * @param {number} compared
 * @param {string} which options of such a run
 * @returns {number}
 */
function tellFailures(failures, compared, which) {
  const all = compared === 0 && failures.length === 0 ? ['Nothing was compared.'] : failures;
  for (const failure of all) console.log(`FAILED ${failure}`);
  if (failures.length > 0)
    console.log(`Again: npm run fuzz -- ${which}, with the seed and the path of a failure`);
  return all.length;
}

/**
 * @template {string} Name
 * @param {string} option
 * @param {string | undefined} value
 * @param {readonly Name[]} all
 * @returns {readonly Name[]}
 */
function chosen(option, value, all) {
  if (value === undefined) return all;
  const found = all.find((one) => one === value);
  if (found !== undefined) return [found];
  throw new WrongUse(`--${option} must be one of ${all.join(', ')}, not ${JSON.stringify(value)}.`);
}

/**
 * @param {string} option
 * @param {string | undefined} value
 * @returns {number | undefined}
 */
function wholeNumber(option, value) {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new WrongUse(`--${option} must be a whole number, not ${JSON.stringify(value)}.`);
}

runScript(main);
