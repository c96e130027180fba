/** The range of a feed request, as FullCalendar sends it. */
import { instantOf } from './zoned-time';

/** A range that can't be read. Its message is a sentence for the client. */
export class FeedRangeError extends Error {
  override readonly name = 'FeedRangeError';
}

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads `start` and `end`: ISO 8601 dates or times, in `timeZone` where they name no offset.
 * @returns both as Unix time in milliseconds, `from` before `to`
 * @throws FeedRangeError
 */
export function readFeedRange(query: URLSearchParams, timeZone: string) {
  const from = readInstant(query, 'start', timeZone);
  const to = readInstant(query, 'end', timeZone);
  if (from >= to) throw new FeedRangeError('start must be before end.');
  return { from: BigInt(from), to: BigInt(to) };
}

function readInstant(query: URLSearchParams, name: string, timeZone: string): number {
  const [text, ...more] = query.getAll(name);
  if (text === undefined || more.length > 0) throw new FeedRangeError(`${name} must be given, once.`);
  // A plus sign that was not percent-encoded arrives as a blank.
  const match = ISO_8601.exec(text.replace(' ', '+'));
  const [, date, time = '00:00', offset] = match ?? [];
  const instant = Date.parse(`${date}T${time}${withColon(offset ?? 'Z')}`);
  // Date.parse rolls 30 February over to March.
  if (Number.isNaN(instant) || new Date(`${date}T00:00Z`).toISOString().slice(0, 10) !== date) {
    throw new FeedRangeError(`${name} must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.`);
  }
  return offset === undefined ? instantOf(timeZone, instant) : instant;
}

function withColon(offset: string): string {
  return offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
}
