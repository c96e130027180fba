const path = require('node:path');
const { KNOWN_SKIPS } = require('./known-skips.js');

const ROOT = path.join(__dirname, '../..');

/** Says what was skipped, why, and what would bring it; a skip that nobody knows of fails the run. */
module.exports = class SkipReporter {
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
  onRunComplete(_contexts, { testResults }) {
    if (!this.isWhole) return;
    const skipped = testResults.flatMap(({ testFilePath, testResults: tests }) =>
      tests
        .filter(({ status }) => ['pending', 'todo', 'skipped', 'disabled'].includes(status))
        .map(({ fullName }) => ({
          file: path.relative(ROOT, testFilePath).split(path.sep).join('/'),
          fullName,
        })),
    );
    const because = skipped.map(({ file, fullName }) =>
      KNOWN_SKIPS.find((known) => known.isMissing && known.file.test(file) && known.test.test(fullName)),
    );
    for (const known of KNOWN_SKIPS) {
      const count = because.filter((one) => one === known).length;
      if (count > 0) process.stderr.write(`${count} skipped: ${known.reason} (${known.remedy}).\n`);
    }
    this.unknown = skipped
      .filter((_, index) => because[index] === undefined)
      .map(({ file, fullName }) => `${file}: ${fullName}`);
    const error = this.getLastError();
    if (error !== undefined) process.stderr.write(`${error.message}\n`);
  }

  getLastError() {
    if (this.unknown.length === 0) return undefined;
    return new Error(
      `${this.unknown.length} skipped that test/support/known-skips.js does not know:\n  ${this.unknown.join('\n  ')}`,
    );
  }
};
