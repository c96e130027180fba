import { codeOf, messageOf } from './errors';

/**
 * SQLSTATE: shutdown, crash, starting up, too many connections; then Node's system errors. A name that is not known
 * is one of them, because a container's name goes with it.
 */
const LOST = new Set([
  ...['57P01', '57P02', '57P03', '53300'],
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'ENOTFOUND',
    'ENETUNREACH',
    'EHOSTUNREACH',
  ],
]);

const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The connection is gone or could not be made, and the next attempt may succeed. node-postgres gives some no code. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (LOST.has(code) || /^08...$/.test(code)) return true;
  return LOST_MESSAGE.test(messageOf(error));
}

/** The query was given up: by the server (57014 query_canceled) or by node-postgres, which gives it no code. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === '57014' || messageOf(error) === 'Query read timeout';
}
