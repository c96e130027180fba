import type { Database, Session, Statement } from './database';
import { NeedsOperatorError } from './errors';

interface Access {
  readonly user: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
  /** This is true if the user owns the database, is a member of the role that does, or is a superuser. */
  readonly owner: boolean;
}

const ACCESS: Statement = {
  name: 'access',
  text: `SELECT current_user::text AS user, pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only') = 'on' AS "readOnly",
    (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) AS owner`,
};

/**
 * Checks before the work that the database takes changes.
 * @throws NeedsOperatorError
 */
export async function checkWritable(database: Database): Promise<void> {
  const [access] = await database.read<Access>(ACCESS, []);
  if (access === undefined) throw new Error('a SELECT without FROM answered no row');
  const { user, standby, readOnly, owner } = access;
  if (standby) {
    throw new NeedsOperatorError(
      'The database is a standby, which takes no changes: connect to its primary.',
    );
  }
  if (readOnly) {
    const wayOut = owner
      ? 'take back default_transaction_read_only, which is on for the database, this user or the server'
      : 'connect as its owner';
    throw new NeedsOperatorError(
      `The database takes no changes from the user ${JSON.stringify(user)}, for whom it is read-only: ${wayOut}.`,
    );
  }
}

const ROLE = 'events_reader';

/** These are the tables that the service reads. */
export const READ_TABLES = 'event, event_version, schema_migration';

/**
 * Every role has these rights unless they are revoked from all: temporary tables, tables of its own (Postgres 14),
 * large objects, and sleeping in a connection. Where the migrating role does not own them Postgres warns and leaves
 * them. A role's own password and settings can't be taken away: docs/operations.md says what follows.
 */
const TAKEN_FROM_ALL = `lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea),
    pg_sleep(double precision), pg_sleep_for(interval), pg_sleep_until(timestamptz)`;

/**
 * Makes or changes the role by which the service should read: it can't write. The limits belong to the role, because
 * PgBouncer refuses them as parameters of a connection.
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
  const statementTimeout = Math.ceil(queryTimeoutMs * 0.9);
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
