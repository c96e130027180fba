/** What a script says of arguments that it doesn't take: one sentence, and the exit status of wrong use. */

/** The message is one sentence for whoever typed the arguments. */
class WrongUse extends Error {}

/**
 * Tells wrong use, and says whether it was that; any other error is the script's own.
 * @param {unknown} error
 * @returns {boolean}
 */
function tellsWrongUse(error) {
  if (!(error instanceof Error)) return false;
  const isParsing = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isParsing && !(error instanceof WrongUse)) return false;
  // parseArgs goes on about arguments that begin with a dash and are no options, which no script takes.
  console.error(isParsing ? `${error.message.split('. ')[0]}.` : error.message);
  process.exitCode = 2;
  return true;
}

module.exports = { WrongUse, tellsWrongUse };
