import { ServiceUnavailableError } from '../contract/errors';
import { codeOf, messageOf, UserError } from '../lib/errors';

/**
 * Returns the error for a database that is stopped, too slow or unreachable. The same read may work later.
 * @param reason the database's own words, which only commands show
 */
export function databaseUnavailable(cause: unknown, reason?: string): ServiceUnavailableError {
  const advice = reason === undefined ? '' : ` (${reason}): try again`;
  return new ServiceUnavailableError(`The event database is not available at the moment${advice}.`, {
    cause,
  });
}

/** Represents the folder of an embedded store, and the process that uses it. */
export interface FolderOwner {
  readonly folder: string;
  readonly pid: number;
}

/** This error is thrown if the operator must act. Its message is a complete sentence that says how, without secrets. */
export class NeedsOperatorError extends UserError {
  override readonly name = 'NeedsOperatorError';
  /** This is set if another process uses the folder of the embedded store. */
  readonly owner: FolderOwner | undefined;

  constructor(
    message: string,
    { cause, owner }: { readonly cause?: unknown; readonly owner?: FolderOwner } = {},
  ) {
    super(message, { cause });
    this.owner = owner;
  }
}

/** Returns the database's own error if the error only wraps it in a sentence, else the error itself. */
export function unwrapError(error: unknown): unknown {
  const isOwn = error instanceof NeedsOperatorError || error instanceof ServiceUnavailableError;
  return isOwn && error.cause !== undefined ? error.cause : error;
}

/** Returns true for 55P03 lock_not_available: a lock was not free within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(unwrapError(error)) === '55P03';
}

/** Returns true for 53100 disk_full and for the corresponding errors of the operating system. */
export function isDiskFull(error: unknown): boolean {
  // A UserError is never a full disk, but its message may quote a file that contains the text below.
  if (error instanceof UserError) return false;
  return (
    ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error)) || /No space left on device/.test(messageOf(error))
  );
}

export function diskFull(cause: unknown): NeedsOperatorError {
  return new NeedsOperatorError('The disk that holds the events is full: free some space and try again.', {
    cause,
  });
}
