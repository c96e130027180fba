import { flagOf } from './flags';

/** The names by which programs tell that an event was called off, as they are compared: by a word, or by yes and no. */
const STATUS: ReadonlySet<string> = new Set(['status', 'eventstatus']);
const FLAGS: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'iscancelled', 'iscanceled']);

/** The whole of the value: `cancellation pending` is another status. schema.org writes EventCancelled, as an address too. */
const CALLED_OFF =
  /^(?:(?:https?:\/\/schema\.org\/)?eventcancelled|cancell?ed|abgesagt|annulée?|cancelad[oa]|annullat[oa]|geannuleerd|odwołan[eya])$/i;

/**
 * Whether a column or member may tell that its event was called off.
 * @param name without blanks, dashes and underscores, in lower case
 */
export function tellsOfCancelling(name: string): boolean {
  return STATUS.has(name) || FLAGS.has(name);
}

/**
 * Whether one of the members that may tell it does.
 * @param told the members by the names that `tellsOfCancelling` takes
 */
export function isCalledOff(told: readonly (readonly [name: string, value: unknown])[]): boolean {
  return told.some(([name, value]) =>
    STATUS.has(name) ? typeof value === 'string' && CALLED_OFF.test(value.trim()) : flagOf(value) === true,
  );
}

/** Of cancelled events, whatever said that they are, without a full stop. */
export function cancelledSentence(count: number): string {
  return `cancelled events (${count}) are left out, which --keep-cancelled imports; one that is in the store stays there unless --replace is given`;
}
