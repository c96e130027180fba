/**
 * Attacks the built service and measures the harm: memory, and how slow or wrong the answers to a small client are.
 * docs/reliability.md has the bounds.
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { attacksOf } = require('./attacks');
const { eventually } = require('./calls');
const { startProbe } = require('./probe');
const { BODY_BYTES } = require('./hostile-requests');
const { startService } = require('./service');
const { tableRow } = require('./table');
const { Target } = require('./target');
const { WrongUse } = require('../../test/support/script');

/** The embedded store runs Postgres in the service's process, so the limit is higher. */
const MEBIBYTES = { postgres: 384, embedded: 576 };
const SLOWEST_MS = 1_000;

/** After an attack the garbage collector has this number of milliseconds. */
const SETTLE_MS = 1_000;
/**
 * After its client has disconnected, the memory of a body or an answer may stay reserved for this number of
 * milliseconds.
 */
const RELEASE_MS = 3_000;

const COLUMNS = ['s', 'peak', 'now', 'loop', 'p99', 'slowest', 'wrong', 'failed', 'held'];

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { postgres: { type: 'boolean' }, asmx: { type: 'boolean' }, only: { type: 'string' } },
  async run(values, onEnd) {
    const bodyBytes = BODY_BYTES[values.asmx ? 'asmx' : 'usual'];
    const attacks = attacksOf(bodyBytes).filter(({ name }) => name.includes(values.only ?? ''));
    if (attacks.length === 0) throw new WrongUse(`No attack's name contains ${JSON.stringify(values.only)}.`);
    const env = { MAX_BODY_BYTES: String(bodyBytes) };
    const mebibytes = MEBIBYTES[values.postgres ? 'postgres' : 'embedded'];
    const service = await startService({ ...values, env }, onEnd);
    console.log(`The bounds: ${mebibytes} MiB, ${SLOWEST_MS} ms for a small call, no wrong answer.`);
    console.log(`The longest bodies have ${bodyBytes / 1024} KB.\n`);
    const beyond = await attackAll(service, attacks, mebibytes);
    console.log(`\n${attacks.length} attacks, ${beyond} beyond the bounds.`);
    return beyond;
  },
};

/**
 * @param {import('./service').Service} service
 * @param {readonly import('./attacks').Attack[]} attacks
 * @param {number} mebibytes
 * @returns {Promise<number>} number of attacks that exceeded a bound
 */
async function attackAll(service, attacks, mebibytes) {
  console.log(tableRow(COLUMNS, COLUMNS));
  let beyond = 0;
  for (const { name, run, check } of attacks) {
    const target = new Target(service);
    const client = await startProbe(service);
    service.forgetPeak();
    await loopDelay(service);
    const began = performance.now();
    await run(target)
      .then(() => check?.(target))
      .finally(() => target.close());
    const seconds = (performance.now() - began) / 1000;
    await sleep(SETTLE_MS);
    if (service.ended() !== undefined)
      throw new Error(`${name}: the service ended. ${service.log().slice(-2000)}`);
    const seen = await client.stop();
    const loop = await loopDelay(service);
    const { peak, now } = service.memory();
    const held = await stillHeld(service);
    const isOver = isBeyond({ ...seen, peak, held }, mebibytes);
    if (isOver) beyond++;
    const memory = [peak.toFixed(0), now.toFixed(0)];
    const { p99, slowest, wrong, failed } = seen;
    const cells = [seconds.toFixed(1), ...memory, loop, p99, slowest, wrong, failed, held];
    console.log(`${tableRow(COLUMNS, cells)}  ${isOver ? 'BEYOND ' : ''}${name}`);
  }
  return beyond;
}

/**
 * @param {Pick<import('./probe').Seen, 'slowest' | 'wrong' | 'failed'> & { peak: number, held: number }} seen
 * @param {number} mebibytes
 */
const isBeyond = ({ peak, slowest, wrong, failed, held }, mebibytes) =>
  peak > mebibytes || slowest > SLOWEST_MS || wrong + failed + held > 0;

/**
 * @returns {Promise<number>} KiB that the service still reserves for clients that have disconnected, which should be 0
 * @param {import('./service').Service} service
 */
async function stillHeld(service) {
  const bytes = () => service.metric('events_query_memory_reserved_bytes');
  await eventually(async () => (await bytes()) === 0, RELEASE_MS);
  return Math.ceil((await bytes()) / 1024);
}

/**
 * @returns {Promise<number>} longest delay of the event loop since the last call, in milliseconds
 * @param {import('./service').Service} service
 */
async function loopDelay(service) {
  return Math.round((await service.metric('nodejs_eventloop_lag_max_seconds')) * 1000);
}

module.exports = { ...scenario, attackAll, isBeyond };
