const path = require('node:path');
const { KNOWN_SKIPS } = require('./known-skips.js');

const ROOT = path.join(__dirname, '../..');
/** The summary names this number of the slowest files. */
const SLOWEST = 5;

/**
 * Prints at the end of a run which tests were skipped and why, which files took longest, and as its last line the
 * counts, which scripts read. An unknown skip fails the run.
 */
module.exports = class Reporter {
  /** @param {{ readonly testNamePattern?: string }} globalConfig */
  constructor(globalConfig) {
    // With `-t` jest counts every other test as skipped.
    this.isWhole = !globalConfig.testNamePattern;
    /** @type {readonly string[]} */
    this.unknown = [];
  }

  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    if (this.isWhole) this.unknown = tellSkips(results.testResults);
    const error = this.getLastError();
    if (error !== undefined) process.stderr.write(`${error.message}\n`);
    tellSlowest(results.testResults);
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    // This is the last line on standard output, because the default reporter writes to standard error.
    process.stdout.write(
      `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }

  getLastError() {
    if (this.unknown.length === 0) return undefined;
    return new Error(
      `${this.unknown.length} skipped that test/support/known-skips.js does not know:\n  ${this.unknown.join('\n  ')}`,
    );
  }
};

/** @typedef {import('@jest/reporters').AggregatedResult['testResults']} TestResults */

/** @param {string} file */
const relative = (file) => path.relative(ROOT, file).split(path.sep).join('/');

/** @param {TestResults} testResults @returns {readonly string[]} the skipped tests that are not known */
function tellSkips(testResults) {
  const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
    tests
      .filter(({ status }) => ['pending', 'todo', 'skipped', 'disabled'].includes(status))
      .map(({ fullName }) => ({ file: relative(testFilePath), fullName })),
  );
  const because = skipped.map(({ file, fullName }) =>
    KNOWN_SKIPS.find((known) => known.isMissing && known.file.test(file) && known.test.test(fullName)),
  );
  for (const known of KNOWN_SKIPS) {
    const count = because.filter((one) => one === known).length;
    if (count > 0) process.stderr.write(`${count} skipped: ${known.reason} (${known.remedy}).\n`);
  }
  return skipped
    .filter((_, index) => because[index] === undefined)
    .map(({ file, fullName }) => `${file}: ${fullName}`);
}

/** @param {TestResults} testResults */
function tellSlowest(testResults) {
  if (testResults.length <= SLOWEST) return;
  const lines = testResults
    .map(({ perfStats, testFilePath }) => ({
      seconds: (perfStats.end - perfStats.start) / 1000,
      file: relative(testFilePath),
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ seconds, file }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  process.stdout.write(`What took longest:\n${lines.join('\n')}\n`);
}
