import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../time/clock';
import { compileFormat } from '../format-file';
import { quotedValue, varies } from '../plan';
import { formatReader, type ReadEvent } from '../read';
import { unwrap } from '../xml-tree';
import { PROPOSED } from './field-words';
import type { TimeName } from './guess-field';
import { Guesses, type Sought, type Supposed } from './guesses';
import { proposeJson } from './json';
import { writtenOtherwise } from './written-again';
import { proposeXml } from './xml';

/** What of an event an import needs. */
const NEEDED = ['title', 'start'] as const;

/** A format file for a person to correct. */
export interface ProposedFile {
  readonly text: string;
  /** What of an event that an import needs was not found. */
  readonly missing: readonly (typeof NEEDED)[number][];
  /** How many events the answer has, and how many of them the file does not read; 0 where something is missing. */
  readonly events: number;
  readonly unread: number;
  /** Sentences about what the file can't say, or does not read. */
  readonly remarks: readonly string[];
}

/**
 * Proposes a format file for an old answer: fields are guessed by their names, dates by how they look. What all-day
 * ends mean, and which zone the dates are in, no answer tells, but that days begin at midnight does.
 * @param answer as it was saved, in its `<string>` or Envelope or out of it
 * @throws FormatError when there are no events in it
 */
export function proposeFormat(answer: string, clock: Clock): ProposedFile {
  const source = unwrap(answer).trim();
  const { text, missing, unread, count, constants, otherwise, hasId } = best(source, clock);
  const remarks = constants.map(
    ([name, value]) =>
      `Around the events ${name} is always ${quotedValue(value)}: a format file can't count events, and has no clock.`,
  );
  if (!hasId) remarks.push(WITHOUT_ID);
  if (otherwise !== SAME)
    remarks.push(...spellingsIn(source), ...(otherwise === undefined ? [] : [otherwise]));
  const [first] = unread;
  if (first !== undefined)
    remarks.push(`It does not read ${unread.length} of the answer's ${count} events: ${first.join('; ')}.`);
  const isWhole = missing.length === 0;
  return { text, missing, remarks, events: isWhole ? count : 0, unread: isWhole ? unread.length : 0 };
}

const WITHOUT_ID =
  'No id was found by its name: put {id} in its place, or an import gives the events numbers of its own, by which SelectEvent then finds them.';

/** The file writes the answer that it was made from. */
const SAME = '';

/** What parsers read as the same, and a format file writes in one way only. */
const SPELLINGS: readonly { readonly pattern: RegExp; readonly sentence: string }[] = [
  {
    pattern: /^[^<][\s\S]*?\\(?:\/|u00(?:2[0167]|3[ce]))/i,
    sentence:
      'The answer escapes what JSON need not escape, such as \\/ or \\u003c: the characters themselves are written.',
  },
  {
    pattern: /^<[\s\S]*?<[^<>/="']+\/>/,
    sentence: 'The answer has elements such as <Place />: one that is empty is written as <Place></Place>.',
  },
  {
    pattern: /^<[\s\S]*?<!\[CDATA\[/,
    sentence: 'The answer has CDATA sections: text is written escaped instead.',
  },
];

function spellingsIn(source: string): string[] {
  return SPELLINGS.filter(({ pattern }) => pattern.test(source)).map(({ sentence }) => sentence);
}

/** Those that a word in a name may tell. */
const SOUGHT = [...PROPOSED, 'id'] as const;

/** Where no name says a field outright, words in names do: first those that say it, then those that may. */
function guessed(text: string, supposed: Supposed) {
  const propose = (sought: Sought, apart: ReadonlySet<TimeName> = new Set()) => {
    const guesses = new Guesses(supposed, sought, apart);
    return { guesses, file: text.startsWith('<') ? proposeXml(text, guesses) : proposeJson(text, guesses) };
  };
  let proposed = propose(new Map());
  const sought = new Map<(typeof SOUGHT)[number], number>();
  for (const rank of [0, 1]) {
    for (const field of SOUGHT) if (!proposed.guesses.found(field)) sought.set(field, rank);
    proposed = propose(sought);
  }
  const apart = proposed.guesses.seenApart();
  return apart.size === 0 ? proposed : propose(sought, apart);
}

const OTHERWISE: readonly Supposed[] = [
  { isLocal: true, endsOnLastDay: false },
  { isLocal: false, endsOnLastDay: true },
  { isLocal: true, endsOnLastDay: true },
];

/** What is supposed of the times as far as the events tell: the first by which most of them are read. */
function best(text: string, clock: Clock): ReturnType<typeof tried> {
  let found = tried(text, { isLocal: false, endsOnLastDay: false }, clock);
  for (const supposed of OTHERWISE) {
    if (found.unread.length === 0) break;
    const other = tried(text, supposed, clock);
    if (other.unread.length < found.unread.length) found = other;
  }
  return found;
}

function tried(text: string, supposed: Supposed, clock: Clock) {
  const { file, guesses } = guessed(text, supposed);
  const written = `${JSON.stringify(file, undefined, 2)}\n`;
  const missing = NEEDED.filter((field) => !guesses.found(field));
  const compiled = compileFormat(written, 'The proposal', clock);
  const { around } = compiled.plan.reader();
  const read = missing.length === NEEDED.length ? undefined : formatReader(compiled, clock).read(text);
  const events = read?.events ?? [];
  const unread = events.map((event) => problemsOf(event, missing)).filter((problems) => problems.length > 0);
  const isWhole = read !== undefined && missing.length === 0 && unread.length === 0;
  return {
    text: written,
    missing,
    constants: [...around].filter(([, value]) => varies(value)),
    unread,
    count: events.length,
    hasId: guesses.found('id'),
    otherwise: isWhole ? (writtenOtherwise(compiled, read, text) ?? SAME) : undefined,
  };
}

/** Why an import would not take an event, but for what all of them lack. */
function problemsOf(
  { draft, unread }: ReadEvent,
  missing: readonly (typeof NEEDED)[number][],
): readonly string[] {
  if (unread.length > 0) return unread;
  const given = (field: (typeof NEEDED)[number]) => draft[field] !== undefined && draft[field] !== '';
  const problems = NEEDED.filter((field) => !missing.includes(field) && !given(field)).map(
    (field) => `it finds no ${field}`,
  );
  const { start, end, allDay } = draft;
  return allDay === true && isDeepStrictEqual(start, end)
    ? [...problems, 'it ends on the day on which it begins']
    : problems;
}
