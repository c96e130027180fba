import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../lib/json';
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
  if (missing.length === NEEDED.length) return { text, missing, notes: notes.map(cut) };
  const read = readBack(compiled, found, clock, source);
  const unread = unreadOf(read, missing);
  notes.push(...unread.notes, ...assumed(inferred, read), ...constants(compiled));
  if (missing.length === 0 && unread.fields.length === 0) notes.push(...difference(compiled, read, source));
  return { text, missing: [...missing, ...unread.fields], notes: notes.map(cut) };
}

function samplesIn(source: string, encoding: string | undefined): readonly Sample[] {
  const bare = source.trim();
  if (bare.startsWith('<')) return xmlSamples(bare);
  const answer = parseJson(bare);
  if (typeof answer === 'object') return jsonSamples(answer);
  if (/^BEGIN:VCALENDAR/i.test(bare))
    throw new FormatError('it is iCalendar, which import reads without a format file.');
  if (/^[[{]/.test(bare) || answer !== undefined)
    throw new FormatError('it is neither a document of JSON nor of XML, nor CSV with a line of names.');
  return [csvSample(source, encoding)];
}

/** @throws FormatError if the text between the events keeps the reader from reading them */
function readBack(
  compiled: FormatFile,
  { place, between }: Sample,
  clock: Clock,
  source: string,
): ReadAnswer {
  try {
    return formatReader(compiled, clock).read(source);
  } catch (error) {
    if (!(error instanceof FormatError) || between === undefined) throw error;
    throw new FormatError(
      `no format file can say what stands between its ${place} elements, such as ${between}: save a sample without it.`,
      { cause: error },
    );
  }
}

/** Chooses the sample whose events have a title and a start. */
function chosen(samples: readonly Sample[], clock: Clock): { found: Sample; inferred: Inferred } {
  const tried = samples.map((found) => ({ found, inferred: inferFields(found, clock) }));
  const whole = tried.filter(({ inferred: { fields } }) => NEEDED.every((field) => fields.has(field)));
  const several = whole.filter(({ found }) => found.kind === 'json' && found.isList);
  if (several.length > 1) {
    const places = several.map(({ found }) => found.place).join(', ');
    throw new FormatError(`it has several lists of events: ${cut(places)}. Save one of them.`);
  }
  const half = tried.filter(({ inferred: { fields } }) => NEEDED.some((field) => fields.has(field)));
  const lists = tried.filter(({ found }) => found.isList);
  const [best] = [...several, ...whole, ...half, ...lists];
  if (best === undefined)
    throw new FormatError(
      'it holds no events: save an answer with two or more, which shows what an event is.',
    );
  return best;
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

/** Notes the events that an import would reject. */
function unreadOf({ events }: ReadAnswer, missing: readonly string[]) {
  const notes: string[] = [];
  const fields = NEEDED.filter((field) => {
    const without = events.filter(({ draft }) => draft[field] === undefined || draft[field] === '').length;
    if (missing.includes(field) || without === 0) return false;
    notes.push(`${without} of ${events.length} events have no ${field}`);
    return true;
  });
  const refused = events.filter(({ unread }) => unread.length > 0);
  const [first] = refused.flatMap(({ unread }) => unread).sort();
  if (first !== undefined)
    notes.push(`it does not read ${refused.length} of ${events.length} events: ${first}`);
  return { notes, fields };
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
