/** Reads the arguments of scripts, and ends scripts with the right status. */

/** This error is thrown if a script gets wrong arguments. The message is a sentence for the user. */
class WrongUse extends Error {}

const STATUS = { found: 1, failed: 1, wrongUse: 2 };
/** These are the exit statuses that a shell reports after a signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * Registers a clean-up, which always runs at the end of the script. The last clean-up runs first.
 * @typedef {(stop: () => unknown) => void} OnEnd
 */

/**
 * Runs a script, stops what it has started, and ends the process. The exit status is 0 if nothing was found, 1 for
 * findings and errors, and 2 for wrong use. The function does not set `process.exitCode`, because a library may exit
 * with another status.
 * @param {string} help `--help` only prints this text
 * @param {(onEnd: OnEnd) => Promise<number>} work returns the number of findings
 */
function runScript(help, work) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(help);
    return;
  }
  /** @type {(() => unknown)[]} */
  const stops = [];
  let isEnding = false;
  let last = 0;
  const end = async (/** @type {number} */ status) => {
    if (isEnding) return;
    isEnding = true;
    last = Math.max(last, status);
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        last = Math.max(last, tell(error));
      }
    }
    // The last write may have failed. Node reports this in a later turn.
    await new Promise(setImmediate);
    process.exit(last);
  };
  // Without this listener Node would exit with 0 if `work` awaits a promise that can no longer be resolved.
  process.once('beforeExit', () => {
    console.error('The script ended before its work was done.');
    process.exit(STATUS.failed);
  });
  for (const [signal, status] of Object.entries(SIGNALS)) process.on(signal, () => end(status));
  process.stdout.on('error', ({ message }) => {
    if (last !== 0) return undefined;
    last = tell(new Error(`Standard output can't be written: ${message}.`));
    return end(last);
  });
  work((stop) => stops.push(stop)).then(
    (findings) => end(findings === 0 ? 0 : STATUS.found),
    (error) => end(tell(error)),
  );
}

/**
 * @param {unknown} error
 * @returns {number} the exit status for this error
 */
function tell(error) {
  if (!(error instanceof Error)) {
    console.error(error);
    return STATUS.failed;
  }
  const isParsing = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  // The rest of parseArgs' message is about positional arguments, which no script has.
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
 * @param {string} what
 * @param {string} value
 * @param {readonly Name[]} names
 * @returns {Name}
 * @throws WrongUse if the value is not one of the names
 */
function oneOf(what, value, names) {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  throw new WrongUse(`There is no ${what} ${JSON.stringify(value)}: choose from ${names.join(', ')}.`);
}

module.exports = { oneOf, runScript, wholeNumber, WrongUse };
