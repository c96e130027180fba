/** Checks drafts: each becomes an event that the store takes, or a refusal. */
import { createHash } from 'node:crypto';
import {
  type DraftTime,
  type EventDraft,
  endAllowed,
  millisecondsOf,
  refusalReason,
  type Told,
} from '../../formats/draft';
import { describe, type Field, MAX_ID, type TextField } from '../../formats/event-fields';
import { DAY, inYears1To9999 } from '../../lib/time/dates';
import { type Advice, RowRefusal } from '../errors';
import { DIGEST, type EventRecord, type Place } from '../event-record';
import { characterOutsideXml, extraProblem, isSafeAddress, withLfLineEnds } from './values';

export const TIMES_ALLOWED = 'must be a date or a time such as 2026-03-01 or 2026-03-01T09:00';

export const DATE_AFTER_START = 'must be a date after start: the first that is no longer part of the event';

/** No other option helps a row without a title or a start. */
const SKIPPED: Advice = { option: 'skip-bad', effect: 'leaves such rows out' };

/** Makes names and values for a draft whose text is not known. */
function toldIn(draft: EventDraft): (field: Field) => Told {
  return (name) => {
    const value = draft[name];
    if (value === undefined) return { name, values: [] };
    if (typeof value !== 'object') return { name, values: [value] };
    const date = new Date(millisecondsOf(value));
    // An instant may lie outside of what a Date holds.
    const iso = Number.isNaN(date.getTime()) ? String(millisecondsOf(value)) : date.toISOString();
    return { name, values: [value.kind === 'date' ? iso.slice(0, 10) : iso] };
  };
}

/**
 * Makes an event of a draft.
 * @param toldOf gives names and values as the row's own file has them
 * @throws RowRefusal naming the place, the field, its value and what is allowed
 */
export function checkDraft(
  draft: EventDraft,
  place: Place,
  toldOf: (field: Field) => Told = toldIn(draft),
): EventRecord {
  const refuse = (field: Field, allowed: string, advice?: Advice): never => {
    throw refusalOf(place, toldOf(field), allowed, advice);
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

/** Refuses a field under the name that the file has for it: `title must be …, not ""`. */
export function refusalOf(place: Place, told: Told, allowed: string, advice?: Advice): RowRefusal {
  return new RowRefusal(place, refusalReason(told, allowed), { field: told.name, allowed, advice });
}

export const ID_ALLOWED = `must be a whole number from 1 to ${MAX_ID}`;

/** The bounds of an event in Unix milliseconds. Days begin at midnight in UTC; the end is exclusive. */
type Times = Pick<EventRecord, 'start' | 'end' | 'allDay'>;

type Refuse = (field: Field, allowed: string, advice?: Advice) => never;

function timesOf(draft: EventDraft, refuse: Refuse): Times {
  const start =
    draft.start === undefined ? refuse('start', TIMES_ALLOWED, SKIPPED) : msOf('start', draft.start, refuse);
  const isDay = draft.start?.kind === 'date';
  const allDay = draft.allDay ?? isDay;
  if (allDay && !isDay) refuse('start', 'must be a date, or a midnight, when allDay is true');
  if (!allDay && isDay) refuse('start', 'must have a time of day when allDay is false');
  if (draft.start && draft.end && draft.end.kind !== draft.start.kind) refuse('end', endAllowed(draft.start));
  const end = draft.end === undefined ? undefined : msOf('end', draft.end, refuse);
  if (end !== undefined && end < start) refuse('end', 'must not be before start');
  if (!isDay) return { start, end: end ?? start, allDay };
  if (end === start) refuse('end', DATE_AFTER_START);
  const endsAt = end ?? start + DAY;
  if (!inYears1To9999(endsAt)) refuse('start', 'must be 9999-12-30 or earlier, for its end is the next day');
  return { start, end: endsAt, allDay };
}

function msOf(field: Field, time: DraftTime, refuse: Refuse): number {
  const milliseconds = millisecondsOf(time);
  return inYears1To9999(milliseconds) ? milliseconds : refuse(field, 'must be in the years 1 to 9999');
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
