import type { Level } from './log-entry';

/** How many lines of one kind are written in a window before they are only counted. */
const BURST = 10;
const WINDOW_MS = 60_000;
/** A line's kind may hold text from outside: past this many kinds a window counts the rest together. */
const MAX_KINDS = 100;

const THE_REST = 'other failures';

interface Repeat {
  /** Of the first line of its kind. */
  readonly level: Level;
  written: number;
  held: number;
}

export interface HeldBack {
  readonly kind: string;
  /** Of its first line. */
  readonly level: Level;
  readonly count: number;
  readonly seconds: number;
}

/**
 * Keeps failures that repeat from filling the log: the first ten of a kind in a minute are written, the others
 * counted and told in one line when the minute is over.
 */
export class LogThrottle {
  #window = new Map<string, Repeat>();
  #timer: NodeJS.Timeout | undefined;

  /** @param tell gets what was held back, a kind at a time, at the end of a window */
  constructor(private readonly tell: (heldBack: HeldBack) => void) {}

  /** Whether a line of this kind is to be written now. */
  admit(kind: string, level: Level): boolean {
    const repeat = this.#repeatOf(kind, level);
    this.#timer ??= setTimeout(() => this.flush(), WINDOW_MS).unref();
    if (repeat.written < BURST) {
      repeat.written += 1;
      return true;
    }
    repeat.held += 1;
    return false;
  }

  /** Tells what is held back and begins a new window; at the end of the process too. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const window = this.#window;
    this.#window = new Map();
    for (const [kind, { level, held }] of window)
      if (held > 0) this.tell({ kind, level, count: held, seconds: WINDOW_MS / 1000 });
  }

  #repeatOf(kind: string, level: Level): Repeat {
    const key = this.#window.has(kind) || this.#window.size < MAX_KINDS ? kind : THE_REST;
    const known = this.#window.get(key);
    if (known !== undefined) return known;
    const repeat = { level, written: 0, held: 0 };
    this.#window.set(key, repeat);
    return repeat;
  }
}
