import { escapeControls, MAX_NOTE, quoted, shortened } from '../lib/text/messages';
import type { DraftRow } from './event-record';
import type { ImportZone } from './import-options';

type Sentence = (count: number, details: readonly string[]) => string;

/** Maps each assumption that is counted to its sentence, in the order of the notes. */
const SENTENCES = {
  rounded: (_, [number]) => `numbers such as ${number} are rounded; numbers in quotes are kept as text`,
  floating: (count, [zone]) =>
    `times without an offset (${count}) were read in ${zone}; --zone names another zone`,
  dateEnds: (count) =>
    `ends that are dates (${count}) were read as the day after the event; if they are its last day, add --end-dates inclusive`,
  cancelled: (count) => `cancelled events (${count}) were left out; --keep-cancelled imports them`,
  recurring: (count, [column]) =>
    `rows with a recurrence in ${quoted(column, 30)} (${count}) were read once: recurrences are read only from calendars`,
  otherComponents: (_, names) => `only events were read, not ${names.join(', ')}`,
  endless: (count, [last]) =>
    `recurring events without an end (${count}) were imported up to ${last}; --until names another date`,
  otherAddresses: (count) => `addresses other than http, https or mailto (${count}) are kept as extra fields`,
  extra: (_, names) => extraSentence(names),
  otherStarts: (count) =>
    `new starts of stored events (${count}) were ignored, because these answers show no end`,
  unkeyed: (count) =>
    `events without an id (${count}) get ids from the store, and are added again if their title, start or location changes`,
} as const satisfies Readonly<Record<string, Sentence>>;

type Assumption = keyof typeof SENTENCES;

/** Counts the assumptions of an import over all of its sources, and writes one sentence for each kind. */
export class Notes {
  readonly #counted = new Map<Assumption, { count: number; readonly details: Set<string> }>();
  readonly #others = new Set<string>();

  /** @param zone the zone in which times without an offset are read */
  constructor(private readonly zone: ImportZone) {}

  /**
   * Adds a note that is not counted, a sentence without its full stop. A long sentence is cut, because it may list all
   * names.
   */
  add(sentence: string): void {
    this.#others.add(fitted(sentence));
  }

  /** @param detail what the sentence names, such as a column */
  count(assumption: Assumption, detail = '', by = 1): void {
    const counted = this.#counted.get(assumption) ?? { count: 0, details: new Set<string>() };
    counted.count += by;
    if (counted.details.size < MAX_NOTE) counted.details.add(detail);
    this.#counted.set(assumption, counted);
  }

  countRow({ draft: { id, uid, start, end, extra }, askedId, isEndDate = false }: DraftRow): void {
    const floating = [start, end].filter((time) => time?.isFloating).length;
    if (floating > 0 && !this.zone.isChosen) this.count('floating', this.zone.name, floating);
    if (isEndDate) this.count('dateEnds');
    if ((id ?? askedId) === undefined && !uid) this.count('unkeyed');
    for (const name of Object.keys(extra)) this.count('extra', name);
  }

  lines(): string[] {
    const sentences = Object.entries(SENTENCES).flatMap(([assumption, sentence]: [string, Sentence]) => {
      const counted = this.#counted.get(assumption as Assumption);
      return counted === undefined ? [] : [fitted(sentence(counted.count, [...counted.details]))];
    });
    return [...this.#others, ...sentences];
  }
}

const fitted = (line: string): string => shortened(escapeControls(line), MAX_NOTE);

/** Returns a sentence with as many names as a line has room for. */
function extraSentence(names: readonly string[]): string {
  const ending = ' and others';
  let sentence = 'kept as extra fields: ';
  for (const [index, name] of names.entries()) {
    const more = `${index === 0 ? '' : ', '}${shortened(name, 60)}`;
    if (sentence.length + more.length + ending.length > MAX_NOTE) return sentence + ending;
    sentence += more;
  }
  return sentence;
}
