import { readFileSync } from 'node:fs';
import { UserError } from '../lib/errors';
import type { Observe } from './observations';

/**
 * The connections of clients leave this many file descriptors to the rest of the process. The embedded store opens up to
 * 140. The others are for the connections to a database and to the admin port, and for files that are read.
 */
const NOT_FOR_CLIENTS = 200;

/**
 * Returns how many connections the service may accept: `wanted`, or fewer if the process may open too few file
 * descriptors. If no descriptor is left, the system closes each new connection, so idle clients would keep out all
 * other clients, and the database.
 * @throws UserError if there are too few descriptors for any client
 */
export function connectionsWithinFileLimit(wanted: number, observe: Observe): number {
  const files = mostFiles();
  const most = files - NOT_FOR_CLIENTS;
  if (most >= wanted) return wanted;
  const allowed = `This process may open only ${files} files and connections (ulimit -n)`;
  if (most < 1) throw new UserError(`${allowed}: the service needs more than ${NOT_FOR_CLIENTS}.`);
  observe({
    kind: 'warning',
    message: `${allowed}, so it accepts ${most} connections of clients instead of MAX_CONNECTIONS=${wanted}.`,
  });
  return most;
}

/**
 * Returns how many file descriptors this process may open on Linux, where Node has raised the limit as far as possible.
 * Returns infinity on other systems, because no limit is known there.
 */
function mostFiles(): number {
  try {
    const [, files] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(files ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
