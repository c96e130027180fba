import { FIELD_NAMES } from '../../event/fields';
import type { Writer } from './writer';

/** A JSON array, one event a line. */
export const jsonWriter: Writer = {
  head: '[',
  event: (event, first) => `${first ? '' : ','}\n${JSON.stringify(event, [...FIELD_NAMES])}`,
  tail: (count) => (count === 0 ? ']\n' : '\n]\n'),
};
