/** Finds the events in answers: the objects, elements or rows that have a title and a start. */
import { isObject, parseJson } from '../../lib/json';
import { quoted } from '../../lib/text/messages';
import type { TimeZone } from '../../lib/time/zones';
import { FormatError } from '../document';
import { REQUIRED_FIELDS } from '../event-fields';
import { bracketBeyond, jsonTree } from '../tree';
import { MAX_ANSWER_DEPTH, parseXml } from '../xml-tree';
import { Fields } from './fields';
import { jsonSamples } from './json-sample';
import { type AnswerKind, type Column, csvSample, isGiven, type Sample } from './sample';
import { xmlSamples } from './xml-sample';

/** This error is thrown if no answer contains anything that could be an event. */
export class NoEventsError extends FormatError {}

/**
 * Returns a sample for each place in the answers that may have events. Only one syntax is read: JSON or XML, whichever
 * has more answers, or CSV if no answer is JSON or XML. Answers in another syntax are ignored.
 * @param encoding the encoding of a table's bytes; by default it is UTF-8
 * @throws FormatError if nothing can be read
 */
export function samplesIn(answers: readonly string[], encoding: string | undefined): readonly Sample[] {
  const texts = [...new Set(answers)].filter((text) => !/^\s*(?:null\s*)?$/.test(text));
  const [first] = texts;
  if (first === undefined) throw new NoEventsError(NO_EVENTS);
  const trees = texts.filter((text) => /^\s*</.test(text)).map(parseXml);
  const documents = trees.filter((tree) => typeof tree === 'object');
  const values = texts.map((source) => ({ source, value: parseJson(source.trim()) }));
  const objects = values.filter(({ value }) => typeof value === 'object');
  if (objects.some(({ source }) => bracketBeyond(source, MAX_ANSWER_DEPTH) !== undefined))
    throw new FormatError(`it is nested deeper than ${MAX_ANSWER_DEPTH} levels.`);
  if (documents.length > objects.length) return xmlSamples(documents);
  if (objects.length > 0) return jsonSamples(objects);
  const problem = trees.find((tree) => typeof tree === 'string');
  if (problem !== undefined) throw new FormatError(`it ${problem}.`);
  refuseText(first.trim());
  return [csvSample(texts, encoding)];
}

export const isBrokenJson = (text: string) => /^\s*[[{]/.test(text) && parseJson(text.trim()) === undefined;

/** A message shows this many characters before and after the place at which JSON is broken. */
const NEAR = 20;

/**
 * Returns a sentence about the answers that are broken JSON, or `undefined` if there are none. Programs that write JSON
 * without a library may forget to escape a quote. No format file can write an answer with this mistake.
 */
export function brokenProblem([first, ...others]: readonly string[], total: number): string | undefined {
  if (first === undefined) return undefined;
  const tree = jsonTree(first, MAX_ANSWER_DEPTH);
  const at = 'offset' in tree ? Math.max(tree.offset - NEAR, 0) : 0;
  const place = quoted(first.slice(at, at + 2 * NEAR));
  return `${1 + others.length} of ${total} answers are not JSON; the first of them has a mistake at ${place}.`;
}

/**
 * Rejects text that is not a table.
 * @throws FormatError that names the kind of text, if the kind is known
 */
function refuseText(text: string): void {
  const isJsonLines = isObject(parseJson(text.split('\n', 1)[0] ?? ''));
  const known = /^BEGIN:VCALENDAR/i.test(text) ? 'iCalendar' : isJsonLines ? 'JSON Lines' : undefined;
  if (known !== undefined) throw new FormatError(`it is ${known}, which import reads without a format file.`);
  if (/^[\w$.]+\(\s*[[{]/.test(text))
    throw new FormatError('it is JSONP: save what is between the parentheses.');
  const value = parseJson(text);
  if (isQuotedJson(value)) throw new FormatError(QUOTED_JSON);
  if (/^[[{]/.test(text) || value !== undefined)
    throw new FormatError('it is neither JSON nor XML, nor CSV with a header.');
}

const NO_EVENTS =
  'it has no objects or elements that could be events: save an answer with two or more events.';
const QUOTED_JSON = 'its events are JSON text inside a JSON string: save the text of that string.';
const ARRAYS =
  'its events are arrays without names: write the format file by hand, with an event such as ["{id}", "{title}", "{start}"].';

function isArrays(value: unknown): boolean {
  return Array.isArray(value) && value.some(Array.isArray);
}

function isQuotedJson(value: unknown): boolean {
  const inside = typeof value === 'string' ? parseJson(value) : undefined;
  return isObject(inside) || Array.isArray(inside);
}

/**
 * Chooses the sample whose events have a title and a start, or else the likeliest sample.
 * @throws FormatError if there is no likely sample, or if several samples have a title and a start
 */
export function chooseFields(samples: readonly Sample[], answerKind: AnswerKind, zone: TimeZone): Fields {
  const tried: Fields[] = [];
  for (const sample of samples) {
    // An object inside an event is not an event.
    if (!tried.some((one) => one.sample.isList && claims(one) && isInside(sample, one.sample)))
      tried.push(new Fields(sample, zone));
  }
  const claimed = tried.filter(claims);
  // If an object contains another object, and both may be events, the inner object is the event.
  const candidates = claimed.filter(
    ({ sample }) =>
      sample.isList || !claimed.some(({ sample: other }) => !other.isList && isInside(other, sample)),
  );
  const proved = candidates.filter((one) => REQUIRED_FIELDS.every((field) => one.proved.has(field)));
  refuseSeveral(proved, candidates);
  const writable = tried.filter(({ sample }) => !sample.isInEach);
  const partlyProved = writable.filter((one) => REQUIRED_FIELDS.some((field) => one.proved.has(field)));
  const isList = ({ sample }: Fields) => sample.isList;
  const someValue = (test: (value: unknown) => boolean) =>
    samples.some(({ columns }) => columns.some(({ values }) => values.some(test)));
  const likeliestOf = (all: readonly Fields[]) => all.find(isList) ?? all[0];
  const best = likeliestOf(proved) ?? likeliestOf(candidates) ?? likeliestOf(partlyProved);
  if (best !== undefined) {
    refuseInEach(best.sample);
    return best;
  }
  const isQuoted = someValue(isQuotedJson);
  // If nothing shows that an object is an event, it counts as an event only if the samples are answers of SelectEvent.
  const likeliest = answerKind === 'events' && !isQuoted ? writable[0] : writable.find(isList);
  if (likeliest !== undefined) return likeliest;
  if (isQuoted) throw new FormatError(QUOTED_JSON);
  if (someValue(isArrays)) throw new FormatError(ARRAYS);
  throw new NoEventsError(NO_EVENTS);
}

/** A message shows at most this many characters of names. */
const MAX_NAMES = 100;

function refuseSeveral(proved: readonly Fields[], candidates: readonly Fields[]): void {
  for (const { sample } of proved) {
    const outer = candidates.find((one) => isInside(sample, one.sample));
    if (outer !== undefined)
      throw new FormatError(
        `the events may be at ${outer.sample.name} or at ${sample.name}: save an answer with two or more events.`,
      );
  }
  const names = proved
    .map(({ sample }) => sample.name)
    .join(', ')
    .slice(0, MAX_NAMES);
  if (proved.length > 1) throw new FormatError(`it has several lists of events: ${names}. Save one of them.`);
}

/**
 * Refuses JSON whose events are at several paths. A format file finds events in JSON at one path, and in XML by the
 * name of the element.
 */
function refuseInEach({ kind, isInEach, isList, name }: Sample): void {
  if (kind !== 'json' || !isInEach) return;
  const shown = name.slice(0, MAX_NAMES);
  if (isList) throw new FormatError(`it has several lists of events, each at ${shown}. Save one of them.`);
  throw new FormatError(
    `each of its events is inside another object, at ${shown}: write the format file by hand, with an event such as {"node": {"Name": "{title}", "Date": "{start}"}}.`,
  );
}

/** Returns true if the names say that there are a title and a start, whether or not the values prove it. */
function claims(fields: Fields): boolean {
  const holdsValues = ({ values }: Column) => values.some((one) => isGiven(one) && typeof one !== 'object');
  return REQUIRED_FIELDS.every((field) => fields.columnsNamed(field).some(holdsValues));
}

function isInside(inner: Sample, outer: Sample): boolean {
  return inner.path.length > outer.path.length && outer.path.every((name, at) => name === inner.path[at]);
}
