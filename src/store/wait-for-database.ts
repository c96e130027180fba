import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, networkFailure } from '../lib/errors';
import type { Observe } from '../ops/observations';
import { classifyError, isTemporary, readFailureOf } from './classify-error';
import type { Database, Statement } from './database';
import { messageOf, NeedsOperatorError, originOf } from './errors';
import type { Store } from './event-store';

const OLDEST_POSTGRES = 14;
const PAUSE_MS = 500;
/** The first attempt is short, so that the operator soon sees why the service waits. Each later one is longer. */
const FIRST_ATTEMPT_MS = 1_000;

const SERVER: Statement = {
  name: 'server',
  text: `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
};

/**
 * Waits until the database answers, for at most `waitMs`.
 * @throws NeedsOperatorError if it does not answer, or is not a Postgres that the service supports
 */
export async function waitForDatabase(
  database: Database,
  url: string,
  observe: Observe,
  waitMs: number,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let timeoutMs = FIRST_ATTEMPT_MS; ; timeoutMs *= 2) {
    try {
      return await checkServer(database, timeoutMs);
    } catch (error) {
      if (error instanceof NeedsOperatorError) throw error;
      const unreachable = describe(url, error);
      if (!mayComeBack(error) || performance.now() + PAUSE_MS > deadline) throw unreachable;
      if (timeoutMs === FIRST_ATTEMPT_MS) {
        observe({ kind: 'database-error', reason: 'connection-lost', error: unreachable });
      }
      await sleep(PAUSE_MS);
    }
  }
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

function mayComeBack(error: unknown): boolean {
  const cause = originOf(error);
  return isTemporary(cause) || classifyError(cause) === 'timeout';
}

const SILENT = 'it does not answer';

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses the user',
  '57P03': 'it is starting up or shutting down',
  '53300': 'it has too many connections',
};

/** node-postgres sets no code for these errors. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded|due to connection timeout$/, SILENT],
  [
    /password must be a (non-empty )?string$/,
    'it asks for a password, and none is set: give it in DATABASE_URL or as PGPASSWORD',
  ],
];

function describe(url: string, error: unknown): NeedsOperatorError {
  const cause = originOf(error);
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(messageOf(cause)))?.[1];
  const meant = REASONS[codeOf(cause)] ?? byMessage ?? networkFailure(cause);
  const reason = classifyError(cause) === 'timeout' ? SILENT : meant;
  // The URL is not parsed by node-postgres, because that would read certificate files, which may be missing.
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const address = `${host || 'localhost'}, port ${(searchParams.get('port') ?? port) || 5432}`;
  return new NeedsOperatorError(`The database at ${address}, can't be reached: ${reason}.`, { cause });
}

/**
 * Waits until a call would succeed: the events of a migrated database can be read as in `/ready`, and an example of a
 * client's query succeeds. A service that listened earlier would answer only faults.
 * @param deadline a time of `performance.now()`
 * @throws UserError with one sentence for the operator
 */
export async function waitUntilReady(
  store: Store,
  { timeZone, deadline, observe }: { timeZone: string; deadline: number; observe: Observe },
): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      await store.checkEvents();
      // A query follows, because the check accepts a slow database, which is acceptable only in a running service.
      await store.example(new Date(), timeZone);
      return;
    } catch (error) {
      const sentence = sentenceFor(error);
      if (classifyError(error) === 'bug' || performance.now() + PAUSE_MS > deadline) throw sentence;
      if (!isTold) observe({ kind: 'database-error', reason: readFailureOf(error), error: sentence });
      await sleep(PAUSE_MS);
    }
  }
}

function sentenceFor(error: unknown): unknown {
  if (classifyError(error) !== 'timeout') return error;
  const reason = messageOf(originOf(error));
  return new NeedsOperatorError(
    `The database does not answer in the time that a query may take (${reason}): look for locks and load, or raise the statement_timeout of its user or QUERY_TIMEOUT_MS.`,
    { cause: error },
  );
}
