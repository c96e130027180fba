import { codeOf, UserError } from '../lib/errors';

/** An error of the store. Each message is one complete sentence, fit for a user, without secrets. */
export class StoreError extends UserError {}

/** The database is away, too slow or can't be reached. The same read may work later. */
export class StoreUnavailableError extends StoreError {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown, message = 'The event database is not available at the moment.') {
    super(message, { cause });
  }
}

/** The database is there and works, but a read had no turn in time, or too many others were waiting. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super('The service is busy: try again in a moment.', { cause });
  }
}

/** The client went away before its read began. */
export class ReadAbandonedError extends StoreError {
  override readonly name = 'ReadAbandonedError';

  constructor(cause: unknown) {
    super('The client went away before the database had its turn for it.', { cause });
  }
}

/** The folder of an embedded store, and the process that has it. */
export interface FolderOwner {
  readonly folder: string;
  readonly pid: number;
}

/** Waiting does not help: the operator has to do what the message says. */
export class NeedsOperatorError extends StoreError {
  override readonly name = 'NeedsOperatorError';
  /** Present where another process has the folder of the embedded store. */
  readonly owner: FolderOwner | undefined;

  constructor(
    message: string,
    { cause, owner }: { readonly cause?: unknown; readonly owner?: FolderOwner } = {},
  ) {
    super(message, { cause });
    this.owner = owner;
  }
}

/** Returns what the database itself said, where a sentence has taken its place. */
export function originOf(error: unknown): unknown {
  return error instanceof StoreError && error.cause !== undefined ? error.cause : error;
}

/** Looks an error's code up in a table, then the class that a SQLSTATE begins with. */
export function byCode<Meaning>(table: Readonly<Record<string, Meaning>>, code: string): Meaning | undefined {
  const names = /^[0-9A-Z]{5}$/.test(code) ? [code, code.slice(0, 2)] : [code];
  const name = names.find((one) => Object.hasOwn(table, one));
  return name === undefined ? undefined : table[name];
}

/** Returns an error's message, or an empty string. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return '';
  return typeof error.message === 'string' ? error.message : '';
}

/** Recognises 53100 disk_full and what the operating system says instead. */
export function isDiskFull(error: unknown): boolean {
  // Its sentence may quote what a file holds.
  if (error instanceof UserError) return false;
  return (
    ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error)) || /No space left on device/i.test(messageOf(error))
  );
}

export function diskFull(cause: unknown): NeedsOperatorError {
  return new NeedsOperatorError('The disk that holds the events is full: free some space and try again.', {
    cause,
  });
}
