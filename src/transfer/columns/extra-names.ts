import { FIELD_NAMES } from '../../formats/event-fields';
import { isTime } from '../../lib/time/lenient';
import { mayCancel } from './cancelled';

/**
 * An export adds this prefix to the name of an extra field if an import would otherwise read it as something else: as a
 * field, as a name with this prefix, as a column that says that an event is cancelled, or as FullCalendar's object of
 * other fields.
 */
const PREFIX = 'extra.';

/**
 * This CSV column holds a JSON object with the extra fields that can have no column: their value is not a text, or is
 * empty, or `isColumnName` refuses their name.
 */
export const JSON_COLUMN = `${PREFIX}json`;

/** FullCalendar keeps fields that it does not know in this member. */
export const EXTENDED_PROPS = 'extendedProps';

const needsPrefix = (name: string) =>
  name.startsWith(PREFIX) ||
  FIELD_NAMES.some((field) => field === name) ||
  mayCancel(name) ||
  name === EXTENDED_PROPS;

/** Returns the name that an export writes for an extra field. */
export function writtenName(name: string): string {
  return needsPrefix(name) ? PREFIX + name : name;
}

/** Reverses `writtenName`. Any other name is returned unchanged. */
export function extraName(written: string): string {
  const name = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : written;
  return needsPrefix(name) ? name : written;
}

/** Returns true if a header can hold the name. A reader removes spaces around a name, and takes a time for a value. */
export function isColumnName(name: string): boolean {
  return name !== '' && name.trim() === name && !isTime(name);
}

/** Returns true for a value that a column of its own can hold: a text that is not empty. */
export function isCellText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
