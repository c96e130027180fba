/**
 * What happens to databases, one after the other, while sixteen clients call by every binding and hold each answer
 * against the right one, and one event changes all the time.
 *
 *   npm run chaos
 *   npm run chaos -- --only standby     the phases whose name holds this
 *
 * Ends with 1 for a wrong answer, a failed call in a phase that promises none, an answer that came too late, a service
 * that is not ready again by itself, or when nothing was asked.
 */
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { CALLS_WITHOUT_DATABASE, SMALL_CALLS, Truth } = require('./calls');
const { PHASES } = require('./phases');
const { startService } = require('./service');
const { openProxy } = require('./tcp-proxy');
const { startPostgres } = require('../../test/support/postgres');
const { WrongUse } = require('../script');

const CALLERS = 16;
const QUERY_TIMEOUT_MS = 5_000;
/** What a call may take beyond that, on a machine that is busy with databases. */
const SLACK_MS = 3_000;
/** Calls before what happens, and behind it. */
const PEACE_MS = 500;
const READY_AGAIN_MS = 30_000;
/** Of a standby that gives its readers no time where they are in the way of what it is sent. */
const STANDBY_FLAGS = ['max_standby_streaming_delay=0', 'hot_standby=on'];

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { only: { type: 'string' } },
  async run({ only = '', program }, onEnd) {
    const phases = PHASES.filter(({ name }) => name.includes(only));
    if (phases.length === 0) throw new WrongUse(`No phase's name holds ${JSON.stringify(only)}.`);
    const primary = await startPostgres();
    onEnd(primary.stop);
    const proxy = await openProxy(primary.url);
    onEnd(proxy.close);
    const reader = new URL(proxy.url);
    reader.username = 'events_reader';
    reader.password = 'reader';
    const env = { DATABASE_URL: primary.url, READER_PASSWORD: 'reader' };
    const served = { DATABASE_URL: reader.href, QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS) };
    const service = await startService(env, { main: program, months: ['small'], served });
    onEnd(service.stop);
    const standby = await primary.standby(STANDBY_FLAGS);
    onEnd(standby.stop);
    const truth = await Truth.of(service, [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE]);
    console.log('  right  wrong   away   busy  cut off  without database  slowest ms  ready after ms');
    let faults = 0;
    for (const phase of phases)
      faults += (await play(phase, { primary, standby, ...proxy }, service, truth)) ? 0 : 1;
    console.log(`\n${phases.length} phases, ${faults} not as they should be.`);
    return faults;
  },
};

/**
 * @param {import('./phases').Phase} phase
 * @param {import('./phases').Scene} scene
 * @param {import('./service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @returns {Promise<boolean>} whether it was as it should be
 */
async function play({ name, mayFail, mayLag = false, run }, scene, service, truth) {
  truth.mayLag = mayLag;
  /** @type {Record<import('./calls').Outcome, number>} */
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
  const changes = truth.keepChanging(scene.primary, () => isOver);
  await sleep(PEACE_MS);
  await run(scene);
  const readyAfter = await readyAgain(service);
  await sleep(PEACE_MS);
  isOver = true;
  await Promise.all([...callers, changes]);
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
 * @param {import('./service').Service} service
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

module.exports = scenario;
