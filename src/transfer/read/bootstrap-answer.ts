import { isoDate, isoInstant } from '../../formats/event';
import { isObject } from '../../json';
import { unescapeMarkup } from '../../text/markup';
import { DAY } from '../../time/dates';
import { type OffsetAt, wallOf } from '../../time/zones';
import { RowRefusal } from '../errors';
import type { RawRow } from '../event-record';
import type { ReadOptions } from './options';

/** What bootstrap-calendar's `events_source` answers: `LIST_FORMAT=bootstrap-calendar`. */
interface BootstrapAnswer {
  readonly success: 1;
  readonly result: readonly unknown[];
}

export function isBootstrapAnswer(value: unknown): value is BootstrapAnswer {
  return (
    isObject(value) && value.success === 1 && Array.isArray(value.result) && Object.keys(value).length === 2
  );
}

/**
 * Its events: their texts are escaped for HTML, their times milliseconds. It does not say which last all day; those
 * from one midnight of the zone to another are taken for it.
 */
export function* bootstrapRows(
  { result }: BootstrapAnswer,
  file: string,
  { zone, notice }: ReadOptions,
): Generator<RawRow | RowRefusal> {
  let days = 0;
  for (const [index, event] of result.entries()) {
    const place = { file, unit: 'element', number: index + 1 } as const;
    if (!isObject(event)) {
      yield new RowRefusal(place, 'must be a JSON object');
      continue;
    }
    const { id, title, url, class: category, start, end, ...extra } = event;
    const times = timesOf(start, end, zone);
    if (times.allDay) days += 1;
    const fields = { id, title: unescaped(title), url: unescaped(url), category, ...times };
    yield { place, fields, extra, isNamed: true };
  }
  if (days > 0)
    notice(
      `${file}: events from midnight to midnight (${days}) are taken to last all day, which bootstrap-calendar does not say`,
    );
}

function timesOf(start: unknown, end: unknown, zone: OffsetAt) {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return { start, end, allDay: undefined };
  const walls = [Number(start), Number(end)].map((instant) => wallOf(instant, zone));
  const [first = 0, last = 0] = walls;
  const allDay = first < last && walls.every((wall) => wall % DAY === 0);
  return allDay
    ? { start: isoDate(first), end: isoDate(last), allDay }
    : { start: isoInstant(Number(start)), end: isoInstant(Number(end)), allDay };
}

function unescaped(text: unknown): unknown {
  return typeof text === 'string' ? unescapeMarkup(text) : text;
}
