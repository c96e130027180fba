import { CallAbandonedError, ServiceBusyError, ServiceUnavailableError } from '../contract/errors';
import { type EventRow, eventRows } from '../formats/event';
import { messageOf, UserError } from '../lib/errors';
import { DAY, utcMidnight } from '../lib/time/dates';
import { ignoreObservations, type Observe } from '../ops/observations';
import type { AnswerCache } from './cache';
import { classifyError, readFailureOf } from './classify-error';
import type { Database, ReadOptions, Statement } from './database';
import { databaseUnavailable, NeedsOperatorError } from './errors';
import { checkMigrated, type Migrations } from './migrations';
import { SELECT_STATE, type WithState } from './queries/expressions';
import { SELECT_EVENT, SELECT_MONTH, SELECT_RANGE, type SelectEvents } from './queries/select-events';
import { type Example, SELECT_EXAMPLE } from './queries/select-example';

/** No event has this id, because ids are positive. */
const NO_EVENT = 0;
/** A check of the events may take this many milliseconds. */
const SLOW_MS = 500;

/** The range `[from, to)` is in milliseconds since 1970. Any numbers are allowed. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Represents a calendar month in a time zone: month 1–12, year 1–9999. */
export interface Month {
  readonly month: number;
  readonly year: number;
}

/** Selects events by a span of time. If there are more than `limit`, the query has no value. */
export interface Selection {
  readonly span: Range | Month;
  /** This is the IANA name of the zone in which all-day events and months begin. */
  readonly timeZone: string;
  readonly limit: number;
}

/** Contains the result of a query, and the state that the events had at the time of the query. */
export interface Snapshot<Value> {
  /** The value is `undefined` if the event does not exist, or if a list is longer than its limit. */
  readonly value: Value | undefined;
  /** The state changes with every change of the events. It is `undefined` if the database does not report it. */
  readonly state: string | undefined;
}

/**
 * Answers the queries of the service. Lists are ordered by start, then id. Every query may throw
 * `ServiceUnavailableError`, `ServiceBusyError` or `CallAbandonedError`.
 */
export interface EventStore {
  readonly cache?: AnswerCache | undefined;
  /** Returns an event in the default JSON format. */
  eventJson(id: number, options?: ReadOptions): Promise<Snapshot<string>>;
  event(id: number, options?: ReadOptions): Promise<Snapshot<EventRow>>;
  /** Returns a list in the default JSON format. */
  listJson(selection: Selection, options?: ReadOptions): Promise<Snapshot<string>>;
  list(selection: Selection, options?: ReadOptions): Promise<Snapshot<readonly EventRow[]>>;
  /**
   * Returns an event of the month of `now` in the zone, else the next later event, else the last earlier event. Returns
   * `undefined` if there are no events.
   */
  example(now: Date, timeZone: string, options?: ReadOptions): Promise<Example | undefined>;
}

interface StoreOptions {
  readonly observe?: Observe;
  /** The cache keeps answers. If it is undefined, every call queries the database. */
  readonly cache?: AnswerCache | undefined;
  /** A check expects these migrations. By default it reads the program's migration files each time. */
  readonly migrations?: Migrations;
}

export class Store implements EventStore {
  constructor(
    readonly database: Database,
    private readonly options: StoreOptions = {},
  ) {}

  get cache(): AnswerCache | undefined {
    return this.options.cache;
  }

  async state(): Promise<string | undefined> {
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
    const values = [now.toISOString(), nameInPostgres(timeZone)];
    const [row] = await this.read<Example>(SELECT_EXAMPLE, values, options);
    return row;
  }

  /**
   * Checks that the service can answer now: the database is reachable and migrated for this program, and the events can
   * be read. Errors have a sentence for the operator.
   * @throws ServiceUnavailableError if the database does not answer, and NeedsOperatorError if the operator must act
   */
  async check(): Promise<void> {
    try {
      await checkMigrated(this.database, { migrations: this.options.migrations, forService: true });
    } catch (error) {
      // The embedded store is busy while it runs another query.
      if (error instanceof ServiceBusyError) return;
      throw error;
    }
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
    // The state is read first. If a change follows, the answer is newer than its state, but never older.
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
      // A query that the database itself cancelled is reported below with the database's message.
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
 * Returns true if only a lock or a queue delays the check. A service with this delay stays ready, because calls only
 * wait. If the load balancer removed every replica, all calls would fail.
 */
function isSlow(error: unknown): boolean {
  if (error instanceof ServiceBusyError) return true;
  return error instanceof ServiceUnavailableError && classifyError(error.cause) === 'timeout';
}

function parametersOf({ span, timeZone, limit }: Selection): {
  readonly statements: SelectEvents;
  readonly values: readonly unknown[];
} {
  const zone = nameInPostgres(timeZone);
  return 'year' in span
    ? { statements: SELECT_MONTH, values: [span.year, span.month, zone, limit] }
    : { statements: SELECT_RANGE, values: [timestamptz(span.from), timestamptz(span.to), zone, limit] };
}

/**
 * Maps names of zones to other names. Postgres takes the names on the left for abbreviations, which have no daylight
 * saving time. In the tz database they are links to the zones on the right.
 */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
]);

function nameInPostgres(timeZone: string): string {
  return ABBREVIATIONS.get(timeZone.toUpperCase()) ?? timeZone;
}

// Events are in the years 1 to 9999. East of Greenwich an all-day event begins up to a day before its midnight in UTC.
// The latest all-day event ends at the midnight of December 31, so it ends before the year 10000 in every zone.
const EARLIEST = utcMidnight(1, 1) - DAY;
const LATEST = utcMidnight(10_000, 1);

/** Returns a timestamp as Postgres reads it: the year 0 is 1 BC, and a year of five digits has no sign. */
function timestamptz(milliseconds: number): string {
  const iso = new Date(Math.min(Math.max(milliseconds, EARLIEST), LATEST)).toISOString();
  if (iso.startsWith('0000')) return `0001${iso.slice(4)} BC`;
  return iso.replace(/^\+0/, '');
}
