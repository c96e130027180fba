/**
 * Attacks the built service and measures what everybody else gets: memory, the slowest of a small client's calls
 * beside each attack, wrong answers. What docs/reliability.md states is held here.
 *
 *   npm run attack                      the embedded store
 *   npm run attack -- --postgres        a Postgres of its own
 *   npm run attack -- --asmx            a service that takes bodies as long as ASMX does
 *   npm run attack -- --only "one req"  the attacks whose name holds this
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { attacksOf } = require('./attacks');
const { startProbe } = require('./probe');
const { SIZES } = require('./hostile-requests');
const { startTarget } = require('./service');
const { Target } = require('./target');
const { WrongUse } = require('../script');

/** What docs/reliability.md states. The embedded store has Postgres in the same process. */
const BOUNDS = { postgres: { mebibytes: 384 }, embedded: { mebibytes: 576 }, slowestMs: 1_000 };

/** What an attack has left when it is over, for a garbage collector that is in no hurry. */
const SETTLE_MS = 1_000;
/** How long answers and bodies may still be counted when their clients have gone. */
const PATIENCE_MS = 3_000;

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { postgres: { type: 'boolean' }, asmx: { type: 'boolean' }, only: { type: 'string' } },
  async run(values, onEnd) {
    const sizes = values.asmx ? SIZES.asmx : SIZES.usual;
    const attacks = attacksOf(sizes).filter(({ name }) => name.includes(values.only ?? ''));
    if (attacks.length === 0) throw new WrongUse(`No attack's name holds ${JSON.stringify(values.only)}.`);
    const limits = { MAX_BODY_BYTES: String(sizes.soap) };
    const { service } = await startTarget(values, onEnd, limits);
    const beyond = await attackAll(
      service,
      attacks,
      BOUNDS[values.postgres ? 'postgres' : 'embedded'].mebibytes,
    );
    console.log(`\n${attacks.length} attacks, ${beyond} beyond the bounds.`);
    return beyond;
  },
};

/**
 * @param {import('./service').Service} service
 * @param {readonly import('./attacks').Attack[]} attacks
 * @param {number} mebibytes
 * @returns {Promise<number>} how many went beyond a bound
 */
async function attackAll(service, attacks, mebibytes) {
  console.log(`The bounds: ${mebibytes} MiB, ${BOUNDS.slowestMs} ms for a small call, no wrong answer.\n`);
  console.log('   s  peak   now  loop   p99  slowest  wrong  failed  held');
  let beyond = 0;
  for (const { name, run } of attacks) {
    const target = new Target(service);
    const client = await startProbe(service);
    service.forgetPeak();
    await loopDelay(service);
    const began = performance.now();
    await run(target).finally(() => target.close());
    const seconds = (performance.now() - began) / 1000;
    await sleep(SETTLE_MS);
    if (service.ended() !== undefined)
      throw new Error(`${name}: the service ended. ${service.log().slice(-2000)}`);
    const seen = await client.stop();
    const loop = await loopDelay(service);
    const { peak, now } = service.memory();
    const held = await stillHeld(service);
    const isBeyond =
      peak > mebibytes || seen.slowest > BOUNDS.slowestMs || seen.wrong + seen.failed + held > 0;
    if (isBeyond) beyond++;
    const numbers = [seconds.toFixed(1), peak.toFixed(0), now.toFixed(0), loop, seen.p99, seen.slowest];
    const columns = [...numbers, seen.wrong, seen.failed, held].map((value, index) =>
      String(value).padStart([4, 6, 6, 6, 6, 9, 7, 8, 6][index] ?? 6),
    );
    console.log(`${columns.join('')}  ${isBeyond ? 'BEYOND ' : ''}${name}`);
  }
  return beyond;
}

/**
 * What the service still counts as held for clients when all of them have gone for a while, in KiB; 0 as it should be.
 * @param {import('./service').Service} service
 */
async function stillHeld(service) {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    const [, bytes] = /^events_query_memory_reserved_bytes (\S+)/m.exec(await service.metrics()) ?? [];
    if (Number(bytes) === 0) return 0;
    if (performance.now() > end) return Math.ceil(Number(bytes) / 1024);
  }
}

/**
 * The longest delay of the event loop since it was asked the last time, in milliseconds.
 * @param {import('./service').Service} service
 */
async function loopDelay(service) {
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await service.metrics()) ?? [];
  return Math.round(Number(seconds) * 1000);
}

module.exports = scenario;
