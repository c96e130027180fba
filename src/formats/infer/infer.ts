import { flagOf } from '../../lib/text/flags';
import { MAX_NOTE, quoted, shortened } from '../../lib/text/messages';
import type { TimeZone } from '../../lib/time/zones';
import { FormatError } from '../document';
import { MAX_EXTRA_FIELDS, REQUIRED_FIELDS, TEXT_FIELDS } from '../event-fields';
import { compileFormat } from '../format-file';
import { commonOrders } from '../list-order';
import { type FormatFile, formatReader, type ReadEvent } from '../read';
import { mayVary } from '../wrapper';
import { unwrap } from '../xml-tree';
import { brokenProblem, chooseFields, isBrokenJson, NoEventsError, samplesIn } from './choose';
import { emptyListMember, type Learned, noEventMember } from './eventless';
import type { Fields } from './fields';
import { fileText, propose } from './propose';
import { doubtNotes, fieldQuestions, idQuestion, utcQuestion, wordsQuestion } from './questions';
import type { AnswerKind } from './sample';
import { isLocalForm } from './times';
import { differenceNotes, rowsOf, type Trial, tryFormat } from './trial';

export interface InferredFile {
  readonly text: string;
  /** This sentence says why the file can't be used as it is. It is `undefined` for a usable file. */
  readonly problem: string | undefined;
  readonly notes: readonly string[];
}

export interface InferOptions {
  /** This is the encoding of a table's bytes. By default it is UTF-8. */
  readonly encoding?: string | undefined;
  /** The samples are answers of the list operations by default, or of SelectEvent. */
  readonly answerKind?: AnswerKind;
  /** Returns the reason why an import would refuse an event that the format reads. By default no event is refused. */
  readonly refusalOf?: (event: ReadEvent) => string | undefined;
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
  { encoding, answerKind = 'lists', refusalOf = () => undefined }: InferOptions = {},
): InferredFile {
  const texts = samples.filter((one) => one !== null).map(unwrap);
  const broken = texts.filter(isBrokenJson);
  const sound = texts.filter((text) => !broken.includes(text));
  let fields: Fields;
  try {
    fields = chooseFields(samplesIn(sound.length === 0 ? texts : sound, encoding), answerKind, zone);
  } catch (error) {
    // The other answers are probably months without events, so the error is about the broken answers.
    const isHidden = answerKind === 'lists' && sound.length > 0 && error instanceof NoEventsError;
    const problem = isHidden ? brokenProblem(broken, texts.length) : undefined;
    throw problem === undefined ? error : new FormatError(problem, { cause: error });
  }
  const { sample } = fields;
  const missing = REQUIRED_FIELDS.filter((field) => !fields.proved.has(field));
  const { file, text, extras } = propose(fields, answerKind);
  const compiled = compileFormat(text, 'The proposal', zone);
  const fieldNotes = [...fieldQuestions(fields), ...keptFields(fields, extras, answerKind)];
  // A format file with neither a title nor a start can't read events, so it can't be tried.
  if (missing.length === REQUIRED_FIELDS.length) return inferred(file, unproved(missing), fieldNotes);

  const reader = formatReader(compiled);
  const trial = tryFormat(sample, reader);
  // One table is a file, which is imported and not served. Several tables are the answers of a service.
  const order = orderOf(fields, trial, zone, sample.kind !== 'csv' || samples.length > 1);
  const answers = [...sound, ...samples.filter((one) => one === null)];
  const holding = new Set<string | null>(sample.answers);
  const others = answers.filter((text) => !holding.has(text));
  const eventless =
    answerKind === 'lists'
      ? emptyListMember(compiled, reader, others, answers.length)
      : noEventMember(compiled, sample, others);

  const lacking = lackingProblem(fields, trial);
  const problem = [
    unproved(missing),
    lacking,
    trial.problem,
    flagProblem(fields, trial),
    extraProblem(trial),
    brokenProblem(broken, texts.length),
    sample.isInEach
      ? `The format reads the events of every ${sample.name}, but writes them into one list.`
      : undefined,
  ].find((one) => one !== undefined);
  const notes = [
    ...fieldNotes,
    ...order.notes,
    ...unreadEvents(trial),
    ...repeatedEvents(trial),
    ...eventless.notes,
    ...assumed(fields, compiled, trial),
    ...utcQuestion(fields, trial.events, zone),
    ...wordsQuestion(fields, trial.events, zone),
    ...doubtNotes(fields),
    ...constants(compiled),
    ...(problem === undefined ? refusedEvents(trial, refusalOf) : []),
    ...(missing.length === 0 && lacking === undefined
      ? differenceNotes(compiled, trial, answerKind, sample)
      : []),
  ];
  const learned = { ...order.members, ...eventless.members };
  return inferred({ ...file, ...learned }, problem, notes);
}

function inferred(file: object, problem: string | undefined, notes: readonly string[]): InferredFile {
  return { text: fileText(file), problem, notes: notes.map((note) => shortened(note, MAX_NOTE)) };
}

/** Returns notes that name the columns that no field has, and a missing id. */
function keptFields(fields: Fields, extras: readonly string[], answerKind: AnswerKind): readonly string[] {
  // Answers of SelectEvent need no id, because the call has it.
  const needsId = answerKind === 'lists' && !fields.proved.has('id') && fields.sample.key === undefined;
  return [
    ...(extras.length > 0 ? [`kept as extra fields: ${extras.join(', ')}`] : []),
    ...(needsId ? [idQuestion(fields)] : []),
  ];
}

function unproved(missing: readonly string[]): string | undefined {
  if (missing.length === 0) return undefined;
  const placeholders = missing.map((field) => `{${field}}`).join(' and ');
  return `No ${missing.join(' and no ')} was found that every event has: put ${placeholders} into the file before you use the file.`;
}

/** Returns the member `order` if all lists have one order, and this is not the order of the store. */
function orderOf({ sample, proved }: Fields, { answers }: Trial, zone: TimeZone, isServed: boolean): Learned {
  // Events that are members of an object have lost their order. Without starts, no order can be recognised.
  const hasOrder = isServed && sample.key === undefined && proved.has('start');
  const lists = answers.filter(({ isList }) => isList).map(rowsOf);
  const isKnown = (one: string) => proved.has('id') || !one.endsWith('id');
  const orders = hasOrder ? commonOrders(lists, zone).filter(isKnown) : ['start'];
  const [order] = orders;
  if (order === undefined)
    return {
      members: {},
      notes: ['no format file can describe the order of these events: the service will list them by start'],
    };
  const isOpen = orders.length > 1 && lists.some(({ length }) => length > 1);
  return {
    members: order === 'start' ? {} : { order },
    notes: isOpen ? [`the order is not certain: ${orders.join(' and ')} fit all lists`] : [],
  };
}

/** Returns a sentence about events without title or start. An import refuses them, even if others prove the field. */
function lackingProblem({ proved }: Fields, { events }: Trial): string | undefined {
  const lacking = REQUIRED_FIELDS.filter((field) => proved.has(field)).flatMap((field) => {
    const without = events.filter(({ draft }) => draft[field] === undefined || draft[field] === '');
    return without.length === 0 ? [] : [`${without.length} of ${events.length} events have no ${field}.`];
  });
  return lacking.length === 0 ? undefined : lacking.join(' ');
}

/** Returns a note that says how many events have a value that the file does not read. */
function unreadEvents({ events }: Trial): readonly string[] {
  const refused = events.filter(({ unread }) => unread.length > 0);
  const [first] = refused.flatMap(({ unread }) => unread);
  return first === undefined
    ? []
    : [`the format does not read ${refused.length} of ${events.length} events: ${first}`];
}

/**
 * Returns a note about events that the file reads but an import would refuse, such as events with texts that XML can't
 * carry.
 */
function refusedEvents(
  { events }: Trial,
  refusalOf: (event: ReadEvent) => string | undefined,
): readonly string[] {
  const reasons = events.flatMap((event) => (event.unread.length === 0 ? (refusalOf(event) ?? []) : []));
  return reasons.length === 0
    ? []
    : [`an import would refuse ${reasons.length} of ${events.length} events: ${reasons[0]}`];
}

/** Returns a note about rows that repeat an event of their list, as joins of SQL do. The store has each event once. */
function repeatedEvents({ answers }: Trial): readonly string[] {
  const counts = answers.map(({ events }) => {
    const contents = new Set(events.map(({ draft }) => JSON.stringify(draft)));
    return events.length - contents.size;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  return count === 0 ? [] : [`events that are in their list more than once (${count}) are shown once`];
}

/**
 * Returns a sentence if the file does not read the flag of all-day events, which would then be events with times from
 * midnight on.
 */
function flagProblem({ unreadFlags }: Fields, { events }: Trial): string | undefined {
  const timed = events.filter(
    ({ draft: { start } }, index) =>
      start?.kind === 'instant' && unreadFlags.some(({ values }) => flagOf(values[index]) === true),
  );
  if (timed.length === 0) return undefined;
  return `${timed.length} of ${events.length} events last all day, but no {allDay} was found: put {allDay:YES/NO}, with the words of the old service for yes and no, into the file before you use the file.`;
}

/** Returns a sentence if events have more extra fields than an import accepts, because the file would look usable. */
function extraProblem({ events }: Trial): string | undefined {
  const wide = events.filter(({ draft }) => Object.keys(draft.extra).length > MAX_EXTRA_FIELDS);
  return wide.length === 0
    ? undefined
    : `${wide.length} of ${events.length} events have more than ${MAX_EXTRA_FIELDS} extra fields, which an import refuses: remove some of them from the file.`;
}

/** Returns notes that say what the file assumes because no sample can prove it. */
function assumed(
  { bodies, fitter, proved }: Fields,
  { placeholders }: FormatFile,
  { events }: Trial,
): readonly string[] {
  const notes: string[] = [];
  const forms = [...bodies.values()].filter((body) => /^(?:start|end)/.test(body));
  if (forms.some(isLocalForm))
    notes.push(
      'times without an offset are read and written in TIME_ZONE, which must be the zone of the old service',
    );
  const endings = [...bodies].map(([column, body]) => fitter.endingOf(column, body));
  const standIn = endings.find((ending) => ending !== '')?.slice(1);
  if (standIn !== undefined)
    notes.push(`the end ${quoted(standIn)} is read as no end, and is written if an event has no end`);
  const isLastMoment = forms.some((body) => body.startsWith('endLast'));
  const isExclusive =
    !isLastMoment && placeholders.some(({ field, isClock }) => field === 'end' && isClock !== true);
  if (isExclusive && (proved.has('allDay') || events.some(({ draft: { allDay, end } }) => allDay && end)))
    notes.push(
      'an all-day end is read as the day after the event: if it is the last day, write endInclusive, not end',
    );
  for (const field of TEXT_FIELDS.filter((one) => events.some(({ draft }) => draft[one]?.includes('\r'))))
    notes.push(`line ends in {${field}} are written as LF: {extra.NAME} keeps CR LF`);
  return notes;
}

/** Returns a note that names the numbers and times around the events, which an old service may have computed. */
function constants({ reader }: FormatFile): readonly string[] {
  const names = [...(reader?.wrapper ?? [])].flatMap(([name, value]) => (mayVary(value) ? [name] : []));
  if (names.length === 0) return [];
  return [`the format always writes these values around the events: ${names.join(', ')}`];
}
