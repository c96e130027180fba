/**
 * Everything at once for as long as is said: good calls of every binding held against their right answers, answers of
 * megabytes, hostile requests, slow readers, clients that go away; on a Postgres of its own also what can happen to
 * that, and an event that changes all the time.
 *
 *   npm run soak -- --minutes 10 --postgres --seed 7
 *
 * Ends with 1 for a wrong answer, an error that was kept from a client, a service that ended, memory that grows, or
 * when nothing was asked.
 */
const http = require('node:http');
const { randomInt } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { BIG_CALLS, CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } = require('./calls');
const { beHostile, disturb } = require('./disturbances');
const { Random } = require('../../test/support/random');
const { startTarget } = require('./service');
const { sampleOf, watch } = require('./watch');
const { WrongUse } = require('../script');

const SMALL_CALLERS = 6;
const BIG_CALLERS = 2;
const HOSTILES = 2;
const PAUSE_MS = 10;
/** What the heap at rest may have grown by since a quarter of the time: less than 0.4 KB a call in ten minutes. */
const GROWTH_MEBIBYTES = 8;
/** How long sockets and answers of clients that have gone may still be held. */
const SETTLE_MS = 3_000;
const READY_AGAIN_MS = 30_000;

const SHORT_CALLS = [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE];

/**
 * @typedef {import('./calls').Outcome} Outcome
 */

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { minutes: { type: 'string' }, postgres: { type: 'boolean' }, seed: { type: 'string' } },
  async run(values, onEnd) {
    const minutes = Number(values.minutes ?? 10);
    if (!(minutes > 0))
      throw new WrongUse(`--minutes must be a number above 0, not ${JSON.stringify(values.minutes)}.`);
    const seed = Number(values.seed ?? randomInt(1_000_000));
    if (!Number.isInteger(seed))
      throw new WrongUse(`--seed must be a whole number, not ${JSON.stringify(values.seed)}.`);
    const { service, postgres } = await startTarget(values, onEnd);
    console.log(
      `${minutes} minutes on ${postgres === undefined ? 'the embedded store' : 'Postgres'}, seed ${seed}`,
    );
    const faults = await soak(service, postgres, minutes * 60_000, seed);
    for (const fault of faults) console.log(fault);
    console.log(faults.length === 0 ? 'All as it should be.' : `${faults.length} of it not as it should be.`);
    return faults.length;
  },
};

/**
 * @param {import('./service').Service} service
 * @param {import('../../test/support/postgres').Postgres | undefined} postgres
 * @param {number} milliseconds
 * @param {number} seed
 * @returns {Promise<string[]>} what was wrong, a sentence each
 */
async function soak(service, postgres, milliseconds, seed) {
  const truth = await Truth.of(service, [...SHORT_CALLS, ...BIG_CALLS]);
  const began = performance.now();
  /** @type {Record<Outcome, number>} */
  const outcomes = { right: 0, wrong: 0, away: 0, busy: 0, 'cut off': 0 };
  /** @type {Map<string, number>} */
  const done = new Map();
  const note = (/** @type {string} */ what) => done.set(what, (done.get(what) ?? 0) + 1);

  /**
   * @param {readonly import('./calls').Call[]} calls
   * @param {number} callerSeed
   * @param {() => boolean} isOver
   */
  const callOn = async (calls, callerSeed, isOver) => {
    const random = new Random(callerSeed);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver()) {
      const call = random.pick(calls);
      const outcome = await truth.hold(service, call, agent);
      outcomes[outcome]++;
      if (outcome === 'wrong') note(`wrong: ${call.name}`);
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };

  /** @param {number} until milliseconds from the beginning */
  const everythingAtOnce = async (until) => {
    const isOver = () => performance.now() >= began + until || service.ended() !== undefined;
    const samples = watch(service, isOver);
    await Promise.all([
      ...Array.from({ length: SMALL_CALLERS }, (_, at) => callOn(SHORT_CALLS, seed + at, isOver)),
      ...Array.from({ length: BIG_CALLERS }, (_, at) => callOn(BIG_CALLS, seed + 100 + at, isOver)),
      ...Array.from({ length: HOSTILES }, (_, at) =>
        beHostile(service, isOver, new Random(seed + 200 + at), note),
      ),
      ...(postgres === undefined
        ? []
        : [disturb(postgres, isOver, new Random(seed + 300), note), truth.keepChanging(postgres, isOver)]),
      tellEachMinute(outcomes, samples, isOver, began),
    ]);
  };

  console.log('    s    right  wrong   away   busy  cut off  MiB (peak)  heap  loop p50/max ms');
  await everythingAtOnce(milliseconds / 4);
  const before = await heapAtRest(service, truth);
  const answeredBefore = outcomes.right;
  await everythingAtOnce(milliseconds);
  const after = await heapAtRest(service, truth);
  for (const [what, count] of [...done].sort()) console.log(`  ${String(count).padStart(7)}  ${what}`);
  return faultsOf(service, outcomes, { before, after, calls: outcomes.right - answeredBefore });
}

/**
 * The heap in use after a collection while nobody calls, with the same answers in the cache each time.
 * @param {import('./service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @returns {Promise<number>} MiB; NaN of a service that has ended
 */
async function heapAtRest(service, truth) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + READY_AGAIN_MS;
  for (const call of [...SHORT_CALLS, ...BIG_CALLS]) {
    for (;;) {
      const outcome = await truth.hold(service, call, agent);
      if (outcome === 'right' || outcome === 'wrong' || performance.now() > end) break;
      await sleep(200);
    }
  }
  agent.destroy();
  await sleep(SETTLE_MS);
  return service.ended() === undefined ? service.heap() : Number.NaN;
}

/**
 * @param {import('./service').Service} service
 * @param {Record<Outcome, number>} outcomes
 * @param {{ before: number, after: number, calls: number }} heap at rest, MiB, and the right answers in between
 */
async function faultsOf(service, outcomes, { before, after, calls }) {
  /** @type {string[]} */
  const faults = [];
  const ended = service.ended();
  if (ended !== undefined)
    return [`The service ended: ${ended.code ?? ended.signal}. ${service.log().slice(-1000)}`];
  if (outcomes.right === 0) faults.push('Nothing was answered.');
  if (outcomes.wrong > 0) faults.push(`${outcomes.wrong} answers were wrong.`);
  const unexpected = sampleOf(await service.metrics(), 'events_query_unexpected_errors_total');
  if (unexpected > 0) faults.push(`${unexpected} errors were kept from clients: they are bugs.`);
  console.log(
    `Heap at rest after a quarter of the time and at the end: ${before.toFixed(1)}, ${after.toFixed(1)} MiB; ${calls} calls between`,
  );
  if (!(after - before <= GROWTH_MEBIBYTES)) faults.push('Memory grows.');
  return faults;
}

/**
 * @param {Record<Outcome, number>} outcomes
 * @param {{ readonly samples: readonly import('./watch').Sample[] }} watched
 * @param {() => boolean} isOver
 * @param {number} began by `performance.now()`
 */
async function tellEachMinute(outcomes, watched, isOver, began) {
  for (let minute = Math.floor((performance.now() - began) / 60_000) + 1; !isOver(); minute++) {
    while (!isOver() && performance.now() < began + minute * 60_000) await sleep(200);
    const some = watched.samples.slice(-12);
    const memory = some.map((sample) => sample.memory);
    const loops = some.map((sample) => sample.loop).sort((one, other) => one - other);
    const columns = [
      Math.round((performance.now() - began) / 1000),
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

module.exports = scenario;
