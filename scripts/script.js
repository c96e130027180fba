/** How every script reads its arguments and ends. */

/** The message is a sentence for the user. */
class WrongUse extends Error {}

const STATUS = { found: 1, failed: 1, wrongUse: 2 };
/** The status that a shell gives a process that the signal ended. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Registers what ends something that the script started, for whatever way it ends itself: the last one first.
 * @typedef {(stop: () => unknown) => void} OnEnd
 */

/**
 * Runs a script, stops what it started and ends the process: with 0 only if nothing was found, 1 for findings and
 * errors, 2 for wrong use. `process.exitCode` would not do, because a library may end the process with another.
 *
 * @param {(onEnd: OnEnd) => Promise<number>} work returns the number of findings
 */
function runScript(work) {
  /** @type {(() => unknown)[]} */
  const stops = [];
  let isEnding = false;
  const end = async (/** @type {number} */ status) => {
    if (isEnding) return;
    isEnding = true;
    let last = status;
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        last = Math.max(last, tell(error));
      }
    }
    process.exit(last);
  };
  // Without anything left to wait for Node would end with 0, whatever the work was waiting for.
  process.once('beforeExit', () => {
    console.error('The script ended before its work was done.');
    process.exit(STATUS.failed);
  });
  for (const [signal, status] of Object.entries(SIGNALS)) process.on(signal, () => end(status));
  work((stop) => stops.push(stop)).then(
    (findings) => end(findings === 0 ? 0 : STATUS.found),
    (error) => end(tell(error)),
  );
}

/**
 * @param {unknown} error
 * @returns {number} the exit status that it stands for
 */
function tell(error) {
  if (!(error instanceof Error)) {
    console.error(error);
    return STATUS.failed;
  }
  const isParsing = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  // parseArgs goes on about arguments that begin with a dash and are no options, which no script takes.
  console.error(isParsing ? `${error.message.split('. ')[0]}.` : error.message);
  return isParsing || error instanceof WrongUse ? STATUS.wrongUse : STATUS.failed;
}

/**
 * @param {string} option
 * @param {string | undefined} value
 * @returns {number | undefined} `undefined` for an option that is not given
 */
function wholeNumber(option, value) {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new WrongUse(`${option} must be a whole number, not ${JSON.stringify(value)}.`);
}

/**
 * @template {string} Name
 * @param {string} option
 * @param {string} value
 * @param {readonly Name[]} names
 * @returns {Name}
 */
function oneOf(option, value, names) {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  throw new WrongUse(`${option} must be one of ${names.join(', ')}, not ${JSON.stringify(value)}.`);
}

module.exports = { oneOf, runScript, wholeNumber, WrongUse };
