/** Generates the calendar of a town, with common and with unusual events. Each run generates the same events. */
import { Zone } from '../support/oracle';
import { Random } from '../support/random';
import { BAD_DAYS } from './bad-days';
import { dateOf, type ExpectedEvent, timeOf } from './expected-event';
import { ADDRESSES, CATEGORIES, ODDITIES, PLACES, TITLES } from './texts';

export interface GeneratedEvent {
  readonly row: Readonly<Record<string, unknown>>;
  readonly expected: ExpectedEvent;
}

/** Times without an offset are in this zone. Some of its days have no midnight, and some have two. */
export const FILE_ZONE = 'America/Havana';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Files write offsets in these forms. The numbers are minutes, positive to the east. */
const OFFSETS = [
  ['+00:00', 0],
  ['-00:00', 0],
  ['+01:00', 60],
  ['+05:45', 345],
  ['+0530', 330],
  ['-09:30', -570],
  ['+14:00', 840],
  ['-12', -720],
] as const;

/** @param seed with another seed the events are other events of the same kinds */
export function generateEvents(count: number, seed = 20_260_301): readonly GeneratedEvent[] {
  const random = new Random(seed);
  const zone = new Zone(FILE_ZONE);
  return shuffledIds(count, random).map((id) => generateEvent(id, random, zone));
}

function generateEvent(id: number, random: Random, zone: Zone): GeneratedEvent {
  const texts = {
    title: odd(random.pick(TITLES), random),
    description: random.below(3) === 0 ? description(random) : '',
    location: odd(random.pick(PLACES), random),
    url: random.pick(ADDRESSES),
    category: random.pick(CATEGORIES),
  };
  const { written, ...times } = generateTimes(random, zone);
  const given = Object.entries(texts).filter(([, text]) => text !== '' || random.below(4) === 0);
  return {
    row: { id, ...Object.fromEntries(given), ...written },
    expected: { id, ...texts, ...times },
  };
}

interface Times {
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
  /** These are `start`, `end` and `allDay` as they are in the file. A file may leave out some of them. */
  readonly written: Readonly<Record<string, unknown>>;
}

function generateTimes(random: Random, zone: Zone): Times {
  return random.below(5) < 2 ? generateDates(random) : generateInstants(random, zone);
}

/** Some events last 31 to 33 days, because the store treats events of more than 32 days differently. */
function generateDates(random: Random): Times {
  const start = Math.floor(generateInstant(random) / DAY) * DAY;
  const days = random.pick([1, 1, 1, 2, 3, 7, 31, 32, 33, random.between(1, 1500)]);
  const end = Math.min(start + days * DAY, Date.parse('9999-12-31'));
  const written = {
    start: dateOf(start),
    ...(end - start === DAY && random.below(2) === 0 ? {} : { end: dateOf(end) }),
    ...(random.below(4) === 0 && { allDay: true }),
  };
  return { start, end, allDay: true, written };
}

function generateInstants(random: Random, zone: Zone): Times {
  const precision = random.pick([1, 1000, MINUTE, 15 * MINUTE]);
  let start = Math.floor(generateInstant(random) / precision) * precision;
  const length = random.pick([0, 1, HOUR, 90 * MINUTE, random.below(2 * DAY), random.below(60 * DAY)]);
  let end = Math.min(start + length, LAST);
  const style = random.pick(['z', 'offset', 'clock']);
  const write = (instant: number): string => {
    if (style === 'z') return random.below(2) === 0 ? timeOf(instant) : new Date(instant).toISOString();
    const [offset, minutes] =
      style === 'clock' ? (['', zone.offsetAt(instant) / MINUTE] as const) : random.pick(OFFSETS);
    const localTime = timeOf(instant + minutes * MINUTE).replace('Z', '');
    return `${random.below(2) === 0 ? localTime : localTime.replace('T', ' ')}${offset}`;
  };
  if (style === 'clock') [start, end] = [firstOfClock(start, zone), firstOfClock(end, zone)];
  if (end < start) end = start;
  const written = {
    start: write(start),
    ...(end === start && random.below(2) === 0 ? {} : { end: write(end) }),
    ...(random.below(4) === 0 && { allDay: 'FALSE' }),
  };
  return { start, end, allDay: false, written };
}

/** When clocks go back, the same local time occurs twice, and a file means the first. */
function firstOfClock(instant: number, zone: Zone): number {
  const localTime = instant + zone.offsetAt(instant);
  const first = localTime - zone.offsetAt(localTime - DAY);
  return first + zone.offsetAt(first) === localTime ? Math.min(first, instant) : instant;
}

/** Returns an instant near a bad day, or sometimes any instant in the years 1 to 9999. */
function generateInstant(random: Random): number {
  const [, date] = random.pick(BAD_DAYS);
  const instant = random.pick([
    Date.parse(date) + random.between(-36, 36) * HOUR,
    Date.parse(date) + random.between(-2 * DAY, 2 * DAY),
    random.between(Date.UTC(2013, 0), Date.UTC(2028, 0)),
    random.between(Date.UTC(2013, 0), Date.UTC(2028, 0)),
    random.below(20) === 0
      ? random.between(FIRST, LAST)
      : random.between(Date.UTC(1960, 0), Date.UTC(2050, 0)),
  ]);
  // With every offset the year of the local time must have four digits.
  return Math.min(Math.max(instant, FIRST + 2 * DAY), LAST - 2 * DAY);
}

/** Inserts one or two oddities into every second text on average. */
function odd(text: string, random: Random): string {
  if (text === '' || random.below(2) === 0) return text;
  const characters = [...text];
  for (let times = 1 + random.below(2); times > 0; times--) {
    characters.splice(random.below(characters.length + 1), 0, random.pick(ODDITIES));
  }
  return characters.join('');
}

function description(random: Random): string {
  const sentences = random.below(100) === 0 ? 300 : 1 + random.below(5);
  return Array.from({ length: sentences }, () => odd(random.pick(TITLES), random)).join('. ');
}

/** Returns ids with gaps, in random order. */
function shuffledIds(count: number, random: Random): number[] {
  const ids = Array.from({ length: count }, (_, index) => 3 * index + 1 + random.below(3));
  for (let last = ids.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [ids[last], ids[other]] = [ids[other] ?? 0, ids[last] ?? 0];
  }
  return ids;
}
