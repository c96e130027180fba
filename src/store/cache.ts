/**
 * Caches answers while the events stay the same. Each call asks the database for its current state, and uses a cached
 * answer only if it was read in the same state. So no answer is older than the last commit before the call.
 */
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/operations';
import type { Database } from './database';
import type { Snapshot } from './event-store';
import { SELECT_STATE, type WithState } from './queries/expressions';
import { SingleFlight } from './single-flight';

export interface CacheOptions {
  /**
   * All cached answers together have at most this many bytes, which must be more than 0. Each answer has at most an
   * eighth of them.
   */
  readonly maxBytes: number;
  /** A call waits at most this many milliseconds for the database. At most half of this is for reading the state. */
  readonly timeoutMs: number;
}

type Entry = Snapshot<Answer>;

/**
 * A check of the state may take this fraction of a call's time. A call waits for at most two checks: the check that is
 * running, and the check after it.
 */
const SHARE_OF_A_CHECK = 1 / 4;

/** An entry takes this many bytes in addition to its key and its value. */
const ENTRY_BYTES = 128;
/** An entry counts as at least this many bytes, because `bytesOf` would count too few for the shortest answers. */
const LEAST_BYTES = 320;

export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>;
  /** Maps keys to running queries, so that equal calls share one query (single flight). */
  readonly #running = new Map<string, Promise<Entry | undefined>>();
  readonly #owners = new WeakMap<object, number>();
  readonly #checks: SingleFlight<string | undefined>;
  #owned = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  constructor(
    private readonly database: Pick<Database, 'read' | 'state'>,
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
    // If the state can't be read, the call's own query runs and reports the error.
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
   * @param owner the object to which the call belongs; other owners may use the same names for other calls
   * @param ask runs the query in the milliseconds that are left of the call's time
   */
  async get(owner: object, name: string, ask: (leftMs: number) => Promise<Entry>): Promise<Entry['value']> {
    const began = performance.now();
    const leftMs = () => this.options.timeoutMs - (performance.now() - began);
    const key = `${this.#numberOf(owner)} ${name}`;
    const candidate = this.#running.get(key) ?? this.#entries.get(key);
    if (candidate !== undefined) {
      const state = this.database.state?.() ?? (await this.#checks.next());
      const known = candidate instanceof Promise ? await candidate : candidate;
      const isCurrent = state !== undefined && known?.state === state;
      // If another call has started a query in the meantime, its result is used: a query of this call would return
      // nothing newer. If that call fails, for example because its client disconnects, the next call queries for all.
      let other = isCurrent ? known : this.#running.get(key);
      while (other !== undefined) {
        const shared = other instanceof Promise ? await other : other;
        if (shared !== undefined) {
          this.#hits++;
          return shared.value;
        }
        other = leftMs() > 0 ? this.#running.get(key) : undefined;
      }
    }
    this.#misses++;
    return (await this.#ask(key, () => ask(leftMs()))).value;
  }

  async #ask(key: string, ask: () => Promise<Entry>): Promise<Entry> {
    const asked = ask();
    this.#running.set(
      key,
      asked.catch(() => undefined),
    );
    try {
      const entry = await asked;
      if (entry.state !== undefined) this.#entries.set(key, entry);
      return entry;
    } finally {
      this.#running.delete(key);
    }
  }

  #numberOf(owner: object): number {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    this.#owners.set(owner, ++this.#owned);
    return this.#owned;
  }
}

/** Returns the memory of an entry in bytes: V8 needs two bytes for each character unless all of them are Latin-1. */
function bytesOf({ value }: Entry, key: string): number {
  return Math.max(LEAST_BYTES, ENTRY_BYTES + 2 * key.length + sizeOf(value ?? ''));
}

function sizeOf(value: NonNullable<Answer>): number {
  if (typeof value === 'string') return 2 * value.length;
  return 'text' in value ? 2 * value.text.length : value.length;
}
