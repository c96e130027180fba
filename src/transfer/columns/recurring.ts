import { flagOf } from '../../text/flags';

/** The names by which programs tell how an event recurs, or that it does, as they are compared. */
const NAMES: ReadonlySet<string> = new Set([
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

const NONE = /^(?:none|never|once|false|no|0)$/i;

/** @param name without blanks, dashes and underscores, in lower case */
export function tellsOfRecurring(name: string): boolean {
  return NAMES.has(name);
}

/** Whether a member that may tell it does: a rule, or yes. */
export function isRecurring(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  const text = String(value).trim();
  return text !== '' && !NONE.test(text) && flagOf(text) !== false;
}

/** Of events that recur by a rule that nobody follows, without a full stop. */
export function recurringSentence(count: number, name: string): string {
  return `events that recur (${count}) come in once each, as ${JSON.stringify(name)} is not followed: only calendars' rules are (.ics)`;
}
