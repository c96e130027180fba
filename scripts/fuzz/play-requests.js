/** Sends hostile requests and good ones between them, and judges every answer. */
const fc = require('fast-check');
const { faultOf } = require('./judge');
const { ENDPOINT, framed } = require('./message');
const { requests } = require('./requests');
const { converse } = require('../../test/support/raw-http');

/** One hostile request in so many is followed by a good one over a connection of its own. */
const GOOD_EVERY = 10;
/** Far more than any answer takes, on a busy machine too. */
const HANG_MS = 30_000;

/** @typedef {{ hostname: string, port: number }} Address */

/**
 * @typedef {object} Played
 * @property {number} hostile requests played
 * @property {number} good exact answers to good requests, beside and behind hostile ones
 * @property {ReadonlyMap<string, ReadonlyMap<string, number>>} counts by kind and status; `closed` is no answer
 * @property {{ complaint: string, bytes: string, path: string } | undefined} failure the smallest request that shows it
 */

/**
 * @param {object} options
 * @param {Address} options.address
 * @param {string} options.proof what every right answer of an operation holds
 * @param {readonly string[]} [options.secrets] values of the service's environment
 * @param {number} options.seed
 * @param {number} options.count of hostile requests
 * @param {number | undefined} [options.seconds] stops sooner
 * @param {string | undefined} [options.path] of a failure: only it is played
 * @param {(played: number) => void | Promise<void>} [options.progress] before each hostile request
 * @returns {Promise<Played>}
 */
async function playRequests({ address, proof, secrets = [], seed, count, seconds, path, progress }) {
  const right = await recordGood(address, proof);
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  let hostile = 0;
  let good = 0;
  let hasFailed = false;

  const property = fc.asyncProperty(requests, fc.constantFrom(...right), async (request, next) => {
    if (!hasFailed) await progress?.(hostile);
    try {
      const { statuses, isFollowed } = await playOne(address, request, next, secrets);
      if (!hasFailed) tally(counts, request.kind, statuses);
      if (isFollowed) good++;
      if (++hostile % GOOD_EVERY === 0) {
        await expectExact(address, next);
        good++;
      }
    } catch (error) {
      // What follows only looks for a smaller request that fails.
      hasFailed = true;
      throw error;
    }
  });
  const details = await fc.check(property, runsOf({ seed, count, seconds, path }));
  const [smallest] = details.counterexample ?? [];
  const failure = smallest && {
    complaint: String(details.errorInstance),
    bytes: smallest.bytes.toString('latin1'),
    path: details.counterexamplePath ?? '',
  };
  return { hostile, good, counts, failure };
}

/**
 * @param {Address} address
 * @param {import('./message').Hostile} request
 * @param {Good} good
 * @param {readonly string[]} secrets
 * @returns {Promise<{ statuses: string[], isFollowed: boolean }>}
 */
async function playOne(address, { bytes, method, isFramed }, good, secrets) {
  const sent = Buffer.concat([bytes, good.bytes]);
  const { answers: all, rest, isCut } = await ask(address, sent, { method, mayWait: !isFramed });
  const answers = all.filter(({ status }) => status >= 200);
  // What looks like a HEAD may be one: its answer has a length and no body.
  const isUnclear = !isFramed && bytes.includes('HEAD ');
  if (rest.length > 0 && !isUnclear && !isCut) throw new Error(`an answer is not whole: ${shown(rest)}`);
  const follower = isFramed && answers.length > 1 ? answers.pop() : undefined;
  if (follower !== undefined && follower.exact !== good.exact)
    throw new Error(`the good request behind it (${good.name}) got ${shown(follower.exact)}`);
  for (const answer of answers) {
    const fault = faultOf(answer, secrets);
    if (fault !== undefined) throw new Error(fault);
  }
  if (isFramed) {
    const [first] = answers;
    if (answers.length !== 1)
      throw new Error(`${answers.length} answers to it and none to the request behind`);
    if (follower === undefined && first?.headers.get('connection') !== 'close')
      throw new Error('the request behind it got no answer, and nothing told that the connection would end');
  }
  const statuses = answers.map(({ status }) => String(status));
  return { statuses: statuses.length === 0 ? ['closed'] : statuses, isFollowed: follower !== undefined };
}

/** @param {Map<string, Map<string, number>>} counts @param {string} kind @param {readonly string[]} statuses */
function tally(counts, kind, statuses) {
  const row = counts.get(kind) ?? new Map();
  for (const status of statuses) row.set(status, (row.get(status) ?? 0) + 1);
  counts.set(kind, row);
}

/**
 * @typedef {object} Good
 * @property {string} name
 * @property {Buffer} bytes which end the connection
 * @property {string} exact its answer, but for the date
 */

const CLOSE = /** @type {const} */ (['Connection', 'close']);
const PAIRS = 'month=5&year=2031';
const ENVELOPES = {
  1.1: 'http://schemas.xmlsoap.org/soap/envelope/',
  1.2: 'http://www.w3.org/2003/05/soap-envelope',
};

/** @param {'1.1' | '1.2'} version */
const envelope = (version) =>
  `<s:Envelope xmlns:s="${ENVELOPES[version]}"><s:Body><SelectEvents xmlns="http://tempuri.org/"><month>5</month><year>2031</year></SelectEvents></s:Body></s:Envelope>`;

const GOOD = {
  'SOAP 1.1': framed({
    kind: 'good',
    method: 'POST',
    target: ENDPOINT,
    headers: [
      CLOSE,
      ['Content-Type', 'text/xml; charset=utf-8'],
      ['SOAPAction', '"http://tempuri.org/SelectEvents"'],
    ],
    body: envelope('1.1'),
  }),
  'SOAP 1.2': framed({
    kind: 'good',
    method: 'POST',
    target: ENDPOINT,
    headers: [CLOSE, ['Content-Type', 'application/soap+xml; charset=utf-8']],
    body: envelope('1.2'),
  }),
  'HTTP GET': framed({
    kind: 'good',
    method: 'GET',
    target: `${ENDPOINT}/SelectEvents?${PAIRS}`,
    headers: [CLOSE],
  }),
  'HTTP POST': framed({
    kind: 'good',
    method: 'POST',
    target: `${ENDPOINT}/SelectEvents`,
    headers: [CLOSE, ['Content-Type', 'application/x-www-form-urlencoded']],
    body: PAIRS,
  }),
};

/**
 * @param {Address} address
 * @param {string} proof
 * @returns {Promise<Good[]>}
 */
async function recordGood(address, proof) {
  const all = [];
  for (const [name, { bytes }] of Object.entries(GOOD)) {
    const { answers } = await ask(address, bytes);
    const [answer] = answers;
    if (answer?.status !== 200 || !answer.body.includes(proof))
      throw new Error(`A good request (${name}) is not answered as it should be: ${shown(exactOf(answers))}`);
    all.push({ name, bytes, exact: answer.exact });
  }
  return all;
}

/** @param {Address} address @param {Good} good */
async function expectExact(address, { name, bytes, exact }) {
  const { answers, rest } = await ask(address, bytes);
  if (answers.length !== 1 || answers[0]?.exact !== exact || rest.length > 0)
    throw new Error(`a good request (${name}) after it got ${shown(exactOf(answers))}`);
}

/**
 * Sends requests, the last of which asks for the end of the connection, and reads until then.
 * @param {Address} address
 * @param {Buffer} bytes
 * @param {{ method?: string, mayWait?: boolean }} [options]
 */
function ask(address, bytes, options) {
  return converse(address, [bytes], Number.POSITIVE_INFINITY, { ...options, silenceMs: HANG_MS });
}

/** @param {readonly import('../../test/support/raw-http').RawAnswer[]} answers */
const exactOf = (answers) => answers.map(({ exact }) => exact).join('');

/** @param {Buffer | string} bytes */
function shown(bytes) {
  return JSON.stringify(bytes.toString('latin1').slice(0, 400));
}

/**
 * How far fast-check goes: as many runs as asked for, or until the time is up, or the one that failed before.
 * @param {object} wanted
 * @param {number} wanted.seed
 * @param {number} wanted.count
 * @param {number | undefined} wanted.seconds stops sooner
 * @param {string | undefined} wanted.path of a failure: only it is played
 */
function runsOf({ seed, count, seconds, path }) {
  return {
    seed,
    numRuns: path === undefined ? count : 1,
    ...(path === undefined ? {} : { path }),
    ...(seconds === undefined ? {} : { interruptAfterTimeLimit: 1000 * seconds }),
  };
}

module.exports = { playRequests };
