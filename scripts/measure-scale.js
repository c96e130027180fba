#!/usr/bin/env node
/**
 * Measures what docs/scale.md says: calls a second and the processor time that a call costs each server, on this
 * machine, in one run. On a machine whose processors are all busy, more replicas answer no more calls.
 *
 *   docker compose build events && node scripts/measure-scale.js
 */
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { CELLS } = require('./test-compose/cells');
const { importFile } = require('./test-compose/import');
const { startLoad } = require('./test-compose/load');
const { Stack } = require('./test-compose/stack');

const SECONDS = 6;
const MONTH = CELLS.filter(({ operation }) => operation === 'SelectEvents');
const ONE = CELLS.filter(({ operation }) => operation === 'SelectEvent');

async function main() {
  await measure('one replica, one Postgres', ['docker-compose.yml'], { events: '18085:8080' }, []);
  for (const replicas of [1, 2, 4]) {
    const files = ['docker-compose.yml', 'compose.scale.yml'];
    await measure(`compose.scale.yml, ${replicas}`, files, { nginx: '18085:80' }, [
      ...['--scale', `events=${replicas}`],
    ]);
  }
}

/**
 * @param {string} title
 * @param {string[]} files
 * @param {Record<string, string>} ports
 * @param {string[]} up what `up` is told besides
 */
async function measure(title, files, ports, up) {
  const stack = new Stack('evq-measure', { files, ports });
  try {
    await stack.up(...up);
    await importThousands(stack);
    console.log(`\n${title}`);
    await row(stack, 'one event', ONE);
    await row(stack, 'a month of 1,000', MONTH);
    for (const [name, { megabytes }] of await usage(stack)) console.log(`  ${name}: ${megabytes} MB`);
  } finally {
    await stack.down();
  }
}

/**
 * 60,000 events, 1,000 of them in each month of five years.
 * @param {import('./test-compose/stack').ComposeStack} stack
 */
async function importThousands(stack) {
  const rows = [];
  for (let month = 0; month < 60; month++) {
    for (let index = 0; index < 1000; index++) {
      const start = Date.UTC(2024, month, 1 + (index % 28), index % 24);
      rows.push({
        id: rows.length + 1,
        title: `Event ${index} of month ${month}`,
        location: 'Room 1',
        start: new Date(start).toISOString(),
        end: new Date(start + 3_600_000).toISOString(),
      });
    }
  }
  const file = path.join(stack.scratch, 'events.json');
  writeFileSync(file, JSON.stringify(rows));
  const start = performance.now();
  await importFile(stack, file);
  const seconds = (performance.now() - start) / 1000;
  const bytes = await stack.sql("SELECT pg_total_relation_size('event') / count(*) FROM event");
  console.log(
    `\nimported 60,000 events in ${seconds.toFixed(1)} s; ${bytes} bytes an event with its indexes`,
  );
}

/**
 * @param {import('./test-compose/stack').ComposeStack} stack
 * @param {string} what
 * @param {readonly import('./test-compose/cells').Cell[]} cells
 */
async function row(stack, what, cells) {
  const warm = startLoad('http://127.0.0.1:18085', { cells });
  await sleep(2000);
  await warm.stop();
  const before = await usage(stack);
  const load = startLoad('http://127.0.0.1:18085', { cells });
  await sleep(SECONDS * 1000);
  const { calls, failed, perSecond, p50, p99 } = await load.stop();
  const after = await usage(stack);
  const costs = [...after].map(([name, { cpuMs }]) => {
    const perCall = (cpuMs - (before.get(name)?.cpuMs ?? 0)) / calls;
    return `${name} ${perCall.toFixed(2)}`;
  });
  console.log(
    `  ${what}: ${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms, ${failed} failed; CPU ms a call: ${costs.join(', ')}`,
  );
}

/**
 * Processor time so far and memory now of each service, its replicas added up.
 * @param {import('./test-compose/stack').ComposeStack} stack
 */
async function usage(stack) {
  /** @type {Map<string, { cpuMs: number, megabytes: number }>} */
  const sums = new Map();
  for (const id of (await stack.compose('ps', '--quiet')).split('\n').filter(Boolean)) {
    const [stats, name] = await Promise.all([
      engine(`/containers/${id}/stats?stream=false&one-shot=true`),
      serviceOf(id),
    ]);
    const { cpuMs = 0, megabytes = 0 } = sums.get(name) ?? {};
    const { usage: bytes, stats: parts } = stats.memory_stats;
    sums.set(name, {
      cpuMs: cpuMs + stats.cpu_stats.cpu_usage.total_usage / 1e6,
      megabytes:
        megabytes + Math.round((bytes - (parts.total_inactive_file ?? parts.inactive_file ?? 0)) / 2 ** 20),
    });
  }
  return sums;
}

/**
 * @param {string} id
 * @returns {Promise<string>}
 */
async function serviceOf(id) {
  return (await engine(`/containers/${id}/json`)).Config.Labels['com.docker.compose.service'];
}

/**
 * One question to the Docker engine's own interface, which counts more finely than `docker stats`.
 * @param {string} path
 * @returns {Promise<any>} whatever JSON it answers
 */
function engine(path) {
  return new Promise((resolve, reject) => {
    http
      .get({ socketPath: '/var/run/docker.sock', path }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      })
      .on('error', reject);
  });
}

main().catch((error) => {
  console.error(error.stderr || error.message);
  process.exitCode = 1;
});
