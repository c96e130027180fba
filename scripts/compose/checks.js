/** Calls a stack, checks the answers, and prints the results. */
const http = require('node:http');
const timers = require('node:timers/promises');
const { byEachBinding, callUntil, send, Tally, Truth } = require('../stress/calls');

const CLIENTS = 16;
/** Calls are also made for this number of milliseconds before and after a disturbance. */
const QUIET_MS = 1_500;

/** Each operation is called once over each binding. The events are those of deploy/seed. */
const OPERATIONS = [
  byEachBinding('SelectEventsRanged', { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) }),
  byEachBinding('SelectEvent', { intEventID: 1, bolAsJSON: true }),
  byEachBinding('SelectEvents', { month: 1, year: 2026 }),
];

/** @typedef {import('../stress/calls').Address} Address */

class Checks {
  passed = 0;
  failed = 0;

  /**
   * @param {string} what
   * @param {boolean} isRight
   * @param {string} [seen] the observed value, which is also printed
   */
  check(what, isRight, seen = '') {
    if (isRight) this.passed++;
    else this.failed++;
    console.log(`${isRight ? 'PASS' : 'FAIL'}   ${what}${seen === '' ? '' : `: ${seen}`}`);
  }

  /**
   * Counts an error as a failed check, so that the other stacks are also tried.
   * @param {string} what
   * @param {() => Promise<void>} work
   */
  async attempt(what, work) {
    try {
      await work();
    } catch (error) {
      this.check(what, false, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Checks that all twelve calls are answered, and that the four bindings of an operation return the same result.
   * @param {Address} service
   * @param {http.Agent} [agent]
   */
  async calls(service, agent = http.globalAgent) {
    for (const calls of OPERATIONS) {
      const answers = await Promise.all(calls.map((call) => send(service, call, agent)));
      const results = new Set(answers.map(resultOf));
      const [first = ''] = results;
      const isRight =
        answers.every((text) => text.startsWith('200 ')) && results.size === 1 && first.length > 4;
      const seen = answers.map((text) => text.slice(0, 3)).join(', ');
      this.check(
        `${calls.map(({ name }) => name).join(', ')}`,
        isRight,
        `${seen}; ${first.length} characters`,
      );
    }
  }

  /**
   * Checks that during a disturbance no call fails or gets another answer.
   * @param {Address} service
   * @param {string} what
   * @param {() => Promise<unknown>} disturb
   */
  async undisturbed(service, what, disturb) {
    const calls = OPERATIONS.flat();
    const truth = await Truth.of(service, calls);
    const tally = new Tally();
    let isOver = false;
    const called = callUntil(() => isOver, { clients: CLIENTS, calls, truth, service }, tally.note);
    try {
      await timers.setTimeout(QUIET_MS);
      await disturb();
      await timers.setTimeout(QUIET_MS);
    } finally {
      isOver = true;
      await called;
    }
    const { right, ...others } = tally.seen;
    const failed = Object.values(others).reduce((sum, count) => sum + count);
    const text = `${failed} of ${right + failed} calls failed, the longest took ${tally.quantile(1)} ms`;
    this.check(what, failed === 0 && right > 0, text);
  }
}

/**
 * @param {Address} service
 * @param {number} month
 * @param {number} year
 * @returns {Promise<string>} the list in the answer, such as `[]`; empty when there is none
 */
async function selectEvents(service, month, year) {
  const path = `/WebServices/Events.asmx/SelectEvents?month=${month}&year=${year}`;
  return resultOf(await send(service, { name: 'SelectEvents', path }, http.globalAgent));
}

/** @param {string} answer of any binding */
function resultOf(answer) {
  const [, text = ''] = /<(?:string|\w+Result)(?:\s[^>]*)?>([^<]*)</.exec(answer) ?? [];
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** @typedef {InstanceType<typeof Checks>} ComposeChecks */

module.exports = { Checks, selectEvents };
