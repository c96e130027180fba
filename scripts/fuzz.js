#!/usr/bin/env node
/**
 * Sends the built service what no client should, and gives the importer what no calendar is. Exit 1 for any failure,
 * and when nothing was compared.
 *
 *   npm run fuzz                          10,000 requests in two set-ups, 2,000 files
 *   npm run fuzz -- --seconds 600         until then, at most
 *   npm run fuzz -- --requests 100000     so many requests, and a fifth as many files
 *   npm run fuzz -- --seed 7              those of another run again; without it a new seed
 *   npm run fuzz -- --only import         one of requests, import
 *   npm run fuzz -- --postgres            on a Postgres of its own
 *   npm run fuzz -- --only requests --as strict --seed 7 --path 12:0:3      one failure again, as it was printed
 */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { fuzzService, SET_UPS } = require('./fuzz/against-service');
const { playImports } = require('./fuzz/play-imports');
const { startWatchdog } = require('./fuzz/watchdog');
const { startPostgres } = require('./hardness/postgres');
const { WrongUse, tellsWrongUse } = require('./wrong-use');

const OPTIONS = /** @type {const} */ ({
  seconds: { type: 'string' },
  requests: { type: 'string' },
  seed: { type: 'string' },
  path: { type: 'string' },
  only: { type: 'string' },
  as: { type: 'string' },
  postgres: { type: 'boolean' },
});

/** @type {readonly ('requests' | 'import')[]} */
const PARTS = ['requests', 'import'];

/**
 * @typedef {object} Plan
 * @property {number} seed
 * @property {number} count of all requests
 * @property {number | undefined} seconds for all
 * @property {string | undefined} path
 * @property {boolean} postgres
 */

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const { only, as } = values;
  const parts = chosen('only', only, PARTS);
  const settings = chosen('as', as, SET_UPS);
  /** @type {Plan} */
  const plan = {
    seed: wholeNumber('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31),
    count: wholeNumber('requests', values.requests) ?? (values.seconds === undefined ? 10_000 : 10_000_000),
    seconds: wholeNumber('seconds', values.seconds),
    path: values.path,
    postgres: values.postgres ?? false,
  };
  console.log(`seed ${plan.seed}`);
  const setUps = parts.includes('requests') ? settings : [];
  const runs = setUps.length + (parts.includes('import') ? 1 : 0);
  if (plan.path !== undefined && (values.seed === undefined || runs > 1))
    throw new WrongUse('--path goes with the --seed, --only and --as of the run that printed it.');
  const share = plan.seconds === undefined ? undefined : Math.ceil(plan.seconds / runs);
  let failures = 0;
  for (const setUp of setUps) failures += await fuzzRequests(setUp, plan, setUps.length, share);
  if (parts.includes('import')) failures += await fuzzImporter(plan, share);
  console.log(failures === 0 ? '\nNothing was found.' : `\n${failures} failures.`);
  process.exitCode = failures === 0 ? 0 : 1;
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
  return tellFailures(
    found.failures,
    found.hostile,
    `--only requests --as ${settings}${plan.postgres ? ' --postgres' : ''}`,
  );
}

/**
 * @param {Plan} plan
 * @param {number | undefined} seconds
 * @returns {Promise<number>} failures
 */
async function fuzzImporter({ count, ...plan }, seconds) {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-fuzz-'));
  const postgres = plan.postgres ? await startPostgres() : undefined;
  const watchdog = startWatchdog();
  try {
    const { database, importer } = await openStore(postgres?.url, folder);
    try {
      const played = await playImports({
        ...{ importer, database, seed: plan.seed, count: Math.ceil(count / 5), path: plan.path, seconds },
        progress: (played) => watchdog.tell(`file ${played} of the seed ${plan.seed}`),
      });
      console.log(`\nimport: ${played.files} files`);
      printCounts(played.counts);
      const { failure } = played;
      const failures =
        failure === undefined
          ? []
          : [
              `${failure.complaint}\n  of ${JSON.stringify(failure.bytes)}\n  again: --seed ${plan.seed} --path ${failure.path}`,
            ];
      return tellFailures(failures, played.files, `--only import${plan.postgres ? ' --postgres' : ''}`);
    } finally {
      await database.close();
    }
  } finally {
    await watchdog.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The importer of the built program, over a store of its own.
 * @param {string | undefined} url
 * @param {string} folder
 */
async function openStore(url, folder) {
  const built = (/** @type {string} */ name) => require(path.join(__dirname, '../dist', name));
  /** @type {typeof import('../src/config')} */
  const { loadConfig } = built('config');
  /** @type {typeof import('../src/store/open')} */
  const { openWriter } = built('store/open');
  /** @type {typeof import('../src/store/migrations')} */
  const { migrate } = built('store/migrations');
  const config = loadConfig(
    url === undefined ? { DATA_DIR: path.join(folder, 'data') } : { DATABASE_URL: url },
  );
  const database = await openWriter(config, () => {});
  await migrate(database);
  /** @type {import('./fuzz/play-imports').Importer} */
  const importer = {
    ...built('transfer/import'),
    ...built('transfer/read/files'),
    ...built('transfer/import-options'),
    ...built('transfer/errors'),
  };
  return { database, importer };
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

main().catch((error) => {
  if (tellsWrongUse(error)) return;
  console.error(error.message);
  process.exitCode = 1;
});
