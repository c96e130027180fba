import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../lib/json';
import { flagOf } from '../../lib/text/flags';
import { MAX_NOTE, quoted, shortened } from '../../lib/text/quoted';
import type { TimeZone } from '../../lib/time/zones';
import { FormatError, MAX_BYTES } from '../document';
import { TEXT_FIELDS } from '../event-fields';
import { compileFormat } from '../format-file';
import { escapeOf } from '../json-spelling';
import { commonOrders, sortAsStore } from '../list-order';
import { RAW } from '../placeholder';
import { type FormatFile, type FormatReader, formatReader, type ReadAnswer } from '../read';
import { jsonTree } from '../tree';
import { varies } from '../wrapper';
import { MAX_DEPTH, unwrap } from '../xml-tree';
import { chooseFields, NEEDED, samplesIn } from './choose';
import { emptyLists, noEvent } from './eventless';
import type { Fields } from './fields';
import { rowOf } from './fit';
import { doubts, openFields } from './questions';
import type { Column, Fill, Sample, SampleOf } from './sample';
import { escapesDates, isRaw, spellingOf } from './spelling';
import { isLocal } from './times';

export interface InferredFile {
  readonly text: string;
  /** This is a sentence if the file can't be used as it is. */
  readonly problem: string | undefined;
  readonly notes: readonly string[];
}

export interface InferOptions {
  /** This is the encoding of a table's bytes. By default it is UTF-8. */
  readonly encoding?: string | undefined;
  /** The samples are answers of the list operations by default, or of SelectEvent. */
  readonly of?: SampleOf;
}

/**
 * Infers a format file from samples: answers in JSON or XML, with or without their envelopes, or one table. A word in a
 * name suggests a field, and a placeholder is used only if every value of all answers fits it. All other values become
 * extra fields. The order of the events affects only the member `order`.
 * @param samples contains `null` for an answer without a result
 * @param zone the time zone of times without an offset
 * @throws FormatError, which is a NoEventsError if the samples hold no event
 */
export function inferFormat(
  samples: readonly (string | null)[],
  zone: TimeZone,
  { encoding, of = 'lists' }: InferOptions = {},
): InferredFile {
  const all = samples.filter((one) => one !== null).map(unwrap);
  const broken = all.filter(isBroken);
  const texts = all.filter((text) => !broken.includes(text));
  const fields = chooseFields(samplesIn(texts.length === 0 ? all : texts, encoding), of, zone);
  const { sample } = fields;
  const extras: string[] = [];
  const file = { ...sample.file(filling(fields, extras), of), ...spellingOf(sample) };
  const text = written(file);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new FormatError(
      'a format file for it would be larger than 256 KB: save an answer with fewer values in an event and around them.',
    );
  const compiled = compileFormat(text, 'The proposal', zone);
  const missing = NEEDED.filter((field) => !fields.proved.has(field));
  const notes = [...openFields(fields)];
  if (extras.length > 0) notes.push(`kept as extra fields: ${extras.join(', ')}`);
  if (!fields.proved.has('id') && sample.key === undefined)
    notes.push('no id is proved: put {id} in its place, or an import gives the events numbers of its own');
  const placeholders = missing.map((field) => `{${field}}`).join(' and ');
  const unproved = `No ${missing.join(' and no ')} is proved for every event: put ${placeholders} into the file before you use it.`;
  if (missing.length === NEEDED.length) return { text, problem: unproved, notes: notes.map(fitted) };
  const reader = formatReader(compiled);
  const read = readBack(reader, sample);
  const answers = [...texts, ...samples.filter((one) => one === null)];
  const eventless =
    of === 'lists' ? emptyLists(compiled, reader, sample, answers) : noEvent(compiled, sample, answers);
  // Tables need no order, because they are not served. Members of an object have lost it. Without starts it is unknown.
  const hasOrder = sample.kind !== 'csv' && sample.key === undefined && !missing.includes('start');
  const orders = hasOrder ? commonOrders(read.lists, zone) : ['start'];
  const [order = 'start'] = orders;
  if (orders.length === 0)
    notes.push('the events are in no order that a format file can describe: it writes them by start');
  if (orders.length > 1 && read.lists.some(({ length }) => length > 1))
    notes.push(`the order is not proved: ${orders.join(' and ')} fit all lists`);
  const unread = unreadOf(read, missing);
  notes.push(
    ...unread.notes,
    ...eventless.notes,
    ...assumed(fields, compiled, read.events),
    ...doubts(fields),
    ...constants(compiled),
  );
  if (missing.length === 0 && unread.problem === undefined)
    notes.push(...differences(compiled, read.answers, of, sample));
  const scattered = `It reads the events of every ${sample.name}, but writes them into one list.`;
  const found =
    unread.problem ??
    read.problem ??
    flagProblem(fields, read.events) ??
    brokenProblem(broken, all.length) ??
    (sample.isInEach ? scattered : undefined);
  const problem = missing.length > 0 ? unproved : found;
  const learned = { ...(order !== 'start' && { order }), ...eventless.members };
  return { text: written({ ...file, ...learned }), problem, notes: notes.map(fitted) };
}

const fitted = (note: string): string => shortened(note, MAX_NOTE);

/** Some characters are escaped, because editors would not show them. */
function written(file: object): string {
  return `${JSON.stringify(file, undefined, 2)}\n`.replace(/[\u007f-\u009f\ufeff\uffff]/g, (one) =>
    escapeOf(one),
  );
}

const isBroken = (text: string) => /^\s*[[{]/.test(text) && parseJson(text) === undefined;

/** Programs that write JSON without a library may forget to escape a quote. No format file writes such an answer. */
function brokenProblem([first, ...others]: readonly string[], of: number): string | undefined {
  if (first === undefined) return undefined;
  const tree = jsonTree(first, MAX_DEPTH);
  const at = 'offset' in tree ? Math.max(tree.offset - BEHIND, 0) : 0;
  const place = quoted(first.slice(at, at + 2 * BEHIND));
  return `${1 + others.length} of ${of} answers are not JSON, such as at ${place}.`;
}

/** @throws FormatError if the text around the events of the first answer can't be that of a format file */
function readBack({ tryRead }: FormatReader, { name, answers }: Sample) {
  const read = answers.map(tryRead);
  const [first] = read;
  if (first === undefined || typeof first === 'string')
    throw new FormatError(
      `no format file can describe what is around the events at ${name}: ${first}. Save a sample without it.`,
    );
  const reasons = read.filter((one) => typeof one === 'string');
  const understood = read.flatMap((one, index) =>
    typeof one === 'string' ? [] : [{ ...one, source: answers[index] ?? '' }],
  );
  return {
    answers: understood,
    events: understood.flatMap(({ events }) => events),
    lists: understood.flatMap(({ isList, events }) =>
      isList ? [events.map(({ draft }) => rowOf(draft))] : [],
    ),
    problem:
      reasons.length > 0
        ? `It does not read ${reasons.length} of ${answers.length} answers: ${reasons[0]}.`
        : undefined,
  };
}

/** @param extras gets the names of the extra fields */
function filling({ bodies, sample }: Fields, extras: string[]): Fill {
  const escaped = escapesDates(sample) ? '-escaped' : '';
  const names = new Set<string>();
  const suffix = ({ values }: Column, body = '') => {
    // An empty value means no, so a column that has another value for no gets no suffix.
    if (body.startsWith('allDay') && values.some((value) => flagOf(value) === false)) return '';
    if (values.includes(undefined)) return '?';
    if (values.includes(null)) return '|null';
    return /^(?:start|end|allDay)/.test(body) && values.includes('') ? '|empty' : '';
  };
  return {
    isField: (column) => bodies.has(column),
    placeholder(column) {
      const body = bodies.get(column)?.replace(/json-date(?:-zzz)?$/, `$&${escaped}`);
      if (body !== undefined) return `{${body}${suffix(column, body)}}`;
      const { path } = column;
      const shown = path.join('.');
      let name = path.at(-1) ?? '';
      for (let length = 2; names.has(name); length++)
        name = length > path.length ? `${shown} ${length}` : path.slice(-length).join('.');
      names.add(name);
      if (name === '' || /[{}]/.test(name) || name.endsWith(RAW)) return undefined;
      extras.push(shown);
      // If a name ends like a suffix, a suffix is added, so that the end of the name is read as part of the name.
      const own = suffix(column) || (/\?$|\|(?:null|empty)$/.test(name) ? '|null' : '');
      if (!isRaw(column)) return `{extra.${name}${own}}`;
      // An import of answers in XML may keep a text under the same name. It would equal the number, but not the object.
      const ending = column.values.some((value) => typeof value === 'object' && value !== null)
        ? '.json'
        : '';
      return `{extra.${name}${ending}${RAW}${own}}`;
    },
  };
}

function unreadOf({ events }: Pick<ReadAnswer, 'events'>, missing: readonly string[]) {
  const lacking = NEEDED.filter((field) => !missing.includes(field)).flatMap((field) => {
    const without = events.filter(({ draft }) => draft[field] === undefined || draft[field] === '');
    return without.length === 0 ? [] : [`${without.length} of ${events.length} events have no ${field}.`];
  });
  const refused = events.filter(({ unread }) => unread.length > 0);
  const [first] = refused.flatMap(({ unread }) => unread).sort();
  return {
    notes:
      first === undefined ? [] : [`it does not read ${refused.length} of ${events.length} events: ${first}`],
    problem: lacking.length === 0 ? undefined : lacking.join(' '),
  };
}

/** Without the flag, an all-day event would be read as an event that begins at midnight and has no days. */
function flagProblem({ unreadFlags }: Fields, events: ReadAnswer['events']): string | undefined {
  const timed = events.filter(
    ({ draft: { start } }, index) =>
      start?.kind === 'instant' && unreadFlags.some(({ values }) => flagOf(values[index]) === true),
  );
  if (timed.length === 0) return undefined;
  return `${timed.length} of ${events.length} events last all day, but no {allDay} is proved: put it into the file, with the words for yes and no, before you use it.`;
}

/** Notes what the file assumes because no sample can prove it. */
function assumed(
  { bodies, proved }: Fields,
  { placeholders }: FormatFile,
  events: ReadAnswer['events'],
): readonly string[] {
  const notes: string[] = [];
  const forms = [...bodies.values()].filter((body) => /^(?:start|end)/.test(body));
  if (forms.some(isLocal))
    notes.push('times without an offset are read and written in TIME_ZONE: it must be the old service’s');
  const isLastMoment = forms.some((body) => body.startsWith('endLast'));
  const isExclusive =
    !isLastMoment && placeholders.some(({ field, isClock }) => field === 'end' && isClock !== true);
  if (isExclusive && (proved.has('allDay') || events.some(({ draft: { allDay, end } }) => allDay && end)))
    notes.push(
      'an all-day end is read as the day after the last: if it is the last, write endInclusive for end',
    );
  for (const field of TEXT_FIELDS.filter((one) => events.some(({ draft }) => draft[one]?.includes('\r'))))
    notes.push(`line ends of {${field}} become LF: {extra.NAME} keeps CR LF`);
  return notes;
}

function constants({ reader }: FormatFile): readonly string[] {
  const names = [...(reader?.wrapper ?? [])].flatMap(([name, value]) => (varies(value) ? [name] : []));
  return names.length === 0 ? [] : [`around the events these values never change: ${names.join(', ')}`];
}

/** A note shows this many characters before and after the beginning of the first difference. */
const BEFORE = 10;
const BEHIND = 20;

/** Writes the events of each answer, and notes the first difference. A difference that a parser sees comes first. */
function differences(
  { format, zone }: FormatFile,
  answers: ReturnType<typeof readBack>['answers'],
  of: SampleOf,
  { key }: Sample,
): readonly string[] {
  const others = answers.flatMap(({ events, isList, source }) => {
    const read = events.map(({ draft }) => rowOf(draft));
    const rows = key === undefined ? read : sortAsStore(read, zone);
    const answer = isList && of === 'lists' ? format.list(rows) : format.event(rows[0]);
    if (answer === null || answer === source) return [];
    const parsed = parseJson(source);
    const isSame = parsed !== undefined && isDeepStrictEqual(parseJson(answer), parsed);
    return [{ answer, source, isSame }];
  });
  const [first] = others.toSorted((one, other) => Number(one.isSame) - Number(other.isSame));
  if (first === undefined) return [];
  const { answer, source, isSame } = first;
  let at = 0;
  while (answer[at] === source[at]) at++;
  const often = answers.length === 1 ? '' : `${others.length} of ${answers.length} answers, `;
  const place = `${often}character ${at + 1}${isSame ? ', the same to a parser' : ''}`;
  const noteOf = (behind: number): string => {
    const quote = (text: string) => JSON.stringify(text.slice(Math.max(at - BEFORE, 0), at + behind));
    const note = `${place}: it writes ${quote(answer)} for ${quote(source)}`;
    return note.length > MAX_NOTE && behind > 1 ? noteOf(behind - 1) : note;
  };
  return [noteOf(BEHIND)];
}
