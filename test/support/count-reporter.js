const path = require('node:path');

/** So many of the slowest files are named. */
const SLOWEST = 5;

/** Prints which files took longest and, last, the one line that scripts read: what ran and how it ended. */
module.exports = class CountReporter {
  /** @param {{ readonly rootDir: string }} globalConfig */
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const files = results.testResults
      .map(({ perfStats, testFilePath }) => ({
        seconds: (perfStats.end - perfStats.start) / 1000,
        file: path.relative(this.rootDir, testFilePath),
      }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST);
    if (results.testResults.length > SLOWEST) {
      const lines = files.map(({ seconds, file }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
      process.stdout.write(`What took longest:\n${lines.join('\n')}\n`);
    }
    const skipped = results.numPendingTests + results.numTodoTests;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    // The default reporter writes to standard error; this is the last thing on standard output.
    process.stdout.write(
      `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
};
