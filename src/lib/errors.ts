import { getSystemErrorMap } from 'node:util';

/**
 * This is the base class of all errors that a user or operator can fix. The message is for this person: one complete
 * sentence, or one sentence on each line, without secrets. Any other error is a bug.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';

  /** This is the program's exit status when a command fails with this error. */
  readonly exitStatus: number = 1;
}

/** This error is thrown if the command line is wrong. */
export class UsageError extends UserError {
  override readonly name = 'UsageError';
  override readonly exitStatus = 2;
}

/** Returns the `code` of a system error (`ECONNREFUSED`) or a Postgres error (SQLSTATE), else an empty string. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/**
 * Returns the message of any thrown value, or an empty text if it has none. If a host name has several addresses, the
 * error of a connection has no message of its own, but an error for each address.
 */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return '';
  if (error.message === '' && 'errors' in error && Array.isArray(error.errors))
    return error.errors.map(messageOf).join(', ');
  return typeof error.message === 'string' ? error.message : '';
}

type Reasons = Readonly<Record<string, string>>;

const OF_FILES: Reasons = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links form a loop',
};

const UNREADABLE: Reasons = {
  ...OF_FILES,
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

const UNWRITABLE: Reasons = {
  ...OF_FILES,
  ENOENT: 'there is no such folder',
  EEXIST: 'a file has its name',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is full",
  EPIPE: 'the reader has ended',
};

const UNREACHED: Reasons = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name is not known',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  EPROTO: 'it does not speak TLS correctly',
};

/** Explains why a file can't be read, as the end of a sentence. */
export function readFailure(error: unknown): string {
  return reasonOf(error, UNREADABLE) ?? 'it was closed';
}

/** Explains why a file can't be written, as the end of a sentence. */
export function writeFailure(error: unknown): string {
  return reasonOf(error, UNWRITABLE) ?? 'it was closed';
}

/** Explains why a folder can't be used. Returns `undefined` for an error that does not come from the system. */
export function folderFailure(error: unknown): string | undefined {
  return reasonOf(error, UNWRITABLE);
}

/** Explains why another service could not be reached, or why its answer ended early. */
export function networkFailure(error: unknown): string {
  // Codes that begin with HPE_ come from Node's HTTP parser.
  if (codeOf(error).startsWith('HPE_')) return 'the program there does not speak HTTP';
  const message = error instanceof Error ? error.message.replace(/\.$/, '') : '';
  return reasonOf(error, UNREACHED) ?? (message || 'it gave no answer');
}

/** Returns the reason for an error's code, or else the system's own text. Returns `undefined` for any other error. */
function reasonOf(error: unknown, reasons: Reasons): string | undefined {
  const code = codeOf(error);
  if (Object.hasOwn(reasons, code)) return reasons[code];
  return [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1];
}
