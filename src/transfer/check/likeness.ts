/** What a name says of the field that it may hold: as far as a proposal goes, which a person reads before it is used. */
import { guessField } from '../../formats/file/guess-field';
import type { Path } from './columns';

/** The fields that are proposed for columns that nothing is known of. */
export type Proposed = 'title' | 'start' | 'end' | 'allDay' | 'location';

/** Times that a record has beside the event's own, in whatever form of the word: when it was made, sold, or is due. */
const OTHER_TIMES =
  /creat|updat|modif|chang|order|regist|publi|delet|book|sale|deadline|expir|stamp|erstell|änder|aender|gebucht|buchung|bestell|anmeld|angelegt|veröff/;

const NAMES: Readonly<Record<Proposed, readonly RegExp[]>> = {
  title: [
    /^(titl|titel|titre|título|titulo|subject|name|summary|betreff|asunto|oggetto)|name$/,
    /^(what|event|veranstaltung)/,
  ],
  start: [
    /^(start|begin|dtstart|inicio|début|debut|inizio|anfang)|^(from|von|ab)$/,
    /^(date|datum|fecha|when|wann|time)|(date|datum)$|^(day|tag|jour|data|am)$/,
  ],
  end: [/^end(?!o)|^(event|dt|date)end|^(finish|einde|schluss|stop)|^(fin|fine|until|till|to|bis|hasta)$/],
  allDay: [/^(allday|wholeday|fullday|isallday|ganzt[aä]g|journ[eé]e|todoeld[ií]a|heledag|heldag)/],
  location: [
    /^(ort|veranstaltungsort|raum|saal|treffpunkt|lieu|salle|lugar|luogo|sede|sala|plaats|locatie|plats)$/,
  ],
};

/** `Event Start-Date`, `eventStartDate` and `EVENT_START_DATE` are three words each. */
export function wordsOf(path: Path): string[] {
  const spaced = path.join(' ').replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether it is told in UTC, as far as its name says. */
export function saysUtc(path: Path): boolean {
  return wordsOf(path).some((word) => word === 'utc' || word === 'gmt');
}

/** Whether it is the time of something else than the event. */
export function isOtherTime(path: Path): boolean {
  return OTHER_TIMES.test(path.join(' ').toLowerCase());
}

/** How well a name suits a field: 0 is best, `undefined` is not at all. */
export function rank(field: Proposed, path: Path): number | undefined {
  const words = wordsOf(path);
  // All-day is two words of most programs.
  const parts = field === 'allDay' ? [words.join('')] : words;
  const found = NAMES[field].findIndex((names) => parts.some((word) => names.test(word)));
  if (found === 0) return 0;
  const last = path.at(-1) ?? '';
  const guessed = field === 'location' ? [last] : path;
  if (guessed.some((name) => guessField(name) === field)) return 1;
  return found === -1 ? undefined : found + 1;
}
