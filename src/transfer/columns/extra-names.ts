import { FIELD_NAMES } from '../../formats/event-fields';
import { tellsOfCancelling } from './cancelled';

/**
 * Files hold extra fields under their own names. The prefix is added to a name that an import would read as something
 * else: the name of a field, a name with this prefix, or one that tells that an event is cancelled.
 */
const PREFIX = 'extra.';

/** The CSV column that holds, as a JSON object, what no cell can hold: values other than text, and odd names. */
export const JSON_COLUMN = `${PREFIX}json`;

const needsPrefix = (name: string) =>
  name.startsWith(PREFIX) || FIELD_NAMES.some((field) => field === name) || tellsOfCancelling(name);

/** Returns the name that an export writes for an extra field. */
export function writtenName(name: string): string {
  return needsPrefix(name) ? PREFIX + name : name;
}

/** Reverses `writtenName`; any other name is returned as it is. */
export function extraName(written: string): string {
  const name = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : written;
  return needsPrefix(name) ? name : written;
}

/** Returns true if a header can hold the name: a reader removes blanks around a name. */
export function isColumnName(name: string): boolean {
  return name !== '' && name.trim() === name;
}

export function isCellText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
