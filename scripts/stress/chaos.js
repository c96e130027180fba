/**
 * Injects faults into the database, one after the other. Meanwhile sixteen clients call over every binding and check
 * each answer, and one event changes all the time. The command fails if an answer is wrong or late, if a call fails
 * during a fault that allows no failure, if the service does not become ready again by itself, if a call gets no answer
 * after the fault, or if the service did not notice the fault.
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { WrongUse } = require('../../test/support/script');
const { callUntil, CALLS_WITHOUT_DATABASE, eventually, SMALL_CALLS, Tally, Truth } = require('./calls');
const { FAULTS } = require('./faults');
const { startBehindProxy } = require('./service');
const { tableRow } = require('./table');

const CLIENTS = 16;
const CALLS = [...SMALL_CALLS, ...CALLS_WITHOUT_DATABASE];
/**
 * A call may take this number of milliseconds more than the query timeout, because the machine is busy with databases.
 */
const SLACK_MS = 3_000;
/**
 * Calls begin this number of milliseconds before a fault. After the fault they continue until each call was answered
 * again.
 */
const QUIET_MS = 500;
const READY_AGAIN_MS = 30_000;
/** The standby cancels conflicting reads at once. */
const STANDBY_FLAGS = ['max_standby_streaming_delay=0', 'hot_standby=on'];
const QUERY_TIMEOUT_MS = 5_000;
/**
 * During a fault of fewer milliseconds than this, no call may fail. On a busy machine a restart of the database takes
 * longer.
 */
const SHORT_MS = 3_000;

const COLUMNS = [
  'right',
  'wrong',
  'away',
  'busy',
  'cut off',
  'without database',
  'slowest ms',
  'ready after ms',
];

/** @type {import('../stress').Scenario} */
const scenario = {
  options: { only: { type: 'string' } },
  async run({ only = '', program }, onEnd) {
    const faults = FAULTS.filter(({ name }) => name.includes(only));
    if (faults.length === 0) throw new WrongUse(`No fault's name contains ${JSON.stringify(only)}.`);
    const served = { QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS) };
    const { service, ...scene } = await startBehindProxy({ program, served, months: ['small'] }, onEnd);
    const standby = await scene.primary.standby(STANDBY_FLAGS);
    onEnd(standby.stop);
    const truth = await Truth.of(service, CALLS);
    console.log(tableRow(COLUMNS, COLUMNS));
    let failures = 0;
    for (const fault of faults) if (!(await inject(fault, { ...scene, standby }, service, truth))) failures++;
    console.log(`\n${faults.length} faults, ${failures} with wrong behaviour.`);
    return failures;
  },
};

/**
 * @param {import('./faults').Fault} fault
 * @param {import('./faults').Scene} scene
 * @param {import('./service').Service} service
 * @param {InstanceType<typeof Truth>} truth
 * @returns {Promise<boolean>} true if every promise was kept
 */
async function inject({ name, mayFail, needsStandby = false, causes, run }, scene, service, truth) {
  const noticed = async () =>
    causes && service.metric(`events_query_database_errors_total{kind="${causes}"}`);
  const noticedBefore = await noticed();
  truth.mayLag = needsStandby;
  const tally = new Tally();
  let failedWithout = 0;
  let isOver = false;
  /** This set has the calls that were answered after it was cleared. */
  const answered = new Set();
  const called = callUntil(
    () => isOver,
    { clients: CLIENTS, calls: CALLS, truth, service },
    (outcome, call, milliseconds) => {
      tally.note(outcome, call, milliseconds);
      answered.add(call);
      if (outcome !== 'right' && CALLS_WITHOUT_DATABASE.includes(call)) failedWithout++;
    },
  );
  const changes = truth.keepChanging(scene.primary, () => isOver);
  await sleep(QUIET_MS);
  const began = performance.now();
  await run(scene);
  const isShort = performance.now() - began < SHORT_MS;
  const over = performance.now();
  const ready = `http://127.0.0.1:${service.adminPort}/ready`;
  const isReady = await eventually(async () => (await fetch(ready)).status === 200, READY_AGAIN_MS);
  const readyAfter = isReady ? Math.round(performance.now() - over) : undefined;
  answered.clear();
  const isAnsweredAgain = await eventually(async () => answered.size === CALLS.length, READY_AGAIN_MS);
  isOver = true;
  await Promise.all([called, changes]);
  const { seen } = tally;
  const slowest = tally.quantile(1);
  const isRight = isAsPromised({
    ...{ seen, failedWithout, slowest, readyAfter, isAnsweredAgain },
    mayFail: mayFail || !isShort,
    isNoticed: causes === undefined || (await noticed()) !== noticedBefore,
  });
  const cells = [...Object.values(seen), failedWithout, slowest, readyAfter ?? 'never'];
  const lasted = mayFail || isShort ? '' : `, which took over ${SHORT_MS} ms`;
  console.log(`${tableRow(COLUMNS, cells)}  ${isRight ? '' : 'BEYOND '}${name}${lasted}`);
  return isRight;
}

/**
 * @param {object} observed
 * @param {Record<import('./calls').Outcome, number>} observed.seen
 * @param {number} observed.failedWithout failed calls that need no database
 * @param {number} observed.slowest milliseconds
 * @param {number | undefined} observed.readyAfter milliseconds; `undefined` if the service was not ready again
 * @param {boolean} observed.mayFail whether calls may be told that the database is away or busy
 * @param {boolean} observed.isAnsweredAgain whether each call was answered after the fault
 * @param {boolean} observed.isNoticed whether the service counted the errors that the fault must cause
 */
function isAsPromised({ seen, failedWithout, slowest, readyAfter, mayFail, isAnsweredAgain, isNoticed }) {
  return (
    seen.right > 0 &&
    seen.wrong + seen['cut off'] + failedWithout === 0 &&
    (mayFail || seen.away + seen.busy === 0) &&
    isAnsweredAgain &&
    isNoticed &&
    slowest <= QUERY_TIMEOUT_MS + SLACK_MS &&
    readyAfter !== undefined
  );
}

module.exports = { ...scenario, inject, isAsPromised };
