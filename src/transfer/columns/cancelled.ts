/** Reads columns that say whether an event is cancelled or recurs. */
import { normalized } from '../../formats/names';
import { flagOf } from '../../lib/text/flags';

const STATUS: ReadonlySet<string> = new Set(['status', 'eventstatus']);
const FLAGS: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'iscancelled', 'iscanceled']);

/** Matches the whole value, because `cancellation pending` is another status. */
const CANCELLED = /^cancell?ed$/i;

export function mayCancel(name: string): boolean {
  const plain = normalized(name);
  return STATUS.has(plain) || FLAGS.has(plain);
}

/** Returns true if a column's value means that the event is cancelled: the status `cancelled`, or yes in a flag. */
export function isCancelled(name: string, value: unknown): boolean {
  const plain = normalized(name);
  if (FLAGS.has(plain)) return flagOf(value) === true;
  return STATUS.has(plain) && typeof value === 'string' && CANCELLED.test(value.trim());
}

const RECURRING: ReadonlySet<string> = new Set([
  'recurrence',
  'recurrencerule',
  'recurrencedata',
  'rrule',
  'frecurrence',
  'recurring',
  'isrecurring',
  'repeat',
  'repeats',
  'daysofweek',
]);

const NONE = /^(?:none|never|once)$/i;

export function mayRecur(name: string): boolean {
  return RECURRING.has(normalized(name));
}

/** Returns true if the value of a column for recurrence rules means that the event recurs: a rule, or yes. */
export function isRecurring(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  const text = String(value).trim();
  return text !== '' && !NONE.test(text) && flagOf(text) !== false;
}
