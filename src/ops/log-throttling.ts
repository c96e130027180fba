import type { Level } from './log-entry';

/** So many lines of one kind are written in a window; further ones are only counted. */
const BURST = 10;
const WINDOW_MS = 60_000;
/** So many kinds are counted separately in a window. A kind may hold text from clients, so there must be a limit. */
const MAX_KINDS = 100;

const THE_REST = 'other failures';

interface Count {
  /** The first line of this kind has this level. */
  readonly level: Level;
  written: number;
  held: number;
}

export interface Summary {
  readonly kind: string;
  /** The first line of this kind has this level. */
  readonly level: Level;
  readonly count: number;
  readonly seconds: number;
}

/**
 * Throttles the log, so that a failure that repeats does not fill it. The first ten lines of a kind in a minute are
 * written. The others are counted, and one line at the end of the minute gives their number.
 */
export class LogThrottle {
  #window = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;

  /** @param report is called at the end of a window, for each kind with lines that were not written */
  constructor(private readonly report: (summary: Summary) => void) {}

  /** Returns true if a line of this kind is to be written now. */
  admit(kind: string, level: Level): boolean {
    const count = this.#countOf(kind, level);
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    if (count.written < BURST) {
      count.written += 1;
      return true;
    }
    count.held += 1;
    return false;
  }

  /** Reports the current window and begins a new one. It is also called when the process ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const window = this.#window;
    this.#window = new Map();
    for (const [kind, { level, held }] of window)
      if (held > 0) this.report({ kind, level, count: held, seconds: WINDOW_MS / 1000 });
  }

  #countOf(kind: string, level: Level): Count {
    const key = this.#window.has(kind) || this.#window.size < MAX_KINDS ? kind : THE_REST;
    const known = this.#window.get(key);
    if (known !== undefined) return known;
    const count = { level, written: 0, held: 0 };
    this.#window.set(key, count);
    return count;
  }
}
