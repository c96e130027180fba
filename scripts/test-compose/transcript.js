/** What the run prints: a line for each thing that was checked, and the counts at the end. */
class Transcript {
  passed = 0;
  failed = 0;

  /** @param {string} text */
  title(text) {
    console.log(`\n${text}`);
  }

  /**
   * What was seen, without a verdict.
   * @param {string} text
   */
  note(text) {
    console.log(`       ${text}`);
  }

  /**
   * @param {string} what
   * @param {boolean} ok
   */
  check(what, ok, seen = '') {
    if (ok) this.passed += 1;
    else this.failed += 1;
    console.log(`${ok ? 'PASS' : 'FAIL'}   ${what}${seen === '' ? '' : `: ${seen}`}`);
  }

  /**
   * A FAIL line instead of the rest of `scenario` when it throws.
   * @param {string} what
   * @param {() => Promise<void>} scenario
   */
  async attempt(what, scenario) {
    try {
      await scenario();
    } catch (error) {
      this.check(what, false, complaintOf(error).trim().split('\n').slice(-8).join('\n       '));
    }
  }

  counts() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

/**
 * What a program that failed wrote to standard error, else what the error says.
 * @param {unknown} error
 * @returns {string}
 */
function complaintOf(error) {
  if (!(error instanceof Error)) return String(error);
  return 'stderr' in error && error.stderr ? String(error.stderr) : error.message;
}

/** @typedef {InstanceType<typeof Transcript>} Report */

module.exports = { Transcript, complaintOf };
