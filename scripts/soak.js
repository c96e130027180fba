#!/usr/bin/env node
/**
 * Everything at once for as long as is said: good calls of every binding held against their right answers, answers of
 * megabytes, hostile requests, slow readers, clients that go away; on a Postgres of its own also what can happen to
 * that.
 *
 *   npm run soak -- --minutes 10 --postgres --seed 7
 *
 * Ends with 1 for a wrong answer, an error that was kept from a client, a service that ended, memory that grows, or
 * when nothing was asked.
 */
const http = require('node:http');
const { randomInt } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { BIG_CALLS, CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } = require('./hardness/calls');
const { beHostile, disturb } = require('./hardness/deeds');
const { startPostgres } = require('./hardness/postgres');
const { pick, randomOf } = require('./hardness/random');
const { startService } = require('./hardness/service');
const { SAMPLE_MS, sampleOf, watch } = require('./hardness/watch');
const { WrongUse, tellsWrongUse } = require('./wrong-use');

const SMALL_CALLERS = 6;
const BIG_CALLERS = 2;
const HOSTILES = 2;
const PAUSE_MS = 10;
/** What may be kept at the end beyond what was kept after a quarter of the time: a quarter of it, and this. */
const GROWTH_MEBIBYTES = 24;

/**
 * @typedef {import('./hardness/calls').Outcome} Outcome
 * @typedef {import('./hardness/watch').Sample} Sample
 */

async function main() {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, postgres: { type: 'boolean' }, seed: { type: 'string' } },
  });
  const minutes = Number(values.minutes ?? 10);
  if (!(minutes > 0))
    throw new WrongUse(`--minutes must be a number above 0, not ${JSON.stringify(values.minutes)}.`);
  const seed = Number(values.seed ?? randomInt(1_000_000));
  if (!Number.isInteger(seed))
    throw new WrongUse(`--seed must be a whole number, not ${JSON.stringify(values.seed)}.`);
  const postgres = values.postgres ? await startPostgres() : undefined;
  try {
    const service = await startService(postgres === undefined ? {} : { DATABASE_URL: postgres.url });
    try {
      console.log(
        `${minutes} minutes on ${postgres === undefined ? 'the embedded store' : 'Postgres'}, seed ${seed}`,
      );
      const faults = await soak(service, postgres, minutes * 60_000, seed);
      for (const fault of faults) console.log(fault);
      console.log(
        faults.length === 0 ? 'All as it should be.' : `${faults.length} of it not as it should be.`,
      );
      process.exitCode = faults.length === 0 ? 0 : 1;
    } finally {
      await service.stop();
    }
  } finally {
    await postgres?.stop();
  }
}

/**
 * @param {import('./hardness/service').Service} service
 * @param {import('./hardness/postgres').OwnPostgres | undefined} postgres
 * @param {number} milliseconds
 * @param {number} seed
 * @returns {Promise<string[]>} what was wrong, a sentence each
 */
async function soak(service, postgres, milliseconds, seed) {
  const truth = await Truth.of(service, [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE, ...BIG_CALLS]);
  const end = Date.now() + milliseconds;
  const isOver = () => Date.now() >= end || service.ended() !== undefined;
  /** @type {Record<Outcome, number>} */
  const outcomes = { right: 0, wrong: 0, away: 0, busy: 0, 'cut off': 0 };
  /** @type {Map<string, number>} */
  const done = new Map();
  const note = (/** @type {string} */ what) => done.set(what, (done.get(what) ?? 0) + 1);

  /** @param {readonly import('./hardness/calls').Call[]} calls */
  const callOn = async (calls, /** @type {number} */ callerSeed) => {
    const random = randomOf(callerSeed);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver()) {
      const call = pick(random, calls);
      const outcome = await truth.hold(service, call, agent);
      outcomes[outcome]++;
      if (outcome === 'wrong') note(`wrong: ${call.name}`);
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };
  const numbers = watch(service, isOver);
  await Promise.all([
    ...Array.from({ length: SMALL_CALLERS }, (_, at) =>
      callOn([...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE], seed + at),
    ),
    ...Array.from({ length: BIG_CALLERS }, (_, at) => callOn(BIG_CALLS, seed + 100 + at)),
    ...Array.from({ length: HOSTILES }, (_, at) =>
      beHostile(service, isOver, randomOf(seed + 200 + at), note),
    ),
    ...(postgres === undefined ? [] : [disturb(postgres, isOver, randomOf(seed + 300), note)]),
    tellEachMinute(outcomes, numbers, isOver),
  ]);
  await sleep(SAMPLE_MS);
  const samples = await numbers;
  for (const [what, count] of [...done].sort()) console.log(`  ${String(count).padStart(7)}  ${what}`);
  return faultsOf(service, outcomes, samples);
}

/**
 * @param {import('./hardness/service').Service} service
 * @param {Record<Outcome, number>} outcomes
 * @param {readonly Sample[]} samples
 */
async function faultsOf(service, outcomes, samples) {
  /** @type {string[]} */
  const faults = [];
  const ended = service.ended();
  if (ended !== undefined)
    return [`The service ended: ${ended.code ?? ended.signal}. ${service.log().slice(-1000)}`];
  if (outcomes.right === 0) faults.push('Nothing was answered.');
  if (outcomes.wrong > 0) faults.push(`${outcomes.wrong} answers were wrong.`);
  const unexpected = sampleOf(await service.metrics(), 'events_query_unexpected_errors_total');
  if (unexpected > 0) faults.push(`${unexpected} errors were kept from clients: they are bugs.`);
  // The least of a while: between two collections the heap holds what nobody needs.
  const quarter = Math.floor(samples.length / 4);
  const [before, after] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((some) =>
    Math.min(...some.map(({ heap }) => heap)),
  );
  if (before !== undefined && after !== undefined && quarter > 0) {
    console.log(
      `Heap, the least of the second quarter and of the last: ${before.toFixed(1)}, ${after.toFixed(1)} MiB`,
    );
    if (after > before * 1.25 + GROWTH_MEBIBYTES) faults.push('Memory grows.');
  }
  return faults;
}

/**
 * @param {Record<Outcome, number>} outcomes
 * @param {{ readonly samples: readonly Sample[] }} watched
 * @param {() => boolean} isOver
 */
async function tellEachMinute(outcomes, watched, isOver) {
  console.log('    s    right  wrong   away   busy  cut off  MiB (peak)  heap  loop p50/max ms');
  const began = Date.now();
  for (let minute = 1; !isOver(); minute++) {
    while (!isOver() && Date.now() < began + minute * 60_000) await sleep(200);
    const some = watched.samples.slice(-12);
    const memory = some.map((sample) => sample.memory);
    const loops = some.map((sample) => sample.loop).sort((one, other) => one - other);
    const columns = [
      Math.round((Date.now() - began) / 1000),
      ...[outcomes.right, outcomes.wrong, outcomes.away, outcomes.busy, outcomes['cut off']],
      `${memory.at(-1)?.toFixed(0)} (${Math.max(...memory).toFixed(0)})`,
      some.at(-1)?.heap.toFixed(0),
      `${loops[Math.floor(loops.length / 2)]?.toFixed(0)}/${loops.at(-1)?.toFixed(0)}`,
    ];
    console.log(
      columns.map((value, at) => String(value).padStart([5, 9, 7, 7, 7, 9, 12, 6, 12][at] ?? 0)).join(''),
    );
  }
}

main().catch((error) => {
  if (tellsWrongUse(error)) return;
  console.error(error.message);
  process.exitCode = 1;
});
