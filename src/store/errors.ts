import { codeOf, UserError } from '../lib/errors';

/** What can go wrong with the store. Each message is one complete sentence, fit for a user, without secrets. */

export class StoreError extends UserError {}

/** A read got no answer in its time: connection lost, server away, busy or too slow. It may work later. */
export class StoreUnavailableError extends StoreError {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super('The event database is not available at the moment.', { cause });
  }
}

/** More reads wait for the database than it can take; it is there, and works. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';

  constructor(cause: unknown) {
    super('The service is busy: try again in a moment.', { cause });
  }
}

/** Who asked doesn't wait for the answer any more. */
export class ReadAbandonedError extends StoreError {
  override readonly name = 'ReadAbandonedError';

  constructor(cause: unknown) {
    super('The client went away before the database had its turn for it.', { cause });
  }
}

/** No connection could be made. */
export class DatabaseUnreachableError extends StoreError {
  override readonly name = 'DatabaseUnreachableError';

  constructor({
    host,
    port,
    reason,
    cause,
  }: DatabaseAddress & { readonly reason: string; readonly cause: unknown }) {
    super(`The database at ${host}, port ${port}, can't be reached: ${reason}.`, { cause });
  }
}

export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
}

export class DatabaseUnsuitableError extends StoreError {
  override readonly name = 'DatabaseUnsuitableError';
}

/** Its files can't be read any more. */
export class DatabaseDamagedError extends StoreError {
  override readonly name = 'DatabaseDamagedError';

  constructor(reason: string, cause: unknown) {
    super(`The database is damaged (${reason}): restore a backup, or import the events into a new one.`, {
      cause,
    });
  }
}

export class NotMigratedError extends StoreError {
  override readonly name = 'NotMigratedError';

  constructor() {
    super('The database is not migrated to this version of the program: run events-query migrate.');
  }
}

export class NewerDatabaseError extends StoreError {
  override readonly name = 'NewerDatabaseError';

  constructor(migration: string) {
    super(
      `The database is newer than this program, which has no migration ${migration}: install the newer version.`,
    );
  }
}

export class EditedMigrationError extends StoreError {
  override readonly name = 'EditedMigrationError';

  constructor(migration: string) {
    super(
      `The migration ${migration} was edited after the database was migrated with it: restore the file and add a new migration for the change.`,
    );
  }
}

/** Another process has the embedded store's folder. */
export class FolderLockedError extends StoreError {
  override readonly name = 'FolderLockedError';

  constructor(
    readonly folder: string,
    readonly pid: number,
  ) {
    super(
      `The folder ${folder} is in use by process ${pid}: stop that process first, or set another DATA_DIR.`,
    );
  }
}

/** The embedded store's folder can't be made, written or read, or is no store. */
export class FolderError extends StoreError {
  override readonly name = 'FolderError';
}

export class DiskFullError extends StoreError {
  override readonly name = 'DiskFullError';

  constructor(cause: unknown) {
    super('The disk that holds the events is full: free some space and try again.', { cause });
  }
}

/** What the database itself said, where a sentence has taken its place. */
export function originOf(error: unknown): unknown {
  return error instanceof StoreError && error.cause !== undefined ? error.cause : error;
}

/** What a table says of an error's code, or of the class that a SQLSTATE begins with. */
export function byCode<Meaning>(table: Readonly<Record<string, Meaning>>, code: string): Meaning | undefined {
  const names = /^[0-9A-Z]{5}$/.test(code) ? [code, code.slice(0, 2)] : [code];
  const name = names.find((one) => Object.hasOwn(table, one));
  return name === undefined ? undefined : table[name];
}

/** An error's message, or an empty string. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return '';
  return typeof error.message === 'string' ? error.message : '';
}

/** 53100 disk_full. */
export function isDiskFull(error: unknown): boolean {
  // Its sentence may quote what a file holds.
  if (error instanceof UserError) return false;
  return (
    ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error)) || /No space left on device/i.test(messageOf(error))
  );
}
