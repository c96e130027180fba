/** What the run prints: a line for each thing that was checked, and the counts at the end. */
class Transcript {
  passed = 0;
  failed = 0;

  title(text) {
    console.log(`\n${text}`);
  }

  /** What was seen, without a verdict. */
  note(text) {
    console.log(`       ${text}`);
  }

  check(what, ok, seen = '') {
    if (ok) this.passed += 1;
    else this.failed += 1;
    console.log(`${ok ? 'PASS' : 'FAIL'}   ${what}${seen === '' ? '' : `: ${seen}`}`);
  }

  /** A FAIL line instead of the rest of `scenario` when it throws. */
  async attempt(what, scenario) {
    try {
      await scenario();
    } catch (error) {
      this.check(what, false, (error.stderr || error.message).trim().split('\n').slice(-8).join('\n       '));
    }
  }

  counts() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

module.exports = { Transcript };
