import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { codeOf } from '../lib/errors';
import type { Database, Session, Statement } from './database';
import { NeedsOperatorError, unwrapError } from './errors';
import { lockMigration } from './migrations';

interface Access {
  readonly user: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
  /** This is true if the user is the owner of the database, a member of the owning role, or a superuser. */
  readonly owner: boolean;
}

const ACCESS: Statement = {
  name: 'access',
  text: `SELECT current_user::text AS user, pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only') = 'on' AS "readOnly",
    (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) AS owner`,
};

/**
 * Checks that the user may change the database, before any work begins.
 * @throws NeedsOperatorError if the database is a standby, or read-only for the user
 */
export async function checkWritable(database: Database): Promise<void> {
  const [access] = await database.read<Access>(ACCESS, []);
  if (access === undefined) throw new Error('a SELECT without FROM answered no row');
  const { user, standby, readOnly, owner } = access;
  if (standby)
    throw new NeedsOperatorError(
      'The database is a standby, which allows no changes: connect to its primary.',
    );
  if (readOnly) {
    const wayOut = owner
      ? 'reset default_transaction_read_only, which is on for the database, this user or the server'
      : 'connect as its owner';
    throw new NeedsOperatorError(
      `The database allows no changes from the user ${JSON.stringify(user)}, for whom it is read-only: ${wayOut}.`,
    );
  }
}

const ROLE = 'events_reader';

/** The service reads these tables, so `events_reader` has the right to select from them. */
export const READ_TABLES = 'event, event_version, schema_migration';

/**
 * Every role may call these functions, which create large objects or sleep, unless the right is revoked from PUBLIC.
 * `pg_sleep_for` and `pg_sleep_until` call `pg_sleep`. If the migrating role can't revoke the right, Postgres only
 * warns. A role can always change its own password and settings; docs/operations.md explains the consequences.
 */
const TAKEN_FROM_ALL =
  'lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea), pg_sleep(double precision)';

/** Lists errors that show a simultaneous change of the role: unique_violation, duplicate_object, internal_error. */
const ROLE_CONFLICTS = ['23505', '42710', 'XX000'];
const MAX_ATTEMPTS = 20;

/**
 * Creates or changes the role that the service should use, which can only read. Its limits are settings of the role,
 * because PgBouncer refuses them as connection parameters. The schema with the tables is also a setting of the role,
 * because by default each role first searches the schema with its own name. All databases of a server share the role,
 * but the lock of a migration is for one database. So the work is repeated after a conflict with the migration of
 * another database.
 * @param queryTimeoutMs the time for which the service waits, in milliseconds; the server cancels a query a little
 *   earlier
 */
export async function createReaderRole(
  database: Database,
  password: string,
  queryTimeoutMs: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction((session) => writeReaderRole(session, password, queryTimeoutMs));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !ROLE_CONFLICTS.includes(codeOf(unwrapError(error)))) throw error;
    }
  }
}

async function writeReaderRole(session: Session, password: string, queryTimeoutMs: number): Promise<void> {
  await lockMigration(session);
  const [names] = await session.query<{
    exists: boolean;
    password: string;
    database: string;
    schema: string;
  }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') AS exists, quote_literal($1::text) AS password,
      quote_ident(current_database()) AS database, quote_ident(current_schema()) AS schema`,
    [asStored(password)],
  );
  if (names === undefined) throw new Error('a SELECT without FROM answered no row');
  const { exists, database, schema } = names;
  const statementTimeout = Math.ceil(queryTimeoutMs * 0.9);
  await session.script(`
    ${exists ? 'ALTER' : 'CREATE'} ROLE ${ROLE} LOGIN PASSWORD ${names.password};
    ALTER ROLE ${ROLE} SET default_transaction_read_only = on;
    ALTER ROLE ${ROLE} SET statement_timeout = ${statementTimeout};
    ALTER ROLE ${ROLE} SET max_parallel_workers_per_gather = 0;
    ALTER ROLE ${ROLE} IN DATABASE ${database} SET search_path = ${schema};
    REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC;
    REVOKE EXECUTE ON FUNCTION ${TAKEN_FROM_ALL} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO ${ROLE};
    GRANT USAGE ON SCHEMA ${schema} TO ${ROLE};
    GRANT SELECT ON ${READ_TABLES} TO ${ROLE};
  `);
}

/**
 * Returns the password as the server would store it (RFC 5803), because `log_statement` and `pg_stat_activity` show the
 * statement that sets it. SASLprep (RFC 4013) leaves ASCII as it is. Any other password is returned unchanged, because
 * the server must prepare it.
 */
function asStored(password: string): string {
  if (!/^\p{ASCII}*$/u.test(password)) return password;
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const clientKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${clientKey}:${keyOf('Server Key').toString('base64')}`;
}
