#!/usr/bin/env node
/**
 * What happens to databases, one after the other, while sixteen clients call by every binding and hold each answer
 * against the right one.
 *
 *   npm run chaos
 *   npm run chaos -- --only standby     the phases whose name holds this
 *
 * Ends with 1 for a wrong answer, a failed call in a phase that promises none, an answer that came too late, a service
 * that is not ready again by itself, or when nothing was asked.
 */
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } = require('./hardness/calls');
const { PHASES } = require('./hardness/phases');
const { startPostgres } = require('./hardness/postgres');
const { startService } = require('./hardness/service');
const { openWay } = require('./hardness/way');
const { WrongUse, tellsWrongUse } = require('./wrong-use');

const CALLERS = 16;
const QUERY_TIMEOUT_MS = 5_000;
/** What a call may take beyond that, on a machine that is busy with databases. */
const SLACK_MS = 3_000;
/** Calls before what happens, and behind it. */
const PEACE_MS = 500;
const READY_AGAIN_MS = 30_000;

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const phases = PHASES.filter(({ name }) => name.includes(values.only ?? ''));
  if (phases.length === 0) throw new WrongUse(`No phase's name holds ${JSON.stringify(values.only)}.`);
  const primary = await startPostgres();
  const way = await openWay(primary.url);
  const env = { DATABASE_URL: primary.url, READER_PASSWORD: 'reader' };
  const reader = new URL(way.url);
  reader.username = 'events_reader';
  reader.password = 'reader';
  const service = await startService(env, {
    months: ['small'],
    // Kept answers would be right without a database.
    served: { DATABASE_URL: reader.href, QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS), CACHE_BYTES: '0' },
  });
  const standby = await primary.copy();
  try {
    const scene = { primary, standby, ...way };
    const truth = await Truth.of(service, [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE]);
    console.log('  right  wrong   away   busy  cut off  without database  slowest ms  ready after ms');
    let faults = 0;
    for (const phase of phases) faults += (await play(phase, scene, service, truth)) ? 0 : 1;
    console.log(`\n${phases.length} phases, ${faults} not as they should be.`);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await service.stop();
    way.close();
    await standby.stop();
    await primary.stop();
  }
}

/**
 * @param {import('./hardness/phases').Phase} phase
 * @param {import('./hardness/phases').Scene} scene
 * @param {import('./hardness/service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @returns {Promise<boolean>} whether it was as it should be
 */
async function play({ name, mayFail, run }, scene, service, truth) {
  /** @type {Record<import('./hardness/calls').Outcome, number>} */
  const seen = { right: 0, wrong: 0, away: 0, busy: 0, 'cut off': 0 };
  let slowest = 0;
  let failedWithout = 0;
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = caller; !isOver; at++) {
      const isWithout = at % 5 === 0;
      const calls = isWithout ? CALLS_WITHOUT_DATABASE : SMALL_CALLS;
      const call = calls[at % calls.length] ?? SMALL_CALLS[0];
      if (call === undefined) continue;
      const began = performance.now();
      const outcome = await truth.hold(service, call, agent);
      slowest = Math.max(slowest, performance.now() - began);
      seen[outcome]++;
      if (isWithout && outcome !== 'right') failedWithout++;
    }
    agent.destroy();
  });
  await sleep(PEACE_MS);
  await run(scene);
  const readyAfter = await readyAgain(service);
  await sleep(PEACE_MS);
  isOver = true;
  await Promise.all(callers);
  const failed = seen.away + seen.busy + seen['cut off'];
  const isRight =
    seen.right > 0 &&
    seen.wrong + seen['cut off'] + failedWithout === 0 &&
    (mayFail || failed === 0) &&
    slowest <= QUERY_TIMEOUT_MS + SLACK_MS &&
    readyAfter !== undefined;
  const numbers = [seen.right, seen.wrong, seen.away, seen.busy, seen['cut off'], failedWithout];
  const columns = [...numbers, Math.round(slowest), readyAfter ?? 'never'].map((value, at) =>
    String(value).padStart([7, 7, 7, 7, 9, 18, 12, 16][at] ?? 0),
  );
  console.log(`${columns.join('')}  ${isRight ? '' : 'BEYOND '}${name}`);
  return isRight;
}

/**
 * @param {import('./hardness/service').Service} service
 * @returns {Promise<number | undefined>} milliseconds
 */
async function readyAgain({ adminPort }) {
  const began = performance.now();
  for (;;) {
    const { status } = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    if (status === 200) return Math.round(performance.now() - began);
    if (performance.now() - began > READY_AGAIN_MS) return undefined;
    await sleep(50);
  }
}

main().catch((error) => {
  if (tellsWrongUse(error)) return;
  console.error(error);
  process.exitCode = 1;
});
