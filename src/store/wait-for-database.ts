import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, messageOf, networkFailure } from '../lib/errors';
import type { Observe } from '../ops/observations';
import { classifyError, isTemporary, NO_PASSWORD, readFailureOf, UNKNOWN_LOGIN } from './classify-error';
import type { Database, Statement } from './database';
import { NeedsOperatorError, unwrapError } from './errors';
import type { Store } from './event-store';

const OLDEST_POSTGRES = 14;
const PAUSE_MS = 500;
/**
 * The first attempt may take this many milliseconds. It is short, so that the operator soon sees why the service waits.
 * Each later attempt may take twice as long as the attempt before.
 */
const FIRST_ATTEMPT_MS = 1_000;

const SERVER: Statement = {
  name: 'server',
  text: `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
};

interface Waiting {
  /** This is the time of `performance.now()` at which waiting ends. */
  readonly deadline: number;
  readonly observe: Observe;
}

/** Says what the operator must know about a failed attempt, and whether a later attempt may succeed. */
interface Failure {
  readonly sentence: unknown;
  readonly mayPass: boolean;
}

async function repeated(
  attempt: (nth: number) => Promise<unknown>,
  failureOf: (error: unknown) => Failure,
  { deadline, observe }: Waiting,
): Promise<void> {
  for (let nth = 0; ; nth++) {
    try {
      await attempt(nth);
      return;
    } catch (error) {
      const { sentence, mayPass } = failureOf(error);
      if (!mayPass || performance.now() + PAUSE_MS > deadline) throw sentence;
      if (nth === 0) observe({ kind: 'database-error', reason: readFailureOf(error), error: sentence });
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Waits until the database answers.
 * @throws NeedsOperatorError if it does not answer, or is not a Postgres that the service supports
 */
export function waitForDatabase(database: Database, url: string, waiting: Waiting): Promise<void> {
  const failureOf = (error: unknown): Failure => {
    if (error instanceof NeedsOperatorError) return { sentence: error, mayPass: false };
    return {
      sentence: unreachable(url, error),
      mayPass: isTemporary(error) || classifyError(error) === 'timeout',
    };
  };
  return repeated((nth) => checkServer(database, FIRST_ATTEMPT_MS * 2 ** nth), failureOf, waiting);
}

/**
 * Waits until a call would succeed: the database is migrated, the events can be read as in `/ready`, and an example of
 * a client's query succeeds. A service that listened earlier would answer only faults.
 * @throws UserError with one sentence for the operator
 */
export function waitUntilReady(store: Store, timeZone: string, waiting: Waiting): Promise<void> {
  const attempt = async () => {
    await store.check();
    await checkTimeZone(store.database, timeZone);
    // A query follows, because the check accepts a slow database, which is acceptable only in a running service.
    await store.example(new Date(), timeZone);
  };
  const failureOf = (error: unknown): Failure => ({
    sentence: sentenceFor(error),
    mayPass: classifyError(error) !== 'bug',
  });
  return repeated(attempt, failureOf, waiting);
}

async function checkServer(database: Database, timeoutMs: number): Promise<void> {
  const [server] = await database.read<{ version: number; encoding: string }>(SERVER, [], { timeoutMs });
  if (server === undefined) throw new Error('a SELECT without FROM answered no row');
  const major = Math.floor(server.version / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new NeedsOperatorError(
      `The database is Postgres ${major}, and the service needs ${OLDEST_POSTGRES} or later: upgrade the server.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new NeedsOperatorError(
      `The database's encoding is ${server.encoding}, and the service needs UTF8: create the database with ENCODING 'UTF8'.`,
    );
  }
}

const SILENT = 'it does not answer';

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '57P03': 'it is starting up or shutting down',
  '53300': 'it has too many connections',
};

/** Maps messages of errors to reasons. These messages say more than the error's code, or the error has no code. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /pg_hba\.conf (entry|rejects).*, no encryption$/,
    'its pg_hba.conf does not let in this user from this address without TLS: set sslmode, or add a line there',
  ],
  [
    /pg_hba\.conf (entry|rejects)/,
    'its pg_hba.conf does not let in this user from this address: add a line there',
  ],
  [
    /client certificate$/,
    'it asks for a client certificate: set sslcert and sslkey in DATABASE_URL to the files of the certificate and its key',
  ],
  [/^timeout (exceeded|expired)|due to connection timeout$/, SILENT],
  [NO_PASSWORD, 'it asks for a password, and none is set: give it in DATABASE_URL or as PGPASSWORD'],
  [
    new RegExp(`^${UNKNOWN_LOGIN}`),
    'it asks for a login by GSSAPI or SSPI, which the program does not know: give its user another method in pg_hba.conf',
  ],
];

/**
 * If the error means that the server can't be reached, returns an error that says why. Returns any other error
 * unchanged.
 */
export function explainUnreachable(url: string, error: unknown): unknown {
  const isOutside = ['lost', 'timeout', 'denied'].includes(classifyError(error));
  return isOutside && !(error instanceof NeedsOperatorError) ? unreachable(url, error) : error;
}

function unreachable(url: string, error: unknown): NeedsOperatorError {
  const cause = unwrapError(error);
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(messageOf(cause)))?.[1];
  const meant = byMessage ?? REASONS[codeOf(cause)] ?? networkFailure(cause);
  const reason = classifyError(cause) === 'timeout' ? SILENT : meant;
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const address = `${host || 'localhost'}, port ${(searchParams.get('port') ?? port) || 5432}`;
  return new NeedsOperatorError(`The database at ${address}, can't be reached: ${reason}.`, { cause });
}

/** Checks that the database knows the zone, because its list of zones may be older than Node's. */
async function checkTimeZone(database: Database, timeZone: string): Promise<void> {
  const statement = { name: 'time_zone', text: 'SELECT (now() AT TIME ZONE $1::text)::text AS time' };
  try {
    await database.read(statement, [timeZone]);
  } catch (error) {
    // 22023 invalid_parameter_value
    if (codeOf(error) !== '22023') throw error;
    throw new NeedsOperatorError(
      `TIME_ZONE is ${timeZone}, which the database does not know: use another name of the zone.`,
      { cause: error },
    );
  }
}

function sentenceFor(error: unknown): unknown {
  const origin = unwrapError(error);
  // The error of a failed read has only the sentence for clients, but its origin may have a sentence for the operator.
  if (classifyError(error) !== 'timeout') return origin instanceof NeedsOperatorError ? origin : error;
  const reason = messageOf(origin);
  return new NeedsOperatorError(
    `The database does not answer in the time that a query may take (${reason}): look for locks and load, or raise the statement_timeout of its user or QUERY_TIMEOUT_MS.`,
    { cause: error },
  );
}
