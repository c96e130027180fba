/**
 * Makes good calls of every binding and operation, and checks their answers. An answer that is older than a change that
 * was acknowledged before the call is wrong.
 */
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { BINDINGS, callBy, ENDPOINT } = require('../../test/support/calls');
const { MONTHS } = require('./data');

/** A call that has no answer after this number of milliseconds has failed. */
const TIMEOUT_MS = 30_000;
const CHANGE_PAUSE_MS = 50;
const POLL_MS = 50;

/** The service may answer with these messages while it can't answer a call. Any other wrong answer is a failure. */
const EXCUSES = {
  away: 'The event database is not available at the moment.',
  busy: 'The service is busy: try again in a moment.',
};

/**
 * @typedef {{ readonly name: string, readonly path: string, readonly headers?: Record<string, string>, readonly body?: string }} Call
 * @typedef {'right' | 'wrong' | 'away' | 'busy' | 'cut off'} Outcome
 */

/**
 * @param {string} operation
 * @param {import('../../test/support/calls').Parameters} parameters
 * @returns {readonly Call[]} the call through each of the four bindings
 */
const byEachBinding = (operation, parameters) =>
  BINDINGS.map((binding) => ({ name: `${binding} ${operation}`, ...callBy(binding, operation, parameters) }));

/** In each call a new id replaces this text, so the cache does not have the answer. */
const FRESH = 'FRESH';

const { small, long, huge } = MONTHS;
const from = Date.UTC(small.year, small.month - 1, 1);

/** The answers to these calls take kilobytes. @type {readonly Call[]} */
const SMALL_CALLS = [
  ...byEachBinding('SelectEvents', { month: small.month, year: small.year }),
  ...byEachBinding('SelectEvents', { month: 1, year: 1999 }),
  ...byEachBinding('SelectEventsRanged', { from, to: from + 86_400_000 * 20 }),
  ...[true, false].flatMap((bolAsJSON) =>
    byEachBinding('SelectEvent', { intEventID: small.year * 100_000, bolAsJSON }),
  ),
  ...byEachBinding('SelectEvent', { intEventID: FRESH, bolAsJSON: true }),
];

/** These calls are answered without the database. @type {readonly Call[]} */
const CALLS_WITHOUT_DATABASE = [
  ...byEachBinding('SelectEvents', { month: 13, year: 2031 }),
  ...byEachBinding('SelectEvents', { month: 'x', year: 2031 }),
  { name: 'WSDL', path: `${ENDPOINT}?WSDL` },
  { name: 'DISCO', path: `${ENDPOINT}?DISCO` },
  { name: 'no method', path: `${ENDPOINT}/Nope` },
];

/** The answers to these calls take megabytes. @type {readonly Call[]} */
const BIG_CALLS = [long, huge].flatMap(({ month, year }) => byEachBinding('SelectEvents', { month, year }));

/**
 * Represents a service's address, maybe with credentials. A protocol other than `http:` needs its own agent.
 * @typedef {{ host: string, port: number, protocol?: string, auth?: string }} Address
 */

/**
 * @param {Address} service
 * @param {Call} call
 * @param {http.Agent} agent
 * @returns {Promise<string>} the answer's status, media type and body
 */
function send({ host, port, protocol, auth }, { path, headers = {}, body }, agent) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { host, port, protocol, auth, path, method, agent, headers: { ...headers, ...length } };
    const request = http.request({ ...options, timeout: TIMEOUT_MS }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) reject(new Error('cut off'));
        const head = `${response.statusCode} ${response.headers['content-type']}`;
        resolve(`${head}\n${Buffer.concat(chunks).toString('utf8')}`);
      });
    });
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.end(body);
  });
}

/** This event changes all the time. Its title ends in a number that increases. */
const CHANGING = small.year * 100_000 + 1;
const REVISION = /revision (\d+)/;

/** Knows the right answers: those of the undisturbed service, with the later changes of the event. */
class Truth {
  /** @type {Map<Call, string>} */
  #right = new Map();
  #fresh = 1_000_000;
  #begun = 0;
  #acknowledged = 0;
  /** This is true while the service reads from a standby. Then answers may be older than acknowledged changes. */
  mayLag = false;

  /**
   * @param {{ host: string, port: number }} service
   * @param {readonly Call[]} calls
   */
  static async of(service, calls) {
    const truth = new Truth();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (const call of calls)
      truth.#right.set(call, withoutRevision(await send(service, truth.#fill(call), agent)));
    agent.destroy();
    return truth;
  }

  /**
   * Changes the event repeatedly. A failed statement may have changed the event, too.
   * @param {import('../../test/support/postgres').Postgres} postgres
   * @param {() => boolean} isOver
   */
  async keepChanging(postgres, isOver) {
    for (; !isOver(); await sleep(CHANGE_PAUSE_MS)) {
      const revision = ++this.#begun;
      const sql = `UPDATE event SET title = 'Event 1 of ${small.year}, revision ${revision}' WHERE id = ${CHANGING}`;
      const isMade = await postgres.query(sql).then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      );
      if (isMade) this.#acknowledged = revision;
    }
  }

  /**
   * @param {Call} call
   * @returns {Call} the call with a new id instead of FRESH
   */
  #fill({ path, body, ...call }) {
    const id = String(this.#fresh++);
    return {
      ...call,
      path: path.replace(FRESH, id),
      ...(body !== undefined && { body: body.replace(FRESH, id) }),
    };
  }

  /**
   * @param {{ host: string, port: number }} service
   * @param {Call} call
   * @param {http.Agent} agent
   * @returns {Promise<Outcome>}
   */
  async check(service, call, agent) {
    const oldest = this.mayLag ? 0 : this.#acknowledged;
    let answer;
    try {
      answer = await send(service, this.#fill(call), agent);
    } catch {
      return 'cut off';
    }
    if (withoutRevision(answer) === this.#right.get(call)) {
      const revision = Number(REVISION.exec(answer)?.[1] ?? oldest);
      return revision >= oldest && revision <= this.#begun ? 'right' : 'wrong';
    }
    if (!/^50[03] /.test(answer)) return 'wrong';
    if (answer.includes(EXCUSES.away)) return 'away';
    return answer.includes(EXCUSES.busy) ? 'busy' : 'wrong';
  }
}

/** @param {string} answer */
const withoutRevision = (answer) => answer.replace(REVISION, 'revision');

/** @typedef {(outcome: Outcome, call: Call, milliseconds: number) => void} Note */

class Tally {
  /** @type {Record<Outcome, number>} */
  seen = { right: 0, wrong: 0, away: 0, busy: 0, 'cut off': 0 };
  /** @type {number[]} */
  #times = [];

  /** @type {Note} */
  note = (outcome, _call, milliseconds) => {
    this.seen[outcome]++;
    this.#times.push(milliseconds);
  };

  /** @param {number} share such as 0.99; 1 is the slowest call @returns {number} milliseconds */
  quantile(share) {
    const sorted = this.#times.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  }
}

/**
 * Starts clients that call until `isOver`, each over its own connection. Each client begins with a different call, so
 * that together the clients soon make every call.
 * @param {() => boolean} isOver
 * @param {{ clients: number, calls: readonly Call[], truth: Truth, service: Address, pauseMs?: number }} options
 * @param {Note} note
 */
async function callUntil(isOver, { clients, calls, truth, service, pauseMs = 0 }, note) {
  const callOn = async (/** @type {number} */ first) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let at = first; !isOver(); at++) {
      const call = calls[at % calls.length];
      if (call === undefined) break;
      const began = performance.now();
      const outcome = await truth.check(service, call, agent);
      note(outcome, call, performance.now() - began);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  };
  const share = calls.length / clients;
  await Promise.all(Array.from({ length: clients }, (_, client) => callOn(Math.floor(client * share))));
}

/**
 * Polls until the condition is true. A condition that throws is not true yet.
 * @param {() => Promise<boolean>} ask
 * @param {number} [milliseconds] time limit, by default a minute
 * @returns {Promise<boolean>} false after the time limit
 */
async function eventually(ask, milliseconds = 60_000) {
  for (const end = performance.now() + milliseconds; ; await sleep(POLL_MS)) {
    if (await ask().catch(() => false)) return true;
    if (performance.now() > end) return false;
  }
}

module.exports = {
  ...{ BIG_CALLS, byEachBinding, CALLS_WITHOUT_DATABASE, SMALL_CALLS },
  ...{ callUntil, eventually, send, Tally, Truth },
};
