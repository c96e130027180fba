import { codeOf } from '../lib/errors';
import { byCode, messageOf, NeedsOperatorError, StoreError } from './errors';
import { READ_TABLES } from './permissions';

/** Has the sentences for the operator by SQLSTATE or its class, for any action. */
const MEANINGS: Readonly<Record<string, (reason: string, cause: unknown) => StoreError>> = {
  42501: denied, // insufficient_privilege
  '3F000': changed, // invalid_schema_name
  '42P01': changed, // undefined_table
  42703: changed, // undefined_column
  42883: changed, // undefined_function
  42704: changed, // undefined_object: a type, an index
  '42P07': occupied, // duplicate_table, also of an index and a sequence
  42723: occupied, // duplicate_function
  42710: occupied, // duplicate_object
  42701: occupied, // duplicate_column
  58: damaged, // a system error of the server's: a file that is gone, a disk that can't be read
  XX001: damaged, // data_corrupted
  XX002: damaged, // index_corrupted
};

/**
 * Returns an error with a sentence if waiting does not help and the owner must act: it is another program's database,
 * somebody changed it by hand, or it is damaged. Returns any other error as it is.
 */
export function toUserError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const meaning = byCode(MEANINGS, codeOf(error));
  return meaning === undefined ? error : meaning(messageOf(error), error);
}

function denied(reason: string, cause: unknown): StoreError {
  return new NeedsOperatorError(
    `The database's user may not read the events (${reason}): give it USAGE of their schema and SELECT on ${READ_TABLES}, as migrate with READER_PASSWORD gives them to events_reader.`,
    { cause },
  );
}

function changed(reason: string, cause: unknown): StoreError {
  return new NeedsOperatorError(
    `The database lacks a part of what migrate made (${reason}): it was changed by others; take the change back, or restore a backup.`,
    { cause },
  );
}

function occupied(reason: string, cause: unknown): StoreError {
  return new NeedsOperatorError(
    `The database holds something already that migrate has to make (${reason}): give the service a database of its own, or, if it is the service's and rows of schema_migration were lost, restore a backup.`,
    { cause },
  );
}

function damaged(reason: string, cause: unknown): StoreError {
  return new NeedsOperatorError(
    `The database is damaged (${reason}): restore a backup, or import the events into a new one.`,
    { cause },
  );
}
