/** The check of drafts: what a reader understood becomes an event that the store takes, or a refusal. */
import { createHash } from 'node:crypto';
import type { DraftTime, EventDraft } from '../../formats/draft';
import { describe, type Field, MAX_ID, type TextField } from '../../formats/event-fields';
import { DAY, inYears1To9999 } from '../../lib/time/dates';
import { readTime } from '../../lib/time/iso';
import { type Advice, quoted, RowRefusal } from '../errors';
import { DIGEST, type EventRecord, type Place } from '../event-record';
import { characterOutsideXml, extraProblem, isSafeAddress, withLfLineEnds } from './values';

export const TIMES_ALLOWED = 'must be a date or a time such as 2026-03-01 or 2026-03-01T09:00';

/** No other option helps a row without a title or a start. */
const SKIPPED: Advice = { option: 'skip-bad', effect: 'leaves such rows out' };

/** Gives names and values as the row's own file has them, for refusals. */
export interface Source {
  nameOf(field: Field): string;
  /** The value as it stands in the file; `undefined` where there is none. */
  textOf(field: Field): string | undefined;
}

/** A field as it stands in a draft itself. */
export function draftSource(draft: EventDraft): Source {
  return {
    nameOf: (field) => field,
    textOf: (field) => {
      const value = draft[field];
      if (value === undefined || value === '') return value === '' ? '""' : undefined;
      if (typeof value !== 'object') return quoted(value);
      return quoted(value.kind === 'day' ? value.day : isoOf(value.ms));
    },
  };
}

/** An instant may lie outside of what a Date holds. */
function isoOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

/** `title must be …, not ""`, or `title is missing: it must be …`, under the name that the file has for the field. */
export function refusalOf(
  place: Place,
  source: Source,
  field: Field,
  { allowed, advice }: { readonly allowed: string; readonly advice?: Advice },
): RowRefusal {
  const [name, value] = [source.nameOf(field), source.textOf(field)];
  const reason =
    value === undefined ? `${name} is missing: it ${allowed}` : `${name} ${allowed}, not ${value}`;
  return new RowRefusal(place, reason, { field: name, allowed, advice });
}

/**
 * Makes an event of a draft.
 * @throws RowRefusal naming the place, the field, its value and what is allowed
 */
export function checkDraft(
  draft: EventDraft,
  place: Place,
  source: Source = draftSource(draft),
): EventRecord {
  const refuse = (field: Field, allowed: string, advice?: Advice): never => {
    throw refusalOf(place, source, field, { allowed, ...(advice !== undefined && { advice }) });
  };
  const text = (field: TextField): string => {
    const { required, address, longest } = describe(field);
    const value = withLfLineEnds(draft[field] ?? '');
    const character = characterOutsideXml(value);
    if (character !== undefined) refuse(field, `must be text that XML 1.0 can carry, without ${character}`);
    if (required && value === '') refuse(field, 'must be text that is not empty', SKIPPED);
    if (address && !isSafeAddress(value))
      refuse(field, 'must be an http, https or mailto address or a relative one, on one line');
    if (longest !== undefined && value.length > longest)
      refuse(field, `must be at most ${longest} characters long`);
    return value;
  };
  const givenUid = text('uid');
  const title = text('title');
  const description = text('description');
  const location = text('location');
  const url = text('url');
  const category = text('category');
  const { start, end, allDay } = timesOf(draft, refuse);
  const { id } = draft;
  if (id !== undefined && !(Number.isInteger(id) && id >= 1 && id <= MAX_ID)) refuse('id', ID_ALLOWED);
  const problem = extraProblem(draft.extra);
  if (problem !== undefined) throw new RowRefusal(place, problem);
  const uid = givenUid || derivedUid(id, { title, location, start, allDay });
  return { id, uid, title, description, location, url, category, start, end, allDay, extra: draft.extra };
}

export const ID_ALLOWED = `must be a whole number from 1 to ${MAX_ID}`;

/** When an event is: a day's bounds are midnights of UTC, an end is exclusive. */
type Times = Pick<EventRecord, 'start' | 'end' | 'allDay'>;

type Refuse = (field: Field, allowed: string, advice?: Advice) => never;

function timesOf(draft: EventDraft, refuse: Refuse): Times {
  const start =
    draft.start === undefined ? refuse('start', TIMES_ALLOWED, SKIPPED) : msOf('start', draft.start, refuse);
  const isDay = draft.start?.kind === 'day';
  const allDay = draft.allDay ?? isDay;
  if (allDay && !isDay) refuse('start', 'must be a date, or a midnight, when allDay is true');
  if (!allDay && isDay) refuse('start', 'must have a time of day when allDay is false');
  if (draft.end !== undefined && draft.end.kind !== draft.start?.kind)
    refuse('end', `must be a ${isDay ? 'date' : 'time'} because start is one`);
  const end = draft.end === undefined ? undefined : msOf('end', draft.end, refuse);
  if (end !== undefined && end < start) refuse('end', 'must not be before start');
  if (!isDay) return { start, end: end ?? start, allDay };
  if (end === start)
    refuse('end', 'must be a date after start: the first that is no longer part of the event');
  const endsAt = end ?? start + DAY;
  if (!inYears1To9999(endsAt)) refuse('start', 'must be 9999-12-30 or earlier, for its end is the next day');
  return { start, end: endsAt, allDay };
}

function msOf(field: Field, time: DraftTime, refuse: Refuse): number {
  const ms = time.kind === 'instant' ? time.ms : midnightOf(time.day);
  return ms !== undefined && inYears1To9999(ms) ? ms : refuse(field, 'must be in the years 1 to 9999');
}

function midnightOf(day: string): number | undefined {
  const time = readTime(day);
  return time?.kind === 'date' ? time.midnight : undefined;
}

/** Makes the uid of an event that has none: its id, or a digest of title, start and location. */
function derivedUid(
  id: number | undefined,
  { title, location, start, allDay }: Pick<EventRecord, 'title' | 'location' | 'start' | 'allDay'>,
): string {
  if (id !== undefined) return String(id);
  const time = new Date(start).toISOString();
  const identity = JSON.stringify([title, allDay ? time.slice(0, 10) : time, location]);
  return DIGEST + createHash('sha256').update(identity).digest('hex');
}
