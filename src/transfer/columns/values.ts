/** What a value of a row can be: the rules that tell a field's own columns from those that are only called like it. */
import { describe, FIELDS, type Field, MAX_ID } from '../../event/fields';
import { isSafeAddress } from './text';

/** Absent, `null` and empty text are all "left out". */
export function present(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

/** The id that a value is, or `undefined`. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : undefined;
}

/** Whether a value that is no id can be a uid: of numbers that lose digits in JSON several would be one. */
export function isKey(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Whether a value can be what its column's name was taken for. */
export function fits(field: Field, value: unknown): boolean {
  switch (FIELDS[field].kind) {
    case 'id':
      return /^[1-9]\d{0,9}$/.test(String(value)) && Number(value) <= MAX_ID;
    case 'flag':
      // Nothing else is called so: a word that is not known must not make a timed event of a whole day.
      return true;
    case 'time':
      return typeof value === 'string' || typeof value === 'number';
    case 'text':
      if (typeof value !== 'string') return false;
      return !describe(field).address || isSafeAddress(value);
  }
}
