/**
 * The family of errors that are a user's or an operator's to mend. The message is for them, one complete sentence or
 * several on lines of their own, without secrets; any other error is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';

  /** What the program ends with when a command fails of it. */
  readonly exitStatus: number = 1;
}

/** The command line is wrong. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
  override readonly exitStatus = 2;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why a file could not be read, as a part of a sentence. */
export function readFailure(error: unknown): string {
  const code = codeOf(error);
  return UNREADABLE[code] ?? (code === '' ? 'it was closed' : `error ${code}`);
}

/** The `code` of a system error (`ECONNREFUSED`) or a Postgres error (SQLSTATE), else an empty string. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
