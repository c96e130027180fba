/**
 * Answers that are kept while the events are the same. An answer is given again only when the database itself said,
 * asked after the question came, that it is still in the state in which the answer was read: nothing is older than a
 * commit that was acknowledged before.
 */
import { BoundedMap, bytesOfText } from '../memory/bounded-map';
import type { Database } from './database';
import { SELECT_STATE, type WithState } from './queries/event-state';
import { SharedWork } from './shared-work';

/** `undefined` is an answer too: a list that is too long. */
export type Answer = string | undefined;

/** An answer and the state of the events that it was read in; `undefined` where that is not known. */
export interface Found {
  readonly answer: Answer;
  readonly state: string | undefined;
}

export interface AnswersOptions {
  readonly maxBytes: number;
  /** How long a question waits for the database in all; half of it goes at most to asking for the state. */
  readonly timeoutMs: number;
}

export interface AnswerNumbers {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
}

/** A question waits at most for the check that is running and for its own. */
const SHARE_OF_A_CHECK = 1 / 4;

export class Answers {
  readonly #kept: BoundedMap<string, Found>;
  readonly #running = new Map<string, Promise<Found | undefined>>();
  readonly #owners = new WeakMap<object, number>();
  readonly #checks: SharedWork<string | undefined>;
  #owned = 0;
  #hits = 0;
  #misses = 0;

  constructor(
    private readonly database: Database,
    private readonly options: AnswersOptions,
  ) {
    this.#kept = new BoundedMap(options.maxBytes);
    const timeoutMs = options.timeoutMs * SHARE_OF_A_CHECK;
    // A database that can't say is asked the question itself, and what is wrong comes to light there.
    this.#checks = new SharedWork(async () => {
      const [row] = await database.read<WithState>(SELECT_STATE, [], { timeoutMs }).catch(() => []);
      return row?.state ?? undefined;
    });
  }

  get numbers(): AnswerNumbers {
    const { bytes, evictions } = this.#kept;
    return { hits: this.#hits, misses: this.#misses, evictions, bytes };
  }

  /**
   * The answer that is kept, if the events are still the same, else what `ask` finds.
   * @param owner whose question it is: others' of the same name are other questions
   * @param ask gets the milliseconds that are left of the question's time
   */
  async get(owner: object, name: string, ask: (leftMs: number) => Promise<Found>): Promise<Answer> {
    const began = performance.now();
    const key = `${this.#numberOf(owner)} ${name}`;
    const candidate = this.#running.get(key) ?? this.#kept.get(key);
    if (candidate !== undefined) {
      const state = this.database.state?.() ?? (await this.#checks.next());
      const known = candidate instanceof Promise ? await candidate : candidate;
      if (state !== undefined && known?.state === state) {
        this.#hits++;
        return known.answer;
      }
    }
    this.#misses++;
    const left = Math.max(1, this.options.timeoutMs - (performance.now() - began));
    const { answer } = await this.#ask(key, () => ask(left));
    return answer;
  }

  async #ask(key: string, ask: () => Promise<Found>): Promise<Found> {
    // Read before the question is asked: what changes in between makes the answer newer than its state, never older.
    const ownState = this.database.state?.();
    const asked = ask().then((found) => (ownState === undefined ? found : { ...found, state: ownState }));
    const running = asked.catch(() => undefined);
    this.#running.set(key, running);
    try {
      const found = await asked;
      if (found.state !== undefined) this.#kept.set(key, found, bytesOfText(key + (found.answer ?? '')));
      return found;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }

  #numberOf(owner: object): number {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    this.#owners.set(owner, ++this.#owned);
    return this.#owned;
  }
}
