import { codeOf } from '../lib/errors';
import { byCode, messageOf, originOf } from './errors';

/**
 * Says what an error of a read means for the next attempt:
 * - `lost`: the connection is gone or could not be made, and another one may work
 * - `conflict`: the server gave the query up for reasons of its own, and the same query may work
 * - `timeout`: the query took too long, and another attempt would only end later
 * - `denied`: the service's user is refused, or lacks a right until somebody gives it back
 * - `unusable`: the owner must repair something first, which is possible while the service runs
 * - `bug`: waiting can't repair it
 */
export type ErrorKind = 'lost' | 'conflict' | 'timeout' | 'denied' | 'unusable' | 'bug';

/** Maps SQLSTATEs, their classes (two characters) and Node's error codes to kinds. */
const KINDS: Readonly<Record<string, ErrorKind>> = {
  '08': 'lost', // connection exception
  '53300': 'lost', // too_many_connections
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P03': 'lost', // cannot_connect_now
  '57P05': 'lost', // idle_session_timeout
  ECONNREFUSED: 'lost',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
  ETIMEDOUT: 'lost',
  EAI_AGAIN: 'lost',
  // The name of a stopped container can't be resolved.
  ENOTFOUND: 'lost',
  ENETUNREACH: 'lost',
  EHOSTUNREACH: 'lost',

  '40': 'conflict', // rolled back: on a standby, a conflict with what it replays (40001)
  26000: 'conflict', // invalid_sql_statement_name: a pooler led to a server that did not prepare it
  '42P05': 'conflict', // duplicate_prepared_statement: the same, the other way round
  '0A000': 'conflict', // feature_not_supported: of a prepared query, that a column's type has changed
  '55006': 'conflict', // object_in_use
  '55P03': 'conflict', // lock_not_available
  XX000: 'conflict', // internal_error: mostly another session's change of what is just being read

  '57014': 'timeout', // query_canceled: statement_timeout

  '28': 'denied', // login refused
  '42501': 'denied', // SELECT is not granted any more

  '3D000': 'unusable', // the database is gone
  '57P04': 'unusable', // … while connected to it
  '3F000': 'unusable', // the schema is gone
  '42P01': 'unusable', // the table is gone
  '42703': 'unusable', // a column is gone
  '53': 'unusable', // out of disk or memory
  '55000': 'unusable', // the database takes no connections
  '58': 'unusable', // a system error of the server's
  XX001: 'unusable', // data_corrupted
  XX002: 'unusable', // index_corrupted
};

/** The message of node-postgres' pool, which sets no code, about a connection that was not there in time. */
export const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** node-postgres sets no code for these errors. */
const MESSAGES: readonly (readonly [RegExp, ErrorKind])[] = [
  [/^(Connection terminated|Client has encountered a connection error)/, 'lost'],
  [new RegExp(`^${NO_CONNECTION}`), 'lost'],
  [/^Query read timeout$/, 'timeout'],
];

export function classifyError(told: unknown): ErrorKind {
  const error = originOf(told);
  const message = messageOf(error);
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(message));
  return byCode(KINDS, codeOf(error)) ?? byMessage?.[1] ?? 'bug';
}

/** Returns true when a read failed because it had no time left: for its answer, or for a connection. */
export function isOutOfTime(error: unknown): boolean {
  return classifyError(error) === 'timeout' || messageOf(originOf(error)) === NO_CONNECTION;
}

/** Returns true when the same read may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  const kind = classifyError(error);
  return kind === 'lost' || kind === 'conflict';
}

/**
 * Returns the label under which a failed read is counted, so that an operator knows whether to look at the server, a
 * right or a table.
 */
export function readFailureOf(error: unknown): 'unavailable' | 'denied' | 'unusable' {
  const kind = classifyError(error);
  return kind === 'denied' || kind === 'unusable' ? kind : 'unavailable';
}
