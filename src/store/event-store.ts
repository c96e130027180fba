import { CallAbandonedError, ServiceBusyError, ServiceUnavailableError } from '../contract/errors';
import { type EventRow, eventRows } from '../formats/event';
import { UserError } from '../lib/errors';
import { DAY, utcMidnight } from '../lib/time/dates';
import { ignoreObservations, type Observe } from '../ops/observations';
import type { AnswerCache } from './cache';
import { classifyError, readFailureOf } from './classify-error';
import type { Database, ReadOptions, Statement } from './database';
import { databaseUnavailable, messageOf, NeedsOperatorError } from './errors';
import { checkMigrated, type Migrations } from './migrations';
import { SELECT_STATE, type WithState } from './queries/expressions';
import { SELECT_EVENT, SELECT_MONTH, SELECT_RANGE, type SelectEvents } from './queries/select-events';
import { type Example, SELECT_EXAMPLE } from './queries/select-example';

/** No event has it: ids are positive. */
const NO_EVENT = 0;
/** Limits the time of the check for an event. */
const SLOW_MS = 500;

/** Both are in milliseconds since 1970 and half-open. Any number is allowed. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Represents a month of a time zone's calendar: 1–12 of the years 1–9999. */
export interface Month {
  readonly month: number;
  readonly year: number;
}

/** Selects the events of a list. */
export interface Selection {
  readonly span: Range | Month;
  /** This is the IANA name of the zone in which all-day events and months begin. */
  readonly timeZone: string;
  readonly limit: number;
}

/** Contains the answer of a query, and the state of the events in which it was read. */
export interface Snapshot<Value> {
  /** It is `undefined` if there is no such event, or if a list is longer than its limit. */
  readonly value: Value | undefined;
  /** It changes with every change of the events, and is `undefined` if it is not known. */
  readonly state: string | undefined;
}

/**
 * Answers the queries of the service. Lists are ordered by start, then id. Every query may throw
 * `ServiceUnavailableError`, `ServiceBusyError` or `CallAbandonedError`.
 */
export interface EventStore {
  /** Caches the answers to queries of this store. */
  readonly cache?: AnswerCache | undefined;
  /** Returns the JSON of an event, as the default format answers it. */
  eventJson(id: number, options?: ReadOptions): Promise<Snapshot<string>>;
  event(id: number, options?: ReadOptions): Promise<Snapshot<EventRow>>;
  /** Returns a JSON array, as the default format answers it. */
  listJson(selection: Selection, options?: ReadOptions): Promise<Snapshot<string>>;
  list(selection: Selection, options?: ReadOptions): Promise<Snapshot<readonly EventRow[]>>;
  /** Returns an event of this month, else the next one, else the last. Its month is a calendar month of the zone. */
  example(now: Date, timeZone: string, options?: ReadOptions): Promise<Example | undefined>;
}

interface StoreOptions {
  readonly observe?: Observe;
  /** If given, answers are cached here. */
  readonly cache?: AnswerCache | undefined;
  /** The check expects these migrations. By default it reads the files each time. */
  readonly migrations?: Migrations;
}

/** Implements the store that `serve` opens. */
export class Store implements EventStore {
  constructor(
    readonly database: Database,
    private readonly options: StoreOptions = {},
  ) {}

  get cache(): AnswerCache | undefined {
    return this.options.cache;
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

  eventJson(id: number, options?: ReadOptions): Promise<Snapshot<string>> {
    return this.readText(SELECT_EVENT.json, [id], options);
  }

  async event(id: number, options?: ReadOptions): Promise<Snapshot<EventRow>> {
    const { value, state } = await this.readText(SELECT_EVENT.row, [id], options);
    return { value: value === undefined ? undefined : eventRows(value)[0], state };
  }

  listJson(selection: Selection, options?: ReadOptions): Promise<Snapshot<string>> {
    const { statements, values } = parametersOf(selection);
    return this.readText(statements.json, values, options);
  }

  async list(selection: Selection, options?: ReadOptions): Promise<Snapshot<readonly EventRow[]>> {
    const { statements, values } = parametersOf(selection);
    const { value, state } = await this.readText(statements.rows, values, options);
    return { value: value === undefined ? undefined : eventRows(value), state };
  }

  async example(now: Date, timeZone: string, options?: ReadOptions): Promise<Example | undefined> {
    const values = [now.toISOString(), timeZone];
    const [row] = await this.read<Omit<Example, 'id'> & { readonly id: string }>(
      SELECT_EXAMPLE,
      values,
      options,
    );
    return row && { ...row, id: Number(row.id) };
  }

  /**
   * Checks that the service could answer now: the database is there, migrated for this program, and lets the events be
   * read. Errors have a sentence for the operator.
   * @throws ServiceUnavailableError, NeedsOperatorError
   */
  async check(): Promise<void> {
    try {
      await checkMigrated(this.database, { migrations: this.options.migrations, forService: true });
    } catch (error) {
      // The embedded store is busy while it runs another query.
      if (error instanceof ServiceBusyError) return;
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
      if (error instanceof UserError) throw error;
      throw new NeedsOperatorError(`The events can't be read: ${messageOf(error)}.`, { cause: error });
    }
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private async readText(
    statement: Statement,
    values: readonly unknown[],
    options?: ReadOptions,
  ): Promise<Snapshot<string>> {
    // If a change comes after this, the answer is newer than its state, never older.
    const ownState = this.database.state?.();
    const [row] = await this.read<{ text: string | null } & WithState>(statement, values, options);
    return { value: row?.text ?? undefined, state: ownState ?? row?.state ?? undefined };
  }

  private async read<Row>(
    statement: Statement,
    values: readonly unknown[],
    options?: ReadOptions,
  ): Promise<Row[]> {
    const { observe = ignoreObservations } = this.options;
    try {
      return await this.database.read<Row>(statement, values, options);
    } catch (error) {
      if (error instanceof CallAbandonedError) throw error;
      const kind = classifyError(error);
      // If the database itself gave up the query, the operator needs its words.
      if (error instanceof ServiceBusyError && kind !== 'timeout') {
        observe({ kind: 'limit-hit', limit: 'database-queue' });
        throw error;
      }
      if (!(error instanceof ServiceUnavailableError) && kind === 'bug') throw error;
      const unavailable = error instanceof ServiceUnavailableError ? error : databaseUnavailable(error);
      observe({ kind: 'database-error', reason: readFailureOf(error), error: unavailable });
      throw unavailable;
    }
  }
}

/**
 * A lock or a queue makes calls wait, but they do not fail. If the balancer took every replica out for that, they
 * would. The server itself is known to answer by then.
 */
function isSlow(error: unknown): boolean {
  if (error instanceof ServiceBusyError) return true;
  return error instanceof ServiceUnavailableError && classifyError(error.cause) === 'timeout';
}

function parametersOf({ span, timeZone, limit }: Selection): {
  readonly statements: SelectEvents;
  readonly values: readonly unknown[];
} {
  return 'year' in span
    ? { statements: SELECT_MONTH, values: [span.year, span.month, timeZone, limit] }
    : { statements: SELECT_RANGE, values: [timestamptz(span.from), timestamptz(span.to), timeZone, limit] };
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
