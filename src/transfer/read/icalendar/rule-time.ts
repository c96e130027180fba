import { Script } from 'node:vm';
import { codeOf } from '../../../errors';

/** 100,000 occurrences take a second or two, on a busy machine ten. */
const MAX_RULE_MS = 30_000;
/** All rules of a file together: many that are slow must not add up to hours. */
const MAX_FILE_MS = 120_000;
const LIMITED = new Script('work()');

/** A rule that can't be expanded. Its message says what is allowed. */
export class RecurrenceError extends Error {
  override readonly name = 'RecurrenceError';
}

/**
 * Ends work that takes too long: ical.js may look for the next occurrence for minutes, and can't be asked to stop.
 * @throws RecurrenceError
 */
export function bounded(work: () => void, milliseconds = MAX_RULE_MS): void {
  try {
    LIMITED.runInNewContext({ work }, { timeout: milliseconds });
  } catch (error) {
    if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new RecurrenceError(
      `RRULE must be one that can be followed within ${milliseconds / 1000} seconds; --until cuts it off`,
      { cause: error },
    );
  }
}

/** The time that is left for the rules of one file. */
export class RuleTime {
  private left: number;

  constructor(private readonly milliseconds = MAX_FILE_MS) {
    this.left = milliseconds;
  }

  /** @throws RecurrenceError when the work takes longer than a rule may, or than is left */
  spend(work: () => void): void {
    if (this.left <= 0) {
      throw new RecurrenceError(
        `RRULE must be one of a file whose rules can be followed within ${this.milliseconds / 1000} seconds together; --until cuts them off`,
      );
    }
    const began = performance.now();
    try {
      bounded(work, Math.min(MAX_RULE_MS, Math.ceil(this.left / 100) * 100));
    } finally {
      this.left -= performance.now() - began;
    }
  }
}
