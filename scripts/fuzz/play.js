/** Sends hostile requests with good ones between them, and checks every answer. */
const fc = require('fast-check');
const { BINDINGS, callBy, messageOf } = require('../../test/support/calls');
const { converse } = require('../../test/support/raw-http');
const { faultOf } = require('./judge');
const { requests } = require('./requests');

/** After each ten hostile requests a good request is sent over its own connection. */
const GOOD_EVERY = 10;
/** An answer may take this number of milliseconds, which is far more than any answer needs, even on a busy machine. */
const TIMEOUT_MS = 30_000;

/**
 * @typedef {{ hostname: string, port: number }} Address
 *
 * @typedef {{ complaint: string, bytes: string, path: string }} Failure the smallest request that fails
 *
 * @typedef {object} Played
 * @property {number} hostile number of hostile requests
 * @property {number} good number of good requests, between and after hostile ones, that got their exact answer
 * @property {Map<string, number>} counts by kind and status; `closed` stands for no answer
 * @property {Failure | undefined} failure
 *
 * @typedef {object} Good
 * @property {string} name
 * @property {Buffer} bytes the request, which closes the connection
 * @property {string} exact the recorded answer without its date
 */

/**
 * @param {object} options
 * @param {Address} options.address
 * @param {string} options.proof every right answer contains this text
 * @param {readonly string[]} [options.secrets] no answer may contain these texts
 * @param {number} options.seed
 * @param {number} options.count number of hostile requests
 * @param {number | undefined} [options.seconds] time limit
 * @param {string | undefined} [options.path] fast-check's path of an earlier failure; only that failure is played
 * @param {(hostile: number) => Promise<void>} [options.progress] called before each hostile request with the number of
 *   earlier ones
 * @returns {Promise<Played>}
 * @throws Error if a good request has no right answer at the start
 */
async function play({ address, proof, secrets = [], seed, count, seconds, path, progress }) {
  const good = await recordGood(address, proof);
  /** @type {Omit<Played, 'failure'>} */
  const played = { hostile: 0, good: 0, counts: new Map() };
  const { counts } = played;
  let isShrinking = false;

  const property = fc.asyncProperty(requests, fc.constantFrom(...good), async (request, next) => {
    if (!isShrinking) await progress?.(played.hostile);
    try {
      const { statuses, isFollowed } = await sendBoth(address, request, next, secrets);
      if (isFollowed) played.good++;
      for (const status of isShrinking ? [] : statuses) {
        const row = `${request.kind} ${status}`;
        counts.set(row, (counts.get(row) ?? 0) + 1);
      }
      if (++played.hostile % GOOD_EVERY === 0) {
        await expectExact(address, next);
        played.good++;
      }
    } catch (error) {
      isShrinking = true;
      throw error;
    }
  });
  const { counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    numRuns: path === undefined ? count : 1,
    ...(path !== undefined && { path }),
    ...(seconds !== undefined && { interruptAfterTimeLimit: 1000 * seconds }),
  });
  const [smallest] = counterexample ?? [];
  const failure = smallest && {
    complaint: String(errorInstance),
    bytes: smallest.bytes.toString('latin1'),
    path: counterexamplePath ?? '',
  };
  return { ...played, failure };
}

/**
 * Sends a hostile request, and a good one after it over the same connection.
 * @param {Address} address
 * @param {import('./message').Hostile} request
 * @param {Good} good
 * @param {readonly string[]} secrets
 * @returns {Promise<{ statuses: string[], isFollowed: boolean }>} `isFollowed`: the good request was answered, too
 * @throws Error for an answer that is wrong
 */
async function sendBoth(address, { bytes, method, isFramed }, good, secrets) {
  const sent = Buffer.concat([bytes, good.bytes]);
  const { answers: all, rest, isCut } = await ask(address, sent, { method, mayWait: !isFramed });
  const answers = all.filter(({ status }) => status >= 200);
  // A mutated request may be a HEAD, whose answer has a length and no body.
  const mayBeHead = !isFramed && bytes.includes('HEAD ');
  if (rest.length > 0 && !mayBeHead && !isCut) throw new Error(`an answer is not whole: ${shown(rest)}`);
  const follower = isFramed && answers.length > 1 ? answers.pop() : undefined;
  if (follower !== undefined && follower.exact !== good.exact)
    throw new Error(`the good request after the hostile one (${good.name}) got ${shown(follower.exact)}`);
  for (const answer of answers) {
    const fault = faultOf(answer, secrets);
    if (fault !== undefined) throw new Error(fault);
  }
  if (isFramed && answers.length !== 1)
    throw new Error(`the hostile request got ${answers.length} answers, and the good request after it none`);
  if (isFramed && follower === undefined && answers[0]?.headers.get('connection') !== 'close')
    throw new Error(
      'the good request after the hostile one got no answer, and no header said that the connection would end',
    );
  const statuses = answers.map(({ status }) => String(status));
  return { statuses: statuses.length === 0 ? ['closed'] : statuses, isFollowed: follower !== undefined };
}

/**
 * @param {Address} address
 * @param {string} proof
 * @returns {Promise<Good[]>} one call through each binding, with its answer
 */
async function recordGood(address, proof) {
  /** @type {Good[]} */
  const good = [];
  for (const name of BINDINGS) {
    const call = callBy(name, 'SelectEvents', { month: 5, year: 2031 });
    const bytes = messageOf(call, { Connection: 'close' });
    const { answers } = await ask(address, bytes);
    const [answer] = answers;
    if (answer?.status !== 200 || !answer.body.includes(proof))
      throw new Error(`A good request (${name}) got a wrong answer: ${shown(exactOf(answers))}`);
    good.push({ name, bytes, exact: answer.exact });
  }
  return good;
}

/** @param {Address} address @param {Good} good */
async function expectExact(address, { name, bytes, exact }) {
  const { answers, rest } = await ask(address, bytes);
  if (answers.length !== 1 || answers[0]?.exact !== exact || rest.length > 0)
    throw new Error(`a good request (${name}) after the hostile one got ${shown(exactOf(answers))}`);
}

/**
 * Sends requests, and reads until the server closes the connection. The last request asks the server to close it.
 * @param {Address} address
 * @param {Buffer} bytes
 * @param {{ method?: string, mayWait?: boolean }} [options] as in `converse`
 */
function ask(address, bytes, options) {
  return converse(address, [bytes], Number.POSITIVE_INFINITY, { ...options, silenceMs: TIMEOUT_MS });
}

/** @param {readonly import('../../test/support/raw-http').RawAnswer[]} answers */
const exactOf = (answers) => answers.map(({ exact }) => exact).join('');

/** @param {Buffer | string} bytes */
const shown = (bytes) => JSON.stringify(bytes.toString('latin1').slice(0, 400));

module.exports = { play };
