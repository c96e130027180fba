import type { Level, LogEntry } from './log-entry';

/** At most this many lines of a kind are written in each window. Further lines are only counted. */
const BURST = 10;
const WINDOW_S = 60;
/** This many kinds are counted separately. The number is limited, because a kind may contain text from clients. */
const MAX_KINDS = 100;

const THE_REST = 'other failures';

interface Count {
  /** This is the level of the first line of this kind. */
  readonly level: Level;
  lines: number;
}

/**
 * Throttles the log, so that a failure that repeats does not fill it. The first ten lines of a kind in a minute are
 * written. The others are counted, and one line at the end of the minute gives their number.
 */
export class LogThrottle {
  #window = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  /** @param report is called at the end of a window for each kind that has lines that were not written */
  constructor(private readonly report: (level: Level, summary: LogEntry) => void) {}

  /** Returns true if a line of this kind should be written now. */
  admit(kind: string, level: Level): boolean {
    const count = this.#countOf(kind, level);
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_S * 1000).unref();
    return ++count.lines <= BURST;
  }

  /** Ends the current window and reports it. The process also calls this when it ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const window = this.#window;
    this.#window = new Map();
    for (const [failure, { level, lines }] of window) {
      const count = lines - BURST;
      const message = `${failure}: ${count} more within ${WINDOW_S} s`;
      if (count > 0) this.report(level, { message, fields: { failure, count, seconds: WINDOW_S } });
    }
  }

  #countOf(kind: string, level: Level): Count {
    const key = this.#window.has(kind) || this.#window.size < MAX_KINDS ? kind : THE_REST;
    const known = this.#window.get(key);
    if (known !== undefined) return known;
    const count = { level, lines: 0 };
    this.#window.set(key, count);
    return count;
  }
}
