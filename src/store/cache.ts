/**
 * Caches answers while the events stay the same. A cached answer is given only if the database says, asked after the
 * call came, that it is still in the state of that answer. So no answer is older than the last acknowledged commit.
 */
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/operations';
import type { Database } from './database';
import type { Snapshot } from './event-store';
import { SELECT_STATE, type WithState } from './queries/expressions';
import { SingleFlight } from './single-flight';

export interface CacheOptions {
  /** Limits all cached answers in bytes. One takes at most an eighth. It is more than 0. */
  readonly maxBytes: number;
  /** A call waits for the database at most so long, in milliseconds. Reading the state takes at most half of it. */
  readonly timeoutMs: number;
}

type Entry = Snapshot<NonNullable<Answer>>;

/** A call waits at most for two checks: the running one and its own. */
const SHARE_OF_A_CHECK = 1 / 4;

/** An entry takes this many bytes without its texts and bytes. */
const ENTRY_BYTES = 128;

export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>;
  /** Has the running queries by their keys, so that equal calls share one (single flight). */
  readonly #running = new Map<string, Promise<Entry | undefined>>();
  readonly #owners = new WeakMap<object, number>();
  readonly #checks: SingleFlight<string | undefined>;
  #owned = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(
    private readonly database: Database,
    private readonly options: CacheOptions,
  ) {
    this.#entries = new LRUCache<string, Entry>({
      maxSize: options.maxBytes,
      maxEntrySize: Math.ceil(options.maxBytes / 8),
      sizeCalculation: bytesOf,
      dispose: (_entry, _key, reason) => {
        if (reason === 'evict') this.#evictions++;
      },
    });
    const timeoutMs = options.timeoutMs * SHARE_OF_A_CHECK;
    // If the database can't say its state, the query itself runs and shows the error.
    this.#checks = new SingleFlight(async () => {
      const [row] = await database.read<WithState>(SELECT_STATE, [], { timeoutMs }).catch(() => []);
      return row?.state ?? undefined;
    });
  }

  get stats() {
    const { calculatedSize: bytes } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, bytes };
  }

  /**
   * Returns the cached answer if the events are still the same, else the result of `ask`.
   * @param owner whose call it is: calls of the same name for others are other calls
   * @param ask gets the milliseconds that are left of the call's time
   */
  async get(owner: object, name: string, ask: (leftMs: number) => Promise<Entry>): Promise<Entry['value']> {
    const began = performance.now();
    const key = `${this.#numberOf(owner)} ${name}`;
    const candidate = this.#running.get(key) ?? this.#entries.get(key);
    if (candidate !== undefined) {
      const state = this.database.state?.() ?? (await this.#checks.next());
      const known = candidate instanceof Promise ? await candidate : candidate;
      if (state !== undefined && known?.state === state) {
        this.#hits++;
        return known.value;
      }
    }
    this.#misses++;
    const left = Math.max(1, this.options.timeoutMs - (performance.now() - began));
    return (await this.#ask(key, () => ask(left))).value;
  }

  async #ask(key: string, ask: () => Promise<Entry>): Promise<Entry> {
    const asked = ask();
    const running = asked.catch(() => undefined);
    this.#running.set(key, running);
    try {
      const entry = await asked;
      if (entry.state !== undefined) this.#entries.set(key, entry);
      return entry;
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

/** Returns the most memory that an entry takes: V8 needs two bytes a character unless all are Latin-1. */
function bytesOf({ value = '' }: Entry, key: string): number {
  return ENTRY_BYTES + 2 * key.length + sizeOf(value);
}

function sizeOf(value: NonNullable<Answer>): number {
  if (typeof value === 'string') return 2 * value.length;
  return 'text' in value ? 2 * value.text.length : value.length;
}
