/** Writes notes about what a sample does not prove. They are questions that a person must answer. */
import { isDeepStrictEqual } from 'node:util';
import { flagOf } from '../../lib/text/flags';
import { quoted } from '../../lib/text/messages';
import { midnightBefore } from '../../lib/time/dates';
import type { TimeZone } from '../../lib/time/zones';
import { idOf, MAX_ID } from '../event-fields';
import { END_NAMES } from '../field-forms';
import type { ReadEvent } from '../read';
import type { Fields } from './fields';
import { type Column, isGiven } from './sample';
import { hasMixedPadding, isLocalForm } from './times';
import { isTextual } from './values';
import { fieldNamed } from './words';

/** Only the first notes are shown, because nobody reads a longer list. */
const MAX_QUESTIONS = 3;

/** Returns notes about the columns that may be a missing field, although the sample does not prove it. */
export function fieldQuestions(fields: Fields): readonly string[] {
  const { bodies, proved, sample, unreadFlags } = fields;
  const free = sample.columns.filter((column) => column.isInner !== true && !bodies.has(column));
  const starts = proved.has('start') ? [] : free.flatMap((column) => startQuestions(fields, column));
  const titles = proved.has('title') ? [] : free.filter(({ values }) => isTextual(values.filter(isGiven)));
  const needsEnd = proved.has('start') && !proved.has('end') && !proved.has('duration');
  const ends = needsEnd ? free.flatMap((column) => endQuestions(fields, column)) : [];
  return [
    ...starts,
    ...titles.map((column) => `no title was found: {title} may be at ${nameOf(column)}`),
    ...unreadFlags.map(flagQuestion),
    ...ends,
  ].slice(0, MAX_QUESTIONS);
}

/**
 * Returns the note that no id was found. If different events have the same id, such as the occurrences of a series, the
 * note says where they differ.
 */
export function idQuestion(fields: Fields): string {
  const { columns, count } = fields.sample;
  for (const column of fields.columnsNamed('id')) {
    const { values } = column;
    const first = new Map<string, number>();
    for (let index = 0; index < count; index++) {
      if (idOf(values[index]) === undefined)
        return `no id was found: an id is a number from 1 to ${MAX_ID}, and ${nameOf(column)} may be ${quoted(values[index])}`;
      const id = String(values[index]);
      const before = first.get(id) ?? index;
      first.set(id, before);
      const other = columns.find((one) => !isDeepStrictEqual(one.values[before], one.values[index]));
      if (other !== undefined)
        return `no id was found: events with the same ${nameOf(column)}, such as ${id}, differ at ${nameOf(other)}`;
    }
  }
  // Unix seconds are numbers, too, so a column that may have times is not taken for the id.
  const isNumbered = (column: Column) =>
    idOf(column.values[0]) !== undefined &&
    fields.possible('id', column).length > 0 &&
    fields.forms(column).whole.length === 0;
  const other = columns.find((column) => column.isInner !== true && isNumbered(column));
  const place = other === undefined ? 'put {id} where the id is' : `{id} may be at ${nameOf(other)}`;
  return `no id was found: ${place}, or an import gives the events new numbers`;
}

/**
 * Returns a note if all-day events begin at midnight in UTC. Programs write local times with the Z of UTC, or as
 * seconds since a local 1970, and then other times are local, too.
 */
export function utcQuestion(
  { bodies }: Fields,
  events: readonly ReadEvent[],
  zone: TimeZone,
): readonly string[] {
  const isUtc = [...bodies.values()].some((body) => body.startsWith('start:'));
  const starts = events.flatMap(({ draft: { start } }) => start ?? []);
  const days = starts.filter((start) => start.kind === 'date' && zone.offsetAt(start.midnight) !== 0);
  if (!isUtc || days.length === 0 || starts.every(({ kind }) => kind === 'date')) return [];
  return [
    'all-day events begin at midnight in UTC: if other times are local times marked as UTC, set TIME_ZONE to UTC',
  ];
}

/**
 * Returns a note that names a column which may be the all-day flag: all events that begin at midnight have one word
 * there, and all other events have another word. If there are no other events, the note says only this.
 */
export function wordsQuestion(
  { proved, sample }: Fields,
  events: readonly ReadEvent[],
  zone: TimeZone,
): readonly string[] {
  // Where clocks skip midnight, the day begins later than at 00:00.
  const areDays = events.map(
    ({ draft: { start } }) =>
      start?.kind === 'instant' &&
      zone.startOfDay(midnightBefore(zone.localTimeOf(start.instant))) === start.instant,
  );
  const wordOf = ({ values }: Column, ofDays: boolean) => {
    const own = values.filter((_, index) => areDays[index] === ofDays);
    const [word, ...others] = new Set(own);
    // A single event proves nothing.
    return own.length > 1 && others.length === 0 && typeof word === 'string' ? word : '';
  };
  if (proved.has('allDay')) return [];
  if (areDays.length > 1 && areDays.every(Boolean))
    return [
      'no allDay was found, but all events begin at midnight: an end is read as a time, not as a last day',
    ];
  const found = sample.columns.flatMap((column) => {
    const [yes, no] = [wordOf(column, true), wordOf(column, false)];
    const isFlag = yes !== '' && no !== '' && yes !== no && !`${yes}${no}`.includes('/');
    return isFlag ? [`no allDay was found: {allDay:${yes}/${no}} may be at ${nameOf(column)}`] : [];
  });
  return found.slice(0, 1);
}

/** Returns notes about the id, the title and the times that this sample proves, but another sample might contradict. */
export function doubtNotes(fields: Fields): readonly string[] {
  return [
    ...(['id', 'title', 'start', 'end'] as const).flatMap((field) => rivalOf(fields, field)),
    ...unshownZeros(fields),
    ...unreadParts(fields),
  ];
}

/** Returns a note that names a second column for a field, because its name and its values fit the field, too. */
function rivalOf(fields: Fields, field: 'id' | 'title' | 'start' | 'end'): readonly string[] {
  const named = fields.columnsNamed(field);
  const chosen = named.find((column) => fields.bodies.get(column)?.startsWith(field));
  const rival = named.find((column) => {
    if (fields.bodies.has(column)) return false;
    if (field === 'id') return fields.possible(field, column).length > 0;
    if (field === 'title') return isTextual(column.values.filter(isGiven));
    return firstForm(fields, field, column) !== undefined;
  });
  if (chosen === undefined || rival === undefined) return [];
  return [`{${field}} is at ${nameOf(chosen)}, but could be at ${nameOf(rival)}`];
}

/** Returns a note that names a time whose numbers all have two digits, without a zero in front. */
function unshownZeros(fields: Fields): readonly string[] {
  const times = [...fields.bodies].flatMap(([column, body]) => {
    const [, form] = /^(?:start|end[A-Za-z]*)(.*)$/.exec(body) ?? [];
    if (form === undefined) return [];
    const { whole, day, clock } = fields.forms(column);
    return [{ body, form, isShown: !lacksZeros(form, [...whole, ...day, ...clock]) }];
  });
  // If the start and the end have the same form, either of them shows for both if there are leading zeros.
  const shown = new Set(times.flatMap(({ form, isShown }) => (isShown ? form : [])));
  const found = times.find(({ form }) => !shown.has(form));
  return found === undefined
    ? []
    : [`the sample does not show whether {${found.body}} writes 9 as 9 or as 09`];
}

/** Returns true if another of the forms that fit a column differs only in leading zeros. */
function lacksZeros(form: string, forms: readonly string[]): boolean {
  const bare = (one: string) => one.replace(/([dMHh])\1/g, '$1');
  return forms.some((one) => one !== form && !hasMixedPadding(one) && bare(one) === bare(form));
}

const PARTS = { clock: 'time of day', day: 'date' } as const;

/** Returns notes that name the columns which may have the date or the time of day that a start or an end lacks. */
function unreadParts(fields: Fields): readonly string[] {
  const { bodies, sample } = fields;
  return (['start', 'end'] as const).flatMap((field) => {
    const placed = [...bodies].flatMap(([column, body]) => (body.startsWith(field) ? column : []));
    const haveAll = (part: keyof typeof PARTS) =>
      placed.every((column) => fields.forms(column)[part].length > 0);
    const lacking = haveAll('day') ? 'clock' : haveAll('clock') ? 'day' : undefined;
    if (placed.length === 0 || lacking === undefined) return [];
    const others = sample.columns.filter((column) => {
      const named = fieldNamed(column.path.slice(-1))?.field ?? 'none';
      const isEmpty = !column.values.some(isGiven);
      const isPart = isEmpty ? named === field : fields.forms(column)[lacking].length > 0;
      return !bodies.has(column) && [field, 'none'].includes(named) && isPart;
    });
    const what = `{${field}} has no ${PARTS[lacking]}`;
    return others.map((column) => `${what}: is it at ${nameOf(column)} in some event?`);
  });
}

/** Returns the first form that writes values of the column's type. By default it tries the forms of a whole time. */
function firstForm(
  fields: Fields,
  field: 'start' | 'end',
  column: Column,
  forms = fields.forms(column).whole,
): string | undefined {
  return forms.find((one) => fields.fitter.canWrite(new Map([[column, field + one]])));
}

/** Returns a note that says why a column is not the end, although its name suggests it, or how it may be the end. */
function endQuestions(fields: Fields, column: Column): readonly string[] {
  const field = fieldNamed(column.path)?.field;
  if (field === 'duration' && column.values.some(isGiven))
    return [`no end was found: {duration:min} or another form of {duration} may be at ${nameOf(column)}`];
  if (field !== undefined && field !== 'end') return [];
  const { whole, clock } = fields.forms(column);
  if (field === undefined) {
    const bodies = END_NAMES.flatMap((name) => whole.map((form) => name + form));
    const isExact = (one: string) =>
      fields.fitter.fit(fields.bodies, new Map([[column, one]])).fits === 'exact';
    const body = bodies.find(isExact);
    return body === undefined ? [] : [`no end was found: {${body}} may be at ${nameOf(column)}`];
  }
  const form = firstForm(fields, 'end', column, [...whole, ...clock]);
  if (form === undefined) return unwrittenQuestions(fields, 'end', column);
  const { refusal } = fields.fitter.fit(fields.bodies, new Map([[column, `end${form}`]]));
  return refusal === undefined
    ? []
    : [`no end was found: with {end${form}} at ${nameOf(column)}, ${refusal}`];
}

/**
 * Returns a note if no form writes every value of a column. Times of day need no note: they are only a part of a time.
 */
function unwrittenQuestions(fields: Fields, field: 'start' | 'end', column: Column): readonly string[] {
  const given = [...new Set(column.values.filter(isGiven))];
  if (given.length === 0 || fields.forms(column).clock.length > 0) return [];
  const isOdd = (value: unknown) => fields.forms({ ...column, values: [value] }).whole.length === 0;
  const odd = given.find(isOdd) ?? given[0];
  return [`no ${field} was found: no form writes every value at ${nameOf(column)}, such as ${quoted(odd)}`];
}

function startQuestions(fields: Fields, column: Column): readonly string[] {
  const { bodies, fitter, otherZone } = fields;
  const field = fieldNamed(column.path)?.field;
  const forms = fields.forms(column);
  const name = nameOf(column);
  if (field !== undefined && field !== 'start') return [];
  if (forms.isAmbiguous)
    return [`no start was found: ${name} may have the day first, as {start@local:dd/MM/yyyy}, or the month`];
  const form = firstForm(fields, 'start', column);
  if (form === undefined) return field === 'start' ? unwrittenQuestions(fields, 'start', column) : [];
  if (forms.whole.some(isLocalForm) && otherZone !== undefined)
    return [`no start was found: set TIME_ZONE to ${otherZone}, the zone beside ${name}`];
  const placeholder = `{start${form}}`;
  if (field === undefined) return [`no start was found: ${placeholder} may be at ${name}`];
  const tried = new Map([[column, `start${form}`]]);
  const { refusal } = fitter.fit(bodies, tried);
  const others = new Map([...bodies].filter(([, body]) => !body.startsWith('allDay')));
  if (refusal !== undefined && fitter.fit(others, tried).refusal === undefined)
    return [
      `no start was found: ${name} contradicts the all-day column: is TIME_ZONE that of the old service?`,
    ];
  if (refusal !== undefined) return [`no start was found: with ${placeholder} at ${name}, ${refusal}`];
  return forms.day.length > 0
    ? []
    : [`no start was found: ${name} has only midnights, and a format file can't add times of day to them`];
}

function flagQuestion(column: Column): string {
  const given = column.values.filter(isGiven);
  const odd = given.find((value) => flagOf(value) === undefined) ?? given[0];
  return `no allDay was found: no form, or more than one, writes every value at ${nameOf(column)}, such as ${quoted(odd)}`;
}

function nameOf({ path }: Column): string {
  return JSON.stringify(path.join('.'));
}
