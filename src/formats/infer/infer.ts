import { isDeepStrictEqual } from 'node:util';
import { isObject, parseJson } from '../../lib/json';
import type { Clock } from '../../lib/time/clock';
import { FormatError, quotedText } from '../document';
import { compileFormat, type FormatFile } from '../format-file';
import { formatReader, type ReadAnswer } from '../read';
import { quotedValue, varies } from '../wrapper';
import { unwrap } from '../xml-tree';
import { type Inferred, inferFields } from './fields';
import { rowOf } from './fit';
import { jsonSamples } from './json-sample';
import { type Column, csvSample, type Fill, type Sample } from './sample';
import { isLocal } from './times';
import { xmlSamples } from './xml-sample';

/** An import rejects an event without these fields. */
const NEEDED = ['title', 'start'] as const;

/** Represents a format file, with the problems that a person must solve. */
export interface InferredFile {
  readonly text: string;
  /** Fields that an import needs and that the sample does not prove for every event. */
  readonly missing: readonly (typeof NEEDED)[number][];
  /** A sentence, if the file can't be used as it is. */
  readonly problem: string | undefined;
  /** Notes of at most `MAX_NOTE` characters. */
  readonly notes: readonly string[];
}

/** A line has at most 120 characters with `note: ` before the note. */
export const MAX_NOTE = 114;

/**
 * Infers a format file from a sample: an answer in JSON or XML, with or without its envelope, or a table. A word in a
 * name suggests a field, and a placeholder is used only if every value fits it. All other values become extra fields.
 * The order of the events makes no difference.
 * @param clock the time zone of times without an offset
 * @param encoding the encoding of a table's bytes if it is not UTF-8
 * @throws FormatError if the sample holds no event
 */
export function inferFormat(sample: string, clock: Clock, encoding?: string): InferredFile {
  const source = unwrap(sample);
  const { found, inferred } = chosen(samplesIn(source, encoding), clock);
  const extras: string[] = [];
  const file = found.file(filling(inferred, found, extras));
  const text = `${JSON.stringify(file, undefined, 2)}\n`;
  const compiled = compileFormat(text, 'The proposal', clock);
  const missing = NEEDED.filter((field) => !inferred.fields.has(field));
  const notes = [...inferred.open];
  if (extras.length > 0) notes.push(`kept as extra fields: ${extras.join(', ')}`);
  if (!inferred.fields.has('id') && found.key === undefined)
    notes.push('no id is proved: put {id} in its place, or an import gives the events numbers of its own');
  const placeholders = missing.map((field) => `{${field}}`).join(' and ');
  const unproved = `No ${missing.join(' and no ')} is proved for every event: put ${placeholders} into the file before you use it.`;
  if (missing.length === NEEDED.length) return { text, missing, problem: unproved, notes: notes.map(cut) };
  const read = readBack(compiled, found, clock, source);
  const unread = unreadOf(read, missing);
  notes.push(...unread.notes, ...assumed(inferred, read), ...constants(compiled));
  if (missing.length === 0 && unread.fields.length === 0) notes.push(...difference(compiled, read, source));
  const problem = missing.length > 0 ? unproved : (unread.problem ?? scattered(found));
  return { text, missing: [...missing, ...unread.fields], problem, notes: notes.map(cut) };
}

function scattered({ isInEach, name }: Sample): string | undefined {
  return isInEach ? `It reads the events of every ${name}, but writes them into one list.` : undefined;
}

function samplesIn(source: string, encoding: string | undefined): readonly Sample[] {
  const bare = source.trim();
  if (bare.startsWith('<')) return xmlSamples(bare);
  const answer = parseJson(bare);
  if (typeof answer === 'object') return jsonSamples(answer);
  const known = /^BEGIN:VCALENDAR/i.test(bare) ? 'iCalendar' : isJsonLines(bare) ? 'JSON Lines' : undefined;
  if (known !== undefined) throw new FormatError(`it is ${known}, which import reads without a format file.`);
  if (/^[\w$.]+\(\s*[[{]/.test(bare))
    throw new FormatError('it is JSONP: save what is between the parentheses.');
  if (isQuotedJson(answer)) throw new FormatError(QUOTED_JSON);
  if (/^[[{]/.test(bare) || answer !== undefined)
    throw new FormatError('it is neither a document of JSON nor of XML, nor CSV with a line of names.');
  return [csvSample(source, encoding)];
}

const QUOTED_JSON = 'its events are JSON in a string of JSON: save what is in the string.';

function isQuotedJson(value: unknown): boolean {
  return typeof value === 'string' && typeof parseJson(value) === 'object';
}

function isJsonLines(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return isObject(parseJson(first)) && isObject(parseJson(second));
}

/** @throws FormatError if the events are not in one place, or other elements stand between them */
function readBack(compiled: FormatFile, { path, between }: Sample, clock: Clock, source: string): ReadAnswer {
  try {
    return formatReader(compiled, clock).read(source);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const name = path.at(-1);
    throw new FormatError(
      between === undefined
        ? `its ${name} elements stand in several places, and a format file has one: save one list alone.`
        : `no format file can say what stands between its ${name} elements, such as ${between}: save a sample without it.`,
      { cause: error },
    );
  }
}

interface Tried {
  readonly found: Sample;
  readonly inferred: Inferred;
}

/**
 * Chooses the sample whose events have a title and a start.
 * @throws FormatError if there is none, or more than one
 */
function chosen(samples: readonly Sample[], clock: Clock): Tried {
  const tried: Tried[] = [];
  for (const found of samples) {
    // What the events of a list hold is no event.
    if (!tried.some((one) => one.found.isList && claims(one) && isInside(found, one.found)))
      tried.push({ found, inferred: inferFields(found, clock) });
  }
  const claimed = tried.filter(claims);
  // Of two single objects, one in the other, the inner one is the event.
  const open = claimed.filter(
    ({ found }) =>
      found.isList || !claimed.some(({ found: other }) => !other.isList && isInside(other, found)),
  );
  const proved = open.filter(({ inferred: { fields } }) => NEEDED.every((field) => fields.has(field)));
  refuseSeveral(proved, open);
  const others = tried.filter(({ found }) => !found.isInEach);
  const half = others.filter(({ inferred: { fields } }) => NEEDED.some((field) => fields.has(field)));
  const listsFirst = (some: readonly Tried[]) => [
    ...some.filter(({ found }) => found.isList),
    ...some.filter(({ found }) => !found.isList),
  ];
  const lists = others.filter(({ found }) => found.isList);
  const [best] = [...proved, ...listsFirst(open), ...listsFirst(half), ...lists];
  if (best !== undefined) return best;
  if (samples.some(({ columns }) => columns.some(({ values }) => values.some(isQuotedJson))))
    throw new FormatError(QUOTED_JSON);
  throw new FormatError(
    'it has no objects or elements that could be events: save an answer with two or more events.',
  );
}

/** @throws FormatError if more than one sample may be the events */
function refuseSeveral(proved: readonly Tried[], open: readonly Tried[]): void {
  for (const { found } of proved) {
    const outer = open.find((one) => isInside(found, one.found));
    if (outer !== undefined)
      throw new FormatError(
        `either ${outer.found.name} or ${found.name} holds the events: save an answer with two or more events.`,
      );
  }
  const names = cut(proved.map(({ found }) => found.name).join(', '));
  if (proved.length > 1) throw new FormatError(`it has several lists of events: ${names}. Save one of them.`);
  // JSON is read at one place, and XML by the name of its elements.
  if (proved.some(({ found }) => found.kind === 'json' && found.isInEach))
    throw new FormatError(`it has several lists of events, each at ${names}. Save one of them.`);
}

/** True if the names say that there are a title and a start, whether or not the values prove it. */
function claims({ inferred: { named } }: Tried): boolean {
  return NEEDED.every((field) => named.has(field));
}

function isInside(inner: Sample, outer: Sample): boolean {
  return inner.path.length > outer.path.length && outer.path.every((name, at) => name === inner.path[at]);
}

/** @param extras receives the names of extra fields */
function filling({ bodies }: Inferred, { kind }: Sample, extras: string[]): Fill {
  const names = new Set<string>();
  const suffix = ({ values }: Column, isTime: boolean) => {
    if (values.includes(undefined) || (isTime && kind === 'csv' && values.includes(''))) return '?';
    return values.includes(null) ? '|null' : '';
  };
  return {
    field(column) {
      const body = bodies.get(column);
      return body && `{${body}${suffix(column, /^(?:start|end)/.test(body))}}`;
    },
    extra(column) {
      const { path } = column;
      const told = path.join('.');
      extras.push(told === '' ? '""' : told);
      let name = path.at(-1) ?? '';
      for (let length = 2; names.has(name); length++)
        name = length > path.length ? `${told} ${length}` : path.slice(-length).join('.');
      names.add(name);
      if (name === '' || /[{}]/.test(name)) return undefined;
      // A name may end like a suffix. It is read as a name if a suffix follows it.
      const own = suffix(column, false) || (/\?$|\|null$/.test(name) ? '|null' : '');
      return `{extra.${name}${own}}`;
    },
  };
}

/** Tells of the events that an import would refuse. */
function unreadOf({ events }: ReadAnswer, missing: readonly string[]) {
  const lacking = NEEDED.map((field) => {
    const without = events.filter(({ draft }) => draft[field] === undefined || draft[field] === '');
    return { field, count: missing.includes(field) ? 0 : without.length };
  }).filter(({ count }) => count > 0);
  const problem = lacking
    .map(({ field, count }) => `${count} of ${events.length} events have no ${field}.`)
    .join(' ');
  const refused = events.filter(({ unread }) => unread.length > 0);
  const [first] = refused.flatMap(({ unread }) => unread).sort();
  return {
    notes:
      first === undefined ? [] : [`it does not read ${refused.length} of ${events.length} events: ${first}`],
    fields: lacking.map(({ field }) => field),
    problem: problem === '' ? undefined : problem,
  };
}

/** Notes what the file assumes because no sample can prove it. */
function assumed({ bodies }: Inferred, { events }: ReadAnswer): readonly string[] {
  const notes: string[] = [];
  const forms = [...bodies.values()].filter((body) => /^(?:start|end)/.test(body));
  if (forms.some(isLocal))
    notes.push('times without an offset are read and written in TIME_ZONE: it must be the old service’s');
  const isExclusive = forms.some((body) => body.startsWith('end') && !body.startsWith('endInclusive'));
  if (isExclusive && events.some(({ draft }) => draft.allDay === true && draft.end !== undefined))
    notes.push(
      'an all-day end is read as the day after the last: if it is the last, write endInclusive for end',
    );
  return notes;
}

function constants({ plan }: FormatFile): readonly string[] {
  const varying = [...plan.reader().wrapper].filter(([, value]) => varies(value));
  return varying.map(
    ([name, value]) => `beside the events ${name} is written as ${quotedValue(value)} each time`,
  );
}

/** These are the numbers of characters that a note shows before the first difference and after it. */
const BEFORE = 10;
const BEHIND = 20;

/** Writes the events that were read, and notes the first character that differs from the sample. */
function difference(
  { format, plan }: FormatFile,
  { events, isList }: ReadAnswer,
  given: string,
): readonly string[] {
  const rows = events.map(({ draft }) => rowOf(draft));
  const written = isList ? format.list(rows) : format.event(rows[0]);
  const source = plan.reader().rows === undefined ? given.trim() : given;
  if (written === source) return [];
  let at = 0;
  while (at < written.length && written[at] === source[at]) at++;
  const parsed = parseJson(source);
  const isSame = parsed !== undefined && isDeepStrictEqual(parseJson(written), parsed);
  const place = `character ${at + 1}${isSame ? ', the same to a parser' : ''}`;
  const noteOf = (behind: number): string => {
    const shown = (text: string) => quotedText(text.slice(Math.max(at - BEFORE, 0), at + behind));
    const note = `${place}: it writes ${shown(written)} for ${shown(source)}`;
    return note.length > MAX_NOTE && behind > 1 ? noteOf(behind - 1) : note;
  };
  return [noteOf(BEHIND)];
}

function cut(note: string): string {
  return note.length > MAX_NOTE ? `${note.slice(0, MAX_NOTE - 1)}…` : note;
}
