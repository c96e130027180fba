/**
 * Runs everything at once for a long time: good calls over every binding, whose answers are checked, answers of
 * megabytes, and attacks. With its own Postgres it also injects faults of the database, and changes an event all the
 * time. The command fails if an answer is wrong, an unexpected error happens, the service ends, memory grows, or no
 * call was answered.
 */
const { randomInt } = require('node:crypto');
const { setTimeout: sleep } = require('node:timers/promises');
const { Random } = require('../../test/support/random');
const { wholeNumber, WrongUse } = require('../../test/support/script');
const { attacksOf } = require('./attacks');
const { BIG_CALLS, callUntil, CALLS_WITHOUT_DATABASE, eventually, SMALL_CALLS, Truth } = require('./calls');
const { FAULTS } = require('./faults');
const { BODY_BYTES } = require('./hostile-requests');
const { serviceFailures, startBehindProxy, startService } = require('./service');
const { Target } = require('./target');

const SMALL_CLIENTS = 6;
const BIG_CLIENTS = 2;
const ATTACKERS = 2;
/** Each attack has a fiftieth of its size, so that good calls are answered meanwhile. */
const ATTACK_SCALE = 0.02;
const CALL_PAUSE_MS = 10;
const FAULT_PAUSE_MS = 15_000;
/**
 * After a quarter of the time the heap at rest may grow by this number of MiB. A leak of 0.4 KB a call exceeds this in
 * ten minutes.
 */
const MAX_GROWTH_MIB = 8;
/** Within this number of milliseconds the service releases sockets and answers of disconnected clients. */
const SETTLE_MS = 3_000;
const READY_AGAIN_MS = 30_000;

const SHORT_CALLS = [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE];
const CALLS = [...SHORT_CALLS, ...BIG_CALLS];
const ATTACKS = attacksOf(BODY_BYTES.usual, ATTACK_SCALE);
const SINGLE_FAULTS = FAULTS.filter(({ needsStandby }) => !needsStandby);

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { minutes: { type: 'string' }, postgres: { type: 'boolean' }, seed: { type: 'string' } },
  async run(values, onEnd) {
    const minutes = Number(values.minutes ?? 10);
    if (!(minutes > 0))
      throw new WrongUse(`--minutes must be a number above 0, not ${JSON.stringify(values.minutes)}.`);
    const seed = wholeNumber('--seed', values.seed) ?? randomInt(1_000_000);
    const scene = values.postgres ? await startBehindProxy({ program: values.program }, onEnd) : undefined;
    const service = scene?.service ?? (await startService(values, onEnd));
    console.log(`${minutes} minutes on ${values.postgres ? 'Postgres' : 'the embedded store'}, seed ${seed}`);
    const failures = await soak(service, scene, minutes * 60_000, seed);
    for (const failure of failures) console.log(failure);
    console.log(failures.length === 0 ? 'No failure.' : `${failures.length} failures.`);
    return failures.length;
  },
};

/**
 * @param {import('./service').Service} service
 * @param {import('./faults').Scene | undefined} scene
 * @param {number} milliseconds
 * @param {number} seed
 * @returns {Promise<string[]>} a sentence for each failure
 */
async function soak(service, scene, milliseconds, seed) {
  const truth = await Truth.of(service, CALLS);
  const began = performance.now();
  /** @type {Map<string, number>} */
  const done = new Map();
  const note = (/** @type {string} */ what) => done.set(what, (done.get(what) ?? 0) + 1);
  /** @type {import('./calls').Note} */
  const noteOutcome = (outcome, call) => {
    note(outcome);
    if (outcome === 'wrong') note(`wrong: ${call.name}`);
  };

  /** @param {number} until milliseconds since the start */
  const everythingAtOnce = async (until) => {
    const isOver = () => performance.now() >= began + until || service.ended() !== undefined;
    const options = { truth, service, pauseMs: CALL_PAUSE_MS };
    await Promise.all([
      callUntil(isOver, { ...options, clients: SMALL_CLIENTS, calls: SHORT_CALLS }, noteOutcome),
      callUntil(isOver, { ...options, clients: BIG_CLIENTS, calls: BIG_CALLS }, noteOutcome),
      ...Array.from({ length: ATTACKERS }, (_, at) =>
        attackUntil(isOver, service, new Random(seed + at), note),
      ),
      ...(scene === undefined
        ? []
        : [
            injectUntil(isOver, scene, new Random(seed + ATTACKERS), note),
            truth.keepChanging(scene.primary, isOver),
          ]),
    ]);
  };

  await everythingAtOnce(milliseconds / 4);
  const before = await heapAtRest(service, truth, noteOutcome);
  await everythingAtOnce(milliseconds);
  const after = await heapAtRest(service, truth, noteOutcome);
  for (const [what, count] of [...done].sort()) console.log(`  ${String(count).padStart(7)}  ${what}`);
  console.log(
    `Heap at rest after a quarter of the time: ${before.toFixed(1)} MiB, at the end: ${after.toFixed(1)}`,
  );
  const outcomes = { right: done.get('right') ?? 0, wrong: done.get('wrong') ?? 0 };
  return [...(await serviceFailures(service)), ...complaintsOf(outcomes, after - before)];
}

/**
 * @param {() => boolean} isOver
 * @param {import('./service').Service} service
 * @param {Random} random
 * @param {(what: string) => void} note
 */
async function attackUntil(isOver, service, random, note) {
  while (!isOver()) {
    const { name, run } = random.pick(ATTACKS);
    const target = new Target(service);
    // The time is limited, because an attack may wait for an answer while the database is unavailable.
    await Promise.race([run(target), sleep(10_000)]).finally(() => target.close());
    note(`attack: ${name}`);
  }
}

/**
 * @param {() => boolean} isOver
 * @param {import('./faults').Scene} scene
 * @param {Random} random
 * @param {(what: string) => void} note
 */
async function injectUntil(isOver, scene, random, note) {
  while (!(await eventually(async () => isOver(), FAULT_PAUSE_MS))) {
    const { name, run } = random.pick(SINGLE_FAULTS);
    await run(scene);
    note(`fault: ${name}`);
  }
}

/**
 * Measures the heap after a garbage collection while nobody calls. Each time the cache has the same answers. Then every
 * answer must be right, because nothing changes any more.
 * @param {import('./service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @param {import('./calls').Note} noteOutcome
 * @returns {Promise<number>} MiB; NaN if the service has ended or does not answer every call again
 */
async function heapAtRest(service, truth, noteOutcome) {
  const end = performance.now() + READY_AGAIN_MS;
  const answered = new Set();
  const isOver = () => answered.size === CALLS.length || performance.now() > end;
  const options = { clients: 1, calls: CALLS, truth, service, pauseMs: CALL_PAUSE_MS };
  await callUntil(isOver, options, (outcome, call, milliseconds) => {
    noteOutcome(outcome, call, milliseconds);
    if (outcome === 'right' || outcome === 'wrong') answered.add(call);
  });
  await sleep(SETTLE_MS);
  const isWhole = answered.size === CALLS.length && service.ended() === undefined;
  return isWhole ? service.heap() : Number.NaN;
}

/**
 * @param {Pick<Record<import('./calls').Outcome, number>, 'right' | 'wrong'>} outcomes
 * @param {number} growth MiB by which the heap at rest grew; NaN if it was not measured
 * @returns {string[]}
 */
const complaintsOf = (outcomes, growth) => [
  ...(outcomes.right === 0 ? ['Nothing was answered.'] : []),
  ...(outcomes.wrong > 0 ? [`${outcomes.wrong} answers were wrong.`] : []),
  ...(growth <= MAX_GROWTH_MIB
    ? []
    : ['Memory has grown, or some calls were not answered while memory was measured.']),
];

module.exports = { ...scenario, complaintsOf, heapAtRest };
