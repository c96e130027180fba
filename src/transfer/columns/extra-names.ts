import { FIELD_NAMES } from '../../formats/event-fields';
import { tellsOfCancelling } from './cancelled';

/**
 * Files hold extra fields beside the fields, by their own names. One that has the name of a field, because its file
 * called that field otherwise, is written with `extra.` before it, and so is one whose name begins so, or by which an
 * import would leave its event out.
 */
const PREFIX = 'extra.';

/** The column of a CSV that holds, as a JSON object, what no cell can: values that are no text, odd names. */
export const JSON_COLUMN = `${PREFIX}json`;

const needsPrefix = (name: string) =>
  name.startsWith(PREFIX) || FIELD_NAMES.some((field) => field === name) || tellsOfCancelling(name);

/** An extra field's name as an export writes it. */
export function writtenName(name: string): string {
  return needsPrefix(name) ? PREFIX + name : name;
}

/** Reverses `writtenName`; any other name is returned as it is. */
export function extraName(written: string): string {
  const name = written.startsWith(PREFIX) ? written.slice(PREFIX.length) : written;
  return needsPrefix(name) ? name : written;
}

/** True where a header can name it: a reader takes the blanks around a name away. */
export function isColumnName(name: string): boolean {
  return name !== '' && name.trim() === name;
}

export function isCellText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
