const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { BINDINGS } = require('../test/support/calls');
const { serve } = require('../test/support/service');
const { runScript } = require('../test/support/script');
const { eventsOf } = require('./stress/data');
const { judge } = require('./test-clients/judge.js');
const { findPrograms, install, isInstalled, runClient } = require('./test-clients/toolchains.js');

const HELP = `Runs every client of clients/ against the built service and prints a table of client and binding. The exit
status is 1 if a client failed or no client was tried. docs/clients.md says how to add a client.

  npm run test:clients [-- options]

  --install        installs missing toolchains from Debian's archive (as root, on Debian or Ubuntu)
  --only php,curl  runs only these clients
`;

const CLIENTS = path.join(__dirname, '../clients');
/** A list of these events exceeds 64 KB, which is the default limit of many toolkits. */
const MANY = eventsOf({ year: 2031, month: 5, count: 400, length: 160 });

/**
 * @typedef {import('./test-clients/toolchains.js').Client} Client
 * @typedef {import('./test-clients/judge.js').Case & { operation: string, arguments: string[] }} PlannedCase
 */

/**
 * @param {import('../test/support/script').OnEnd} onEnd
 * @returns {Promise<number>} number of wrong cells
 */
async function main(onEnd) {
  const { values } = parseArgs({ options: { install: { type: 'boolean' }, only: { type: 'string' } } });
  /** @type {Client[]} */
  const clients = findPrograms('client', CLIENTS, values.only?.split(','));
  if (values.install) install(clients.filter((client) => !isInstalled(client)));

  const folder = mkdtempSync(path.join(tmpdir(), 'events-query-clients-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  /** @type {readonly PlannedCase[]} */
  const cases = require(path.join(CLIENTS, 'cases.json'));
  const plan = path.join(folder, 'plan.tsv');
  writeFileSync(plan, cases.map((c) => `${[c.id, c.operation, ...c.arguments].join('\t')}\n`).join(''));

  const many = path.join(folder, 'many.json');
  writeFileSync(many, JSON.stringify(MANY));
  const events = path.join(CLIENTS, 'events');
  const { port, stop } = await serve({ DATA_DIR: path.join(folder, 'data'), SEED: `${events},${many}` });
  onEnd(stop);
  const endpoint = `http://127.0.0.1:${port}/WebServices/Events.asmx`;
  return runAll(clients, { cases, plan, folder, endpoint });
}

/**
 * @param {readonly Client[]} clients
 * @param {{ cases: readonly PlannedCase[], plan: string, folder: string, endpoint: string }} what
 */
async function runAll(clients, { cases, plan, folder, endpoint }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  row('client', [...BINDINGS], 'toolchain');
  for (const client of clients) {
    if (!isInstalled(client)) {
      total.skipped++;
      row(client.name, [], `SKIPPED: not installed (Debian: ${client.packages.join(' ') || 'no package'})`);
      continue;
    }
    const work = path.join(folder, client.name);
    mkdirSync(work);
    const output = await runClient(client, { endpoint, plan, work });
    const { cells, complaints } = judge(client, output, cases);
    for (const { wrong } of cells.values()) total[wrong === 0 ? 'passed' : 'failed']++;
    row(
      client.name,
      BINDINGS.map((binding) => shown(cells.get(binding))),
      client.toolchain,
    );
    for (const complaint of complaints) console.log(`    ${complaint}`);
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.passed === 0 ? 1 : total.failed;
}

/**
 * Shows `14 ok` or `13/14 FAILED`, or a dash if the toolchain does not support the binding.
 * @param {{ right: number, wrong: number } | undefined} cell
 */
function shown(cell) {
  if (cell === undefined) return '-';
  const { right, wrong } = cell;
  return wrong === 0 ? `${right} ok` : `${right}/${right + wrong} FAILED`;
}

/**
 * @param {string} name
 * @param {readonly string[]} cells
 * @param {string} last
 */
function row(name, cells, last) {
  const columns = [name.padEnd(14), ...BINDINGS.map((_, index) => (cells[index] ?? '').padEnd(13)), last];
  console.log(columns.join(' ').trimEnd());
}

runScript(HELP, main);
