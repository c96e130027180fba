import { TEXT_MEMBERS } from '../../formats/propose/field-words';
import { isObject } from '../../json';
import { flagOf } from '../../text/flags';

/** The names by which programs tell that an event was called off, as they are compared: by a word, or by yes and no. */
const STATUS: ReadonlySet<string> = new Set(['status', 'eventstatus']);
const FLAGS: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'iscancelled', 'iscanceled']);

/**
 * The whole of the value: `cancellation pending` is another status. schema.org writes EventCancelled, as an address
 * too.
 */
const CALLED_OFF =
  /^(?:(?:https?:\/\/schema\.org\/)?eventcancelled|cancell?ed|abgesagt|annulée?|cancelad[oa]|annullat[oa]|geannuleerd|odwołan[eya])$/i;

/** Where the word stands in an object that is a status: `{"code":"cancelled"}`, `{"value":3,"label":"Canceled"}`. */
const WORD_MEMBERS = [...TEXT_MEMBERS, 'code', 'label', 'key', 'slug'] as const;

/** Whether a value says that its event was called off. */
export type CallsOff = (value: unknown) => boolean;

const isWord = (value: unknown): boolean => typeof value === 'string' && CALLED_OFF.test(value.trim());
const byWord: CallsOff = (value) =>
  isWord(value) || (isObject(value) && WORD_MEMBERS.some((name) => isWord(value[name])));
const byFlag: CallsOff = (value) => flagOf(value) === true;

/**
 * How a column or member tells that its event was called off; `undefined` for one that doesn't.
 * @param name without blanks, dashes and underscores, in lower case
 */
export function callsOff(name: string): CallsOff | undefined {
  if (STATUS.has(name)) return byWord;
  return FLAGS.has(name) ? byFlag : undefined;
}

/** Of cancelled events, whatever said that they are, without a full stop. */
export function cancelledSentence(count: number): string {
  return `cancelled events (${count}) are left out, which --keep-cancelled imports; one that is in the store stays there unless --replace is given`;
}
