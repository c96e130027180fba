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

module.exports = { runsOf };
