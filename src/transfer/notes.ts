import { escapeControls } from '../lib/text/escape-controls';
import { quoted, shortened } from '../lib/text/quoted';
import type { DraftRow } from './event-record';
import type { ImportZone } from './import-options';

/** A note has at most this many characters, because a line with `note: ` has at most 120. */
const LONGEST = 114;

/** Counts the assumptions of an import over all of its sources, and writes one sentence for each kind. */
export class Notes {
  /** Counts ends that are dates if `--end-dates` does not say which day they mean. */
  dateEnds = 0;
  cancelled = 0;
  /** Counts rows with a recurrence rule that is not read. `recurringIn` is the first column that had one. */
  recurring = 0;
  recurringIn = '';
  /** This is true if a number of JSON had more digits than JavaScript keeps. */
  hasRoundedNumbers = false;
  /** Counts URLs of calendars that no page may link to, such as Apple's message://. */
  otherAddresses = 0;
  /** Counts times without an offset. They were read in the import's zone. */
  #floating = 0;
  /** Counts recurring events without an end. They stop before the local time `#endlessBefore`. */
  #endless = 0;
  #endlessBefore = 0;
  /** Counts rows without id and uid. */
  #unkeyed = 0;
  readonly #extraNames = new Set<string>();
  readonly #others = new Set<string>();

  /** Adds another note, a sentence without its full stop. It is cut at once, because it may list all names of a file. */
  add(sentence: string): void {
    this.#others.add(fitted(sentence));
  }

  addEndless(before: number): void {
    this.#endless += 1;
    this.#endlessBefore = before;
  }

  /** Counts the assumptions about the event of a row. */
  count({ draft: { id, uid, extra }, floating = 0 }: DraftRow): void {
    this.#floating += floating;
    if (id === undefined && !uid) this.#unkeyed += 1;
    for (const name of Object.keys(extra)) if (this.#extraNames.size < LONGEST) this.#extraNames.add(name);
  }

  /** @param zone the zone in which times without an offset were read */
  lines(zone: ImportZone): string[] {
    return [...this.#others, ...Array.from(this.#counted(zone), fitted)];
  }

  *#counted(zone: ImportZone): Generator<string> {
    const { dateEnds, cancelled, recurring } = this;
    if (this.#floating > 0 && !zone.given)
      yield `times without an offset (${this.#floating}) were read in ${zone.name}; --zone names another`;
    if (dateEnds > 0)
      yield `ends that are dates (${dateEnds}) were read as the day after the last; --end-dates inclusive: as the last`;
    if (cancelled > 0) yield `cancelled events (${cancelled}) were left out; --keep-cancelled imports them`;
    if (recurring > 0)
      yield `rows that recur by ${quoted(this.recurringIn, 30)} (${recurring}) were read once: only calendars' rules are used`;
    if (this.#endless > 0) {
      const last = new Date(this.#endlessBefore - 1).toISOString().slice(0, 10);
      yield `recurring events without an end (${this.#endless}) were imported up to ${last} (--until)`;
    }
    if (this.otherAddresses > 0)
      yield `addresses other than http, https or mailto (${this.otherAddresses}) are kept as extra fields`;
    if (this.#extraNames.size > 0) yield extraSentence([...this.#extraNames]);
    if (this.#unkeyed > 0)
      yield `no ids (${this.#unkeyed}): an event whose title, start or location changes is added again`;
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
