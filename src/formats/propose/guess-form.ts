import type { Field } from '../../event/fields';
import { flagOf, flagPair } from '../../text/flags';
import { guessTimeForm } from './guess-time';

/** What stands after the field's name, or `undefined` when the values are none of it. */
export function formOf(field: Field, values: readonly unknown[]): string | undefined {
  const [value] = values;
  switch (field) {
    case 'id':
      if (typeof value === 'number') return '';
      return values.every((one) => typeof one === 'string' && /^\d{1,10}$/.test(one)) ? ':text' : undefined;
    case 'start':
    case 'end':
      return guessTimeForm(values);
    case 'allDay':
      if (typeof value === 'boolean') return '';
      if (typeof value === 'number') return ':01';
      return flagWords(values);
    default:
      return typeof value === 'object' ? undefined : '';
  }
}

/** The form of a flag in words: of those that are seen, and where one is, of the one that goes with it. */
function flagWords(values: readonly unknown[]): string | undefined {
  const words = [...new Set(values)];
  const [first] = words;
  const pair = typeof first === 'string' ? flagPair(first) : undefined;
  if (pair === undefined || words.length > 2) return undefined;
  const [yes, no] = words.length === 1 ? pair : [...words].sort((a) => (flagOf(a) === true ? -1 : 1));
  if (flagOf(yes) !== true || flagOf(no) !== false) return undefined;
  const form = `${yes}/${no}`;
  return form === '1/0' ? ':01' : form === 'true/false' ? ':text' : `:${form}`;
}
