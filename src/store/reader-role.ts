import type { Session } from './database';

const ROLE = 'events_reader';

/** What the service reads. */
export const READ_TABLES = 'event, event_version, schema_migration';

/**
 * What every role may do unless it is taken from all: temporary tables, tables of its own (Postgres 14), large
 * objects, and naps in a connection. Where the migrating role does not own them Postgres warns and leaves them.
 * A role's own password and settings can't be taken away: docs/operations.md says what follows.
 */
const TAKEN_FROM_ALL = `lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea),
    pg_sleep(double precision), pg_sleep_for(interval), pg_sleep_until(timestamptz)`;

/**
 * Makes or changes the role that the service should read with: whatever reaches the database by it can't write.
 * The limits are the role's own, because PgBouncer refuses them as parameters of a connection.
 * @param queryTimeoutMs how long the service waits; the server gives up a little earlier
 */
export async function makeReader(session: Session, password: string, queryTimeoutMs: number): Promise<void> {
  const [names] = await session.query<{
    exists: boolean;
    password: string;
    database: string;
    schema: string;
  }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS exists, quote_literal($1::text) AS password,
      quote_ident(current_database()) AS database, quote_ident(current_schema()) AS schema`,
    [password],
  );
  if (names === undefined) throw new Error('a SELECT without FROM answered no row');
  const { exists, database, schema } = names;
  const statementTimeout = Math.max(1, Math.floor(queryTimeoutMs * 0.9));
  await session.script(`
    ${exists ? 'ALTER' : 'CREATE'} ROLE ${ROLE} LOGIN PASSWORD ${names.password};
    ALTER ROLE ${ROLE} SET default_transaction_read_only = on;
    ALTER ROLE ${ROLE} SET statement_timeout = ${statementTimeout};
    ALTER ROLE ${ROLE} SET max_parallel_workers_per_gather = 0;
    REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC;
    REVOKE EXECUTE ON FUNCTION ${TAKEN_FROM_ALL} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO ${ROLE};
    GRANT USAGE ON SCHEMA ${schema} TO ${ROLE};
    GRANT SELECT ON ${READ_TABLES} TO ${ROLE};
  `);
}
