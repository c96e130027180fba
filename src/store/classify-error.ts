import { codeOf, messageOf } from '../lib/errors';
import { NeedsOperatorError, unwrapError } from './errors';
import { READ_TABLES } from './permissions';

/**
 * Says what an error of a read means for the next attempt:
 * - `lost`: the connection was lost or could not be made, and another connection may work
 * - `conflict`: the server cancelled the query for its own reasons, and the same query may work
 * - `timeout`: the query took too long, and another attempt would take too long as well
 * - `denied`: the login or the server's certificate is refused, or the service's user lacks a right; the operator can
 *   correct each of these while the service runs
 * - `unusable`: the operator must repair something first, which is possible while the service runs
 * - `bug`: waiting does not help
 */
export type ErrorKind = 'lost' | 'conflict' | 'timeout' | 'denied' | 'unusable' | 'bug';

/** The sentence is for the operator, and quotes the database's own message. Some errors have no sentence. */
type Meaning = readonly [kind: ErrorKind, sentence?: (reason: string) => string];

const lacksRight = (reason: string) =>
  `The database's user lacks a right (${reason}): reading needs USAGE of the schema and SELECT on ${READ_TABLES}, which migrate with READER_PASSWORD gives to events_reader; changing needs the owner of the database, with CREATEROLE if READER_PASSWORD is set.`;

const readOnly = (reason: string) =>
  `The database allows no changes (${reason}): connect to its primary as its owner, or reset default_transaction_read_only.`;

const endedWork = (reason: string) =>
  `The database ended the work, because its user has a time limit (${reason}): raise this time limit.`;

const otherSession = (reason: string) =>
  `The work conflicts with another session of the database (${reason}): try again; if the database's user has a lock_timeout, raise it.`;

const changed = (reason: string) =>
  `The database lacks a part that migrate created (${reason}): undo the change that removed this part, or restore a backup.`;

const unknownName = (reason: string) =>
  reason.includes('configuration parameter')
    ? `The database does not know a setting of the connection (${reason}): correct the options in DATABASE_URL or PGOPTIONS.`
    : changed(reason);

const occupied = (reason: string) =>
  `The database already contains something that migrate must create (${reason}): give the service a database of its own. If this is the service's own database, and its table schema_migration has lost rows, restore a backup.`;

const noSchema = (reason: string) =>
  `The database has no schema for the service's tables (${reason}): create the schema that the search_path of the database's user names, or reset that search_path.`;

const missing = (reason: string) =>
  `The database does not exist (${reason}): create or restore the database, or correct its name in DATABASE_URL or PGDATABASE.`;

const damaged = (reason: string) =>
  `The database is damaged (${reason}): restore a backup, or import the events into a new database.`;

/**
 * Maps error codes to their meanings. A key is Node's code, an SQLSTATE or the class of SQLSTATEs. The comment beside
 * it has Postgres' name.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  '08': ['lost'], // connection exception
  '53300': ['lost'], // too_many_connections
  '57P01': ['lost'], // admin_shutdown
  '57P02': ['lost'], // crash_shutdown
  '57P03': ['lost'], // cannot_connect_now
  '57P05': ['lost'], // idle_session_timeout
  ECONNREFUSED: ['lost'],
  ECONNRESET: ['lost'],
  EPIPE: ['lost'],
  ETIMEDOUT: ['lost'],
  EAI_AGAIN: ['lost'],
  // The host name of a stopped container can't be resolved.
  ENOTFOUND: ['lost'],
  ENETUNREACH: ['lost'],
  EHOSTUNREACH: ['lost'],
  // While the machine starts, its network may be down, or have no address yet.
  ENETDOWN: ['lost'],
  EHOSTDOWN: ['lost'],
  EADDRNOTAVAIL: ['lost'],
  // The process or the machine has no file descriptor left for a connection.
  EMFILE: ['lost'],
  ENFILE: ['lost'],

  '40': ['conflict', otherSession], // transaction_rollback: on a standby 40001, a conflict with the changes that it replays
  26000: ['conflict'], // invalid_sql_statement_name: a pooler chose a connection that has not prepared the statement
  '42P05': ['conflict'], // duplicate_prepared_statement: a pooler chose a connection that already has the statement
  '0A000': ['conflict'], // feature_not_supported: the type of a column changed after the query was prepared
  '55006': ['conflict'], // object_in_use
  '55P03': ['conflict', otherSession], // lock_not_available
  XX000: ['conflict'], // internal_error: usually another session changes what is being read

  '57014': ['timeout', endedWork], // query_canceled: statement_timeout
  '25P03': ['timeout', endedWork], // idle_in_transaction_session_timeout
  '25P04': ['timeout', endedWork], // transaction_timeout

  '28': ['denied'], // invalid_authorization_specification
  '42501': ['denied', lacksRight], // insufficient_privilege: SELECT was revoked

  '3D000': ['unusable', missing], // invalid_catalog_name: the database does not exist any more
  '57P04': ['unusable', missing], // database_dropped while the service was connected
  '3F000': ['unusable', noSchema], // invalid_schema_name: no schema of the search_path exists
  '42P01': ['unusable', changed], // undefined_table
  '42703': ['unusable', changed], // undefined_column
  '53': ['unusable'], // insufficient_resources: disk or memory
  '55000': ['unusable'], // object_not_in_prerequisite_state: the database allows no connections
  '58': ['unusable', damaged], // system_error: a file is missing, or the disk can't be read
  XX001: ['unusable', damaged], // data_corrupted
  XX002: ['unusable', damaged], // index_corrupted

  '25006': ['bug', readOnly], // read_only_sql_transaction
  '42883': ['bug', changed], // undefined_function
  '42704': ['bug', unknownName], // undefined_object: a type, an index
  '42P07': ['bug', occupied], // duplicate_table, also of an index and a sequence
  '42723': ['bug', occupied], // duplicate_function
  '42710': ['bug', occupied], // duplicate_object
  '42701': ['bug', occupied], // duplicate_column
};

/**
 * Returns the meaning of an error's code, or else the meaning of the class of its SQLSTATE. Returns `undefined` if
 * neither is known.
 */
function meaningOf(error: unknown): Meaning | undefined {
  const code = codeOf(error);
  const names = /^[0-9A-Z]{5}$/.test(code) ? [code, code.slice(0, 2)] : [code];
  const name = names.find((one) => Object.hasOwn(MEANINGS, one));
  return name === undefined ? undefined : MEANINGS[name];
}

/** If node-postgres' pool can't connect in time, its error has no code, but only this message. */
export const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** node-postgres throws an error with this message if the server asks for a login by GSSAPI or SSPI. */
export const UNKNOWN_LOGIN = 'Unknown authenticationOk message type';

/** node-postgres throws an error with a message of this form if the server asks for a password, and none is set. */
export const NO_PASSWORD = /password must be a (non-empty )?string$/;

/** Node and OpenSSL set these codes if a certificate is refused, or if the two sides can't agree about TLS. */
const TLS_CODE = /^ERR_(SSL|TLS)_|^EPROTO$|CERT|_LEAF_SIGNATURE$|^INVALID_(CA|PURPOSE)$/;

/**
 * Maps messages of errors to kinds. These errors have no code from node-postgres, or a code that means something else
 * for an error that is not about a connection.
 */
const MESSAGES: readonly (readonly [RegExp, ErrorKind])[] = [
  [/^connect (EACCES|EPERM) /, 'denied'],
  // A server that stops removes its socket from the folder of PGHOST (ENOENT).
  [/^(connect|getaddrinfo|read|write) E[A-Z]/, 'lost'],
  // A file that DATABASE_URL names, such as a certificate, is being replaced.
  [/^E[A-Z]+: .*, (open|read)\b/, 'lost'],
  [/^SASL: /, 'denied'],
  [NO_PASSWORD, 'denied'],
  [/^(Connection terminated|Client has encountered a connection error)/, 'lost'],
  [new RegExp(`^${NO_CONNECTION}`), 'lost'],
  // The client could not connect in time.
  [/^timeout expired$/, 'lost'],
  [/^Query read timeout$/, 'timeout'],
  [new RegExp(`^${UNKNOWN_LOGIN}`), 'denied'],
  [/^The server does not support SSL connections$/, 'denied'],
  // A server that is full or starting may answer the request for TLS with an error.
  [/^There was an error establishing an SSL connection$/, 'lost'],
];

/** Classifies any error of a database. An error without a known code or message is a bug of this program. */
export function classifyError(thrown: unknown): ErrorKind {
  const error = unwrapError(thrown);
  const message = messageOf(error);
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(message));
  const byTls = TLS_CODE.test(codeOf(error)) ? 'denied' : undefined;
  return meaningOf(error)?.[0] ?? byMessage?.[1] ?? byTls ?? 'bug';
}

/** Returns true if the same read may succeed a moment later. */
export function isTemporary(error: unknown): boolean {
  const kind = classifyError(error);
  return kind === 'lost' || kind === 'conflict';
}

/**
 * Returns the label of a failed read in the metrics. It tells the operator whether to check the server, the rights or
 * the tables.
 */
export function readFailureOf(error: unknown): 'unavailable' | 'denied' | 'unusable' {
  const kind = classifyError(error);
  return kind === 'denied' || kind === 'unusable' ? kind : 'unavailable';
}

/**
 * Returns an error with a sentence for the operator if the operator must act: a right is missing, the database belongs to
 * another program, somebody changed it by hand, or it is damaged. Returns any other error unchanged.
 */
export function toUserError(error: unknown): unknown {
  const sentence = meaningOf(error)?.[1];
  return sentence === undefined
    ? error
    : new NeedsOperatorError(sentence(messageOf(error)), { cause: error });
}
