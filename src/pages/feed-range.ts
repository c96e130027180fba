/** The range of a feed request, as FullCalendar sends it. */
import { readTime } from '../time/iso';
import { type OffsetAt, startOfDay } from '../time/zones';

/** A range that can't be read. Its message is a sentence for the client. */
export class FeedRangeError extends Error {
  override readonly name = 'FeedRangeError';
}

/**
 * Reads `start` and `end`: ISO 8601 dates or times, in `zone` where they name no offset.
 * @returns both as Unix time in milliseconds, `from` before `to`
 * @throws FeedRangeError
 */
export function readFeedRange(query: URLSearchParams, zone: OffsetAt) {
  const from = readInstant(query, 'start', zone);
  const to = readInstant(query, 'end', zone);
  if (from >= to) throw new FeedRangeError('start must be before end.');
  return { from: BigInt(from), to: BigInt(to) };
}

function readInstant(query: URLSearchParams, name: string, zone: OffsetAt): number {
  const [text, ...more] = query.getAll(name);
  if (text === undefined || more.length > 0) throw new FeedRangeError(`${name} must be given, once.`);
  // A plus sign that was not percent-encoded arrives as a blank.
  const time = readTime(text.replace(' ', '+'));
  if (time === undefined) {
    throw new FeedRangeError(`${name} must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.`);
  }
  if (time.kind === 'instant') return time.instant;
  return startOfDay(time.kind === 'date' ? time.midnight : time.wall, zone);
}
