import type { EventDraft } from '../formats/draft';
import { escapeControls } from '../lib/text/escape-controls';
import { quoted, shortened } from '../lib/text/quoted';

/** A note has at most this many characters, because a line with `note: ` has at most 120. */
const LONGEST = 114;

/** Counts what an import assumed over all of its sources, and writes a sentence for each kind. */
export class Notes {
  /** Counts times of day without an offset that were read in the import's zone. */
  floating = 0;
  /** Counts ends that are dates if nobody said which day they mean. */
  dateEnds = 0;
  cancelled = 0;
  /** Counts rows that tell of a rule, and holds the first column that did. */
  recurring = 0;
  recurringIn = '';
  /** A number of JSON had more digits than are held. */
  hasRoundedNumbers = false;
  /** Counts rows without id and uid. */
  unkeyed = 0;
  /** Counts URLs of calendars that no page may link to, such as Apple's message://. */
  otherAddresses = 0;
  /** Counts recurring events without an end, and holds the local time before which they stop. */
  #endless = 0;
  #endlessBefore = 0;
  readonly #extraNames = new Set<string>();
  readonly #others = new Set<string>();

  /** Notes something else, without a full stop. It is shortened at once, because it may list all names of a file. */
  add(sentence: string): void {
    this.#others.add(fitted(sentence));
  }

  addEndless(before: number): void {
    this.#endless += 1;
    this.#endlessBefore = before;
  }

  /** Counts the assumptions about an imported event. */
  count({ id, uid, extra }: EventDraft): void {
    if (id === undefined && !uid) this.unkeyed += 1;
    for (const name of Object.keys(extra)) if (this.#extraNames.size < LONGEST) this.#extraNames.add(name);
  }

  /** @param zone the IANA name of the zone of times without an offset, unless the user gave it */
  lines(zone: string | undefined): string[] {
    return [...this.#others, ...Array.from(this.#counted(zone), fitted)];
  }

  *#counted(zone: string | undefined): Generator<string> {
    const { floating, dateEnds, cancelled, recurring, unkeyed } = this;
    if (floating > 0 && zone !== undefined)
      yield `times without an offset (${floating}) were read in ${zone}; --zone names another`;
    if (dateEnds > 0)
      yield `ends that are dates (${dateEnds}) were read as the day after the last; --end-dates inclusive: as the last`;
    if (cancelled > 0) yield `cancelled events (${cancelled}) were left out; --keep-cancelled imports them`;
    if (recurring > 0)
      yield `rows that recur by ${quoted(this.recurringIn, 30)} (${recurring}) came in once: only calendars' rules are followed`;
    if (this.#endless > 0) {
      const last = new Date(this.#endlessBefore - 1).toISOString().slice(0, 10);
      yield `recurring events without an end (${this.#endless}) go to ${last} (--until)`;
    }
    if (this.otherAddresses > 0)
      yield `addresses that are no http, https or mailto (${this.otherAddresses}) are kept as extra fields`;
    if (this.#extraNames.size > 0) yield extraSentence([...this.#extraNames]);
    if (unkeyed > 0)
      yield `no ids (${unkeyed}): an event whose title, start or location changes is added again`;
  }
}

const fitted = (line: string): string => shortened(escapeControls(line), LONGEST);

/** Returns a sentence with as many names as a line has room for. */
function extraSentence(names: readonly string[]): string {
  const ending = ' and others';
  let sentence = 'kept as extra fields: ';
  for (const [index, name] of names.entries()) {
    const more = `${index === 0 ? '' : ', '}${shortened(name, 60)}`;
    if (sentence.length + more.length + ending.length > LONGEST) return sentence + ending;
    sentence += more;
  }
  return sentence;
}
