import { Result } from '../contract/operations';
import { type EventRow, eventRows } from '../formats/event';
import type { CancelSignal } from '../lib/cancel-signal';
import { DAY, utcMidnight } from '../lib/time/dates';
import { ignoreObservations, type Observe } from '../ops/observations';
import type { AnswerCache } from './cache';
import { classifyError, readFailureOf } from './classify-error';
import type { Database, Statement } from './database';
import {
  messageOf,
  NeedsOperatorError,
  ReadAbandonedError,
  StoreBusyError,
  StoreError,
  StoreUnavailableError,
} from './errors';
import { checkMigrated, type Migrations } from './migrations';
import { SELECT_STATE, type WithState } from './queries/expressions';
import { SELECT_EVENT, SELECT_MONTH, SELECT_RANGE, type SelectEvents } from './queries/select-events';
import { type Example, SELECT_EXAMPLE } from './queries/select-example';

/** No event has it: ids are positive. */
const NO_EVENT = 0;
/** Time limit of the check for an event. */
const SLOW_MS = 500;

/** Both are in milliseconds since 1970 and half-open. Any number is allowed. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A month of a time zone's calendar: 1–12 of the years 1–9999. */
export interface Month {
  readonly month: number;
  readonly year: number;
}

/** The events of a list, and the most that it may hold. */
export interface Selection {
  readonly span: Range | Month;
  /** The IANA name of the zone in which all-day events and months begin. */
  readonly timeZone: string;
  readonly limit: number;
}

/**
 * The queries of the service. Lists are ordered by start, then id. `undefined` means that a list is longer than its
 * limit. Every query may throw `StoreUnavailableError` or `StoreBusyError`.
 */
export interface EventStore {
  /** The JSON of an event, as the default format answers it. */
  eventJson(id: number): Promise<string | undefined>;
  event(id: number): Promise<EventRow | undefined>;
  /** A JSON array, as the default format answers it. */
  listJson(selection: Selection): Promise<string | undefined>;
  list(selection: Selection): Promise<readonly EventRow[] | undefined>;
  /**
   * Returns the same store for one caller. A query that is still waiting when `signal` is aborted ends in
   * `ReadAbandonedError`.
   */
  for(signal: CancelSignal): EventStore;
  /**
   * Returns the cached result if no event has changed since, else the result of `ask`.
   * @param owner whose question it is; with `name` it says all that the answer depends on beside the events
   * @param ask asks the store that it is given one question
   */
  cached(
    owner: object,
    name: string,
    ask: (store: EventStore) => Promise<string | undefined>,
  ): Promise<Result | undefined>;
}

interface StoreOptions {
  readonly observe?: Observe;
  /** If given, answers are cached here. */
  readonly cache?: AnswerCache | undefined;
  /** The migrations that the check expects. By default it reads the files each time. */
  readonly migrations?: Migrations;
}

/** The caller of a query, and its time. */
interface Asking {
  readonly signal: CancelSignal | undefined;
  /** A shorter time limit than that of all queries. */
  readonly timeoutMs: number | undefined;
}

const ANYBODY: Asking = { signal: undefined, timeoutMs: undefined };

/** An open store, as `serve` uses it. */
export class Store implements EventStore {
  /** The state of the events at the last query. */
  #state: string | undefined;

  constructor(
    readonly database: Database,
    private readonly options: StoreOptions = {},
    private readonly asking: Asking = ANYBODY,
  ) {}

  /** The cache of answers, or `undefined` if there is none. */
  get cache(): AnswerCache | undefined {
    return this.options.cache;
  }

  for(signal: CancelSignal): Store {
    return new Store(this.database, this.options, { signal, timeoutMs: this.asking.timeoutMs });
  }

  async cached(
    owner: object,
    name: string,
    ask: (store: EventStore) => Promise<string | undefined>,
  ): Promise<Result | undefined> {
    const { cache } = this.options;
    if (cache === undefined) return resultOf(await ask(this));
    return cache.get(owner, name, async (timeoutMs) => {
      const asked = new Store(this.database, this.options, { signal: this.asking.signal, timeoutMs });
      return { text: await ask(asked), state: asked.#state };
    });
  }

  /**
   * Returns the state of the events, which changes with every change. Returns `undefined` if the database can't say.
   */
  async state(): Promise<string | undefined> {
    const own = this.database.state?.();
    if (own !== undefined) return own;
    const [row] = await this.read<WithState>(SELECT_STATE, []);
    return row?.state ?? undefined;
  }

  eventJson(id: number): Promise<string | undefined> {
    return this.readText(SELECT_EVENT.json, [id]);
  }

  async event(id: number): Promise<EventRow | undefined> {
    const text = await this.readText(SELECT_EVENT.row, [id]);
    return text === undefined ? undefined : eventRows(text)[0];
  }

  listJson(selection: Selection): Promise<string | undefined> {
    const { statements, values } = question(selection);
    return this.readText(statements.json, values);
  }

  async list(selection: Selection): Promise<readonly EventRow[] | undefined> {
    const { statements, values } = question(selection);
    const text = await this.readText(statements.rows, values);
    return text === undefined ? undefined : eventRows(text);
  }

  /** Returns an event of this month, else the next one, else the last. Its month is a calendar month of the zone. */
  async example(now: Date, timeZone: string): Promise<Example | undefined> {
    const values = [now.toISOString(), timeZone];
    const [row] = await this.read<Omit<Example, 'id'> & { readonly id: string } & Partial<WithState>>(
      SELECT_EXAMPLE,
      values,
    );
    return row && { ...row, id: Number(row.id) };
  }

  /**
   * Checks that the service could answer now: the database is there, migrated for this program, and lets the events be
   * read. Errors have a sentence for the operator.
   * @throws StoreUnavailableError, NeedsOperatorError
   */
  async check(): Promise<void> {
    try {
      await checkMigrated(this.database, this.options.migrations);
    } catch (error) {
      // For the embedded store, which runs one query after the other.
      if (error instanceof StoreBusyError) return;
      throw error;
    }
    await this.checkEvents();
  }

  /** Checks like `check`, for a database that is known to be migrated. */
  async checkEvents(): Promise<void> {
    try {
      await this.database.read(SELECT_EVENT.everything, [NO_EVENT], { timeoutMs: SLOW_MS });
    } catch (error) {
      if (isSlow(error)) return;
      if (error instanceof StoreError) throw error;
      throw new NeedsOperatorError(`The events can't be read: ${messageOf(error)}.`, { cause: error });
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async readText(statement: Statement, values: readonly unknown[]): Promise<string | undefined> {
    const [row] = await this.read<{ text: string | null } & WithState>(statement, values);
    return row?.text ?? undefined;
  }

  private async read<Row extends Partial<WithState>>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const { observe = ignoreObservations } = this.options;
    try {
      const rows = await this.database.read<Row>(statement, values, this.asking);
      this.#state = rows[0]?.state ?? undefined;
      return rows;
    } catch (error) {
      if (error instanceof StoreBusyError) observe({ kind: 'limit-hit', limit: 'database-queue' });
      if (error instanceof StoreBusyError || error instanceof ReadAbandonedError) throw error;
      if (!(error instanceof StoreUnavailableError) && classifyError(error) === 'bug') throw error;
      const unavailable = error instanceof StoreUnavailableError ? error : new StoreUnavailableError(error);
      observe({ kind: 'database-error', reason: readFailureOf(error), error: unavailable });
      throw unavailable;
    }
  }
}

export function resultOf(text: string | undefined): Result | undefined {
  return text === undefined ? undefined : new Result(text);
}

/**
 * A lock or a queue makes calls wait, but they do not fail. If the balancer took every replica out for that, they
 * would. The server itself is known to answer by then.
 */
function isSlow(error: unknown): boolean {
  if (error instanceof StoreBusyError) return true;
  return error instanceof StoreUnavailableError && classifyError(error.cause) === 'timeout';
}

function question({ span, timeZone, limit }: Selection) {
  const [statements, first, second] = parametersOf(span);
  return { statements, values: [first, second, timeZone, limit] };
}

function parametersOf(span: Range | Month): readonly [SelectEvents, unknown, unknown] {
  return 'year' in span
    ? [SELECT_MONTH, span.year, span.month]
    : [SELECT_RANGE, timestamptz(span.from), timestamptz(span.to)];
}

// No event lies outside the years 1 to 9999, nor, all-day in any zone, more than a day beyond them.
const EARLIEST = utcMidnight(1, 1) - 2 * DAY;
const LATEST = utcMidnight(10_000, 1) + DAY;

/** Writes a date for Postgres, which calls year 0 of ISO 8601 1 BC and allows no sign before a year of five digits. */
function timestamptz(milliseconds: number): string {
  const iso = new Date(Math.min(Math.max(milliseconds, EARLIEST), LATEST)).toISOString();
  if (iso.startsWith('0000')) return `0001${iso.slice(4)} BC`;
  return iso.replace(/^\+0/, '');
}
