/** Checks rows. Each row becomes an event for the store, or a refusal. */
import { createHash } from 'node:crypto';
import { boundsOf, type EventDraft, refusalReason, type SourceValue } from '../../formats/draft';
import { isoDate, isoInstant } from '../../formats/event';
import { type Field, idOf, MAX_ID, specOf, TEXT_FIELDS, type TextField } from '../../formats/event-fields';
import { type Advice, RowRefusal } from '../errors';
import { DIGEST_PREFIX, type DraftRow, type EventRecord, type Place } from '../event-record';
import type { Notes } from '../notes';
import type { Staged } from '../target';
import { characterOutsideXml, extraProblem, isSafeAddress } from './values';

/** The refusal of a row without a title or a start has only this advice. */
export const SKIP_ADVICE: Advice = { option: 'skip-bad', effect: 'leaves such rows out' };

/**
 * Returns a function that reads the names and values for messages from the draft itself, because its source is not
 * known.
 */
function sourceIn(draft: EventDraft): (field: Field) => SourceValue {
  return (name) => {
    const value = draft[name];
    if (value === undefined) return { name, values: [] };
    if (typeof value !== 'object') return { name, values: [value] };
    const iso = value.kind === 'date' ? isoDate(value.midnight) : isoInstant(value.instant);
    return { name, values: [iso] };
  };
}

/**
 * Turns a row into an event, or returns the refusal of its first wrong field, which names the place, the field, its
 * value and what is allowed. This refusal carries the refusals of the other fields.
 */
export function checkDraft(row: DraftRow, notes?: Notes): Omit<Staged, 'sequence'> | RowRefusal {
  const { place, draft, askedId, sourceOf = sourceIn(draft) } = row;
  const refusals = [...(row.refusals ?? [])];
  const refuse = (field: Field, allowed: string, advice?: Advice) => {
    refusals.push(refusalOf(place, sourceOf(field), allowed, advice));
  };
  const text = (field: TextField): string => {
    const { required, isAddress, longest } = specOf(field);
    const value = (draft[field] ?? '').replace(/\r\n?/g, '\n');
    const character = characterOutsideXml(value);
    if (character !== undefined) refuse(field, `must be text that XML 1.0 allows, without ${character}`);
    if (required && value === '') refuse(field, 'must be text that is not empty', SKIP_ADVICE);
    if (isAddress && !isSafeAddress(value))
      refuse(field, 'must be an http, https or mailto address or a relative address, on one line');
    if (longest !== undefined && value.length > longest)
      refuse(field, `must be at most ${longest} characters long`);
    return value;
  };
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, text(field)])) as Texts;
  const times = boundsOf(draft);
  const isBroken = 'allowed' in times;
  if (isBroken) refuse(times.field, times.allowed, draft.start === undefined ? SKIP_ADVICE : undefined);
  const { id } = draft;
  if (id !== undefined && idOf(id) === undefined) refuse('id', ID_ALLOWED);
  const problem = extraProblem(draft.extra);
  if (problem !== undefined) refusals.push(new RowRefusal(place, problem));
  if (isBroken || refusals.length > 0) return combined(refusals);
  notes?.countRow(row);
  const uid = texts.uid || derivedUid(id, { ...texts, ...times });
  return { event: { id, ...texts, uid, ...times, extra: draft.extra }, askedId, place };
}

/**
 * Returns the first refusal of a row. It carries the first refusal of each other field.
 * @param refusals the refusals of the row, of which there is at least one
 */
function combined(refusals: readonly RowRefusal[]): RowRefusal {
  return refusals.reduce((first, one) => {
    const fields = [first, ...first.others].map(({ details }) => details.field);
    if (!fields.includes(one.details.field)) first.others = [...first.others, one];
    return first;
  });
}

/** Returns a refusal that names the field as the file does: `title must be …, not ""`. */
export function refusalOf(place: Place, source: SourceValue, allowed: string, advice?: Advice): RowRefusal {
  return new RowRefusal(place, refusalReason(source, allowed), { field: source.name, allowed, advice });
}

export const ID_ALLOWED = `must be a whole number from 1 to ${MAX_ID}`;

type Texts = Record<TextField, string>;

/** Returns the uid of an event for which the source has none: its id, or a digest of title, start and location. */
function derivedUid(
  id: number | undefined,
  { title, location, start, allDay }: Pick<EventRecord, 'title' | 'location' | 'start' | 'allDay'>,
): string {
  if (id !== undefined) return String(id);
  const time = new Date(start).toISOString();
  const identity = JSON.stringify([title, allDay ? time.slice(0, 10) : time, location]);
  return DIGEST_PREFIX + createHash('sha256').update(identity).digest('hex');
}
