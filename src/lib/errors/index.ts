export { codeOf } from './code';
export { networkFailure, readFailure, writeFailure } from './system-errors';

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
