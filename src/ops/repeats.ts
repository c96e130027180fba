/** How many lines of one kind are written in a window before they are only counted. */
const BURST = 10;
const WINDOW_MS = 60_000;
/** A line's kind may hold text from outside: past this many kinds a window counts the rest together. */
const MAX_KINDS = 100;

const THE_REST = 'other failures';

interface Repeat {
  written: number;
  held: number;
}

/**
 * Keeps failures that repeat from filling the log: the first ten of a kind in a minute are written, the others
 * counted and told in one line when the minute is over.
 */
export class Repeats {
  #window = new Map<string, Repeat>();
  #timer: NodeJS.Timeout | undefined;

  /** @param tell gets each kind of which lines were held back, and how many, at the end of a window */
  constructor(private readonly tell: (kind: string, held: number, seconds: number) => void) {}

  /** Whether a line of this kind is to be written now. */
  admit(kind: string): boolean {
    const repeat = this.#repeatOf(kind);
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
    for (const [kind, { held }] of window) if (held > 0) this.tell(kind, held, WINDOW_MS / 1000);
  }

  #repeatOf(kind: string): Repeat {
    const key = this.#window.has(kind) || this.#window.size < MAX_KINDS ? kind : THE_REST;
    const known = this.#window.get(key);
    if (known !== undefined) return known;
    const repeat = { written: 0, held: 0 };
    this.#window.set(key, repeat);
    return repeat;
  }
}
