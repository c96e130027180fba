/** Finds the forms of a time placeholder that fit all values of a column. */
import { parseDatePattern } from '../../lib/time/date-pattern';
import { DAY, inYears1To9999 } from '../../lib/time/dates';
import { readTime } from '../../lib/time/iso';
import type { DateOrder } from '../../lib/time/written';
import type { TimeZone } from '../../lib/time/zones';
import { timeForm } from '../time-forms';
import { patternsOf } from './patterns';
import { type Column, textsIn } from './sample';

/** Lists forms such as `@local:dd.MM.yyyy`, the likeliest first. */
export interface TimeForms {
  readonly whole: readonly string[];
  /** Lists the forms that show only a date. */
  readonly day: readonly string[];
  readonly clock: readonly string[];
  /** This is true if all values are dates or midnights. Another column may have the time of day. */
  readonly isDays: boolean;
  /** This is true if day and month may be in either order. */
  readonly isAmbiguous: boolean;
}

const NONE: TimeForms = { whole: [], day: [], clock: [], isDays: false, isAmbiguous: false };

/** Returns the patterns of dates and times that fit all values of a column. */
export function datePatterns(column: Column): readonly string[] {
  return commonPatterns(textsIn(column));
}

/**
 * Returns the forms of a column's values.
 * @param all returns the patterns of each column, which may prove the order of day and month
 */
export function timeForms(
  column: Column,
  zone: TimeZone,
  all: () => readonly (readonly string[])[],
): TimeForms {
  const texts = textsIn(column);
  if (texts.length === 0) return NONE;
  // The ticks of a TimeSpan have as many digits as milliseconds since 1970, so they look like a Unix time.
  const areTicks = /ticks$/i.test(column.path.at(-1) ?? '');
  const known = namedForms(texts).filter((form) => !areTicks || !form.includes('unix'));
  const midnights = midnightsIn(known[0], texts, zone);
  const named = midnights.areLocal ? localFirst(known) : known;
  const patterns = commonPatterns(texts);
  const order = isEither(patterns) ? orderIn(all(), patterns) : undefined;
  const complete = inOrder(patterns, order)
    .filter((one) => shows(one, 'day'))
    .flatMap(formsOfPattern);
  const without = (ending: RegExp) => commonPatterns(texts.map((text) => text.replace(ending, '')));
  const day = inOrder(without(MIDNIGHT), order)
    .filter((one) => shows(one, 'day') && !shows(one, 'minute'))
    .map((one) => `@local:${one}${quotedEnding(texts, MIDNIGHT)}`);
  const clock = without(OFFSET)
    .filter((one) => !shows(one, 'day') && shows(one, 'minute'))
    .map((one) => `@local:${one}${quotedEnding(texts, OFFSET)}`);
  // The name of a column such as StartUtc says that its times are in UTC, even if the times do not show it.
  const isUtc = /utc/i.test(column.path.join(' '));
  const placed = (forms: readonly string[]) =>
    forms.map((one) => (isUtc && isLocalForm(one) ? one.replace('@local', '') : one));
  const isZoned = named.some((one) => !one.startsWith('@local'));
  return {
    whole: placed(isZoned ? [...named, ...complete] : [...complete, ...named]),
    day: placed(day),
    clock: placed(clock),
    isDays:
      day.length > 0 || midnights.areAll || texts.every((text) => MIDNIGHT.test(text.replace(OFFSET, ''))),
    isAmbiguous: order === undefined && isEither(patterns),
  };
}

/** Returns the unit in which all numbers are instants between about 1980 and 2100. */
function unitOf(numbers: readonly number[]): string | undefined {
  const ranges = [
    ['unix-s', 3.15e8, 4.1e9],
    ['unix-ms', 3.15e11, 4.1e12],
    ['ticks', 6.24e17, 6.63e17],
  ] as const;
  return ranges.find(([, least, most]) => numbers.every((one) => one >= least && one <= most))?.[0];
}

/**
 * Returns the named forms that fit all texts, such as `:iso`. A date among instants means that the event lasts all day.
 */
function namedForms(texts: readonly string[]): readonly string[] {
  if (texts.every((text) => /^\\?\/Date\(/.test(text)))
    return [':json-date', '@local:json-date', '@local:json-date-zzz'];
  const unit = texts.every((text) => /^\d{9,18}$/.test(text)) ? unitOf(texts.map(Number)) : undefined;
  // In most programs ticks count local time, like times without an offset, and no value shows that they count UTC.
  const zones = unit === 'ticks' ? ['@local:'] : [':', '@local:'];
  if (unit !== undefined) return zones.flatMap((zone) => [zone + unit, `${zone}${unit}-text`]);
  const kinds = new Set(texts.map((text) => readTime(text)?.kind));
  if (kinds.has(undefined)) return [];
  if (kinds.has('local')) return kinds.has('instant') ? [] : ['@local:iso-local'];
  if (kinds.has('date')) return kinds.has('instant') ? ['', '@local'] : ['', '@local:date'];
  return [':iso', '@local:iso', '@local:iso-utc'];
}

/**
 * Returns whether all times of a named form are midnights, and whether more of them are midnights in the zone of the
 * service than in UTC. Ticks and other local times are taken as if they were in UTC.
 */
function midnightsIn(named: string | undefined, texts: readonly string[], zone: TimeZone) {
  const [, local, name] = /^(@local)?:?(.+)?$/.exec(named ?? '') ?? [];
  const form = timeForm(name, local !== undefined, zone);
  const times = named === undefined || typeof form === 'string' ? [] : texts.map((text) => form.read(text));
  const read = times.flatMap((time) =>
    time?.kind === 'instant' ? time.instant : time?.kind === 'local' ? time.localTime : [],
  );
  const known = read.filter(inYears1To9999);
  const inUtc = known.filter((time) => time % DAY === 0).length;
  const here = known.filter((time) => zone.localTimeOf(time) % DAY === 0).length;
  return {
    areLocal: here > inUtc,
    areAll: known.length === texts.length && Math.max(inUtc, here) === known.length,
  };
}

/**
 * Puts the forms in the service's zone first. All-day events then begin at the midnights of this zone, even if no
 * column has the flag.
 */
function localFirst(forms: readonly string[]): readonly string[] {
  if (forms[0]?.startsWith(':') !== true) return forms;
  const isInZone = (one: string) => one.startsWith('@local');
  return [...forms.filter(isInZone), ...forms.filter((one) => !isInZone(one))];
}

/** Databases write a date as the midnight at which it begins. So does .NET, in English as 12:00:00 AM. */
const MIDNIGHT = /[T ](?:0?0:00(?::00(?:\.0+)?)?Z?|12:00(?::00)? AM)$/i;

/** XmlSerializer writes a time of day with the zone's offset in the year 1, which may not be the event's offset. */
const OFFSET = /[+-]\d\d:\d\d$/;

function quotedEnding([first = '']: readonly string[], ending: RegExp): string {
  const [written] = ending.exec(first) ?? [];
  return written === undefined ? '' : `'${written}'`;
}

/** Returns the patterns that fit all texts. Patterns with a leading zero in only one of day and month are the last. */
function commonPatterns(texts: readonly string[]): readonly string[] {
  let patterns: readonly string[] | undefined;
  for (const text of texts) {
    const fitting = new Set(patternsOf(text));
    patterns = patterns === undefined ? [...fitting] : patterns.filter((one) => fitting.has(one));
    if (patterns.length === 0) break;
  }
  const sound = (patterns ?? []).filter(
    (one) => typeof parseDatePattern(one) !== 'string' && !showsTwice(one),
  );
  return sound.sort((one, other) => Number(hasMixedPadding(one)) - Number(hasMixedPadding(other)));
}

/** Returns true if a pattern has a leading zero in only one of day and month. */
export function hasMixedPadding(pattern: string): boolean {
  const lengths = new Set(pattern.match(/d+|M+/g)?.map(({ length }) => length));
  return lengths.has(1) && lengths.has(2);
}

/** Returns true if a pattern shows a part twice, because it would misread a text in which these two numbers differ. */
function showsTwice(pattern: string): boolean {
  const bare = pattern.replace(/\\.|'[^']*'/g, ' ');
  return [/(?<!d)dd?(?!d)/g, /y+/g, /M+/g, /h+/gi].some((part) => (bare.match(part)?.length ?? 0) > 1);
}

function shows(text: string, part: 'day' | 'minute'): boolean {
  const pattern = parseDatePattern(text);
  if (typeof pattern === 'string' || !pattern.shows.has(part)) return false;
  return part === 'minute' || (pattern.shows.has('month') && pattern.shows.has('year'));
}

/** Returns the forms of times in a pattern. A pattern without a zone is in local time. */
function formsOfPattern(pattern: string): readonly string[] {
  if (/(?:Z|'GMT'|'UTC')$/.test(pattern)) return [`:${pattern}`];
  return pattern.includes('zzz') ? [`@local:${pattern}`, `:${pattern}`] : [`@local:${pattern}`];
}

/** Returns true for a form such as `@local:HH:mm`, which writes a time without an offset. */
export function isLocalForm(form: string): boolean {
  return form.includes('@local') && !/:(?:iso(?!-local)|json-date|unix)|zzz|@local$/.test(form);
}

function orderOf(pattern: string): DateOrder | undefined {
  if (/dd?([./-])MM?\1/.test(pattern)) return 'day';
  return /MM?([/-])dd?\1/.test(pattern) ? 'month' : undefined;
}

/**
 * Returns the order of day and month that columns prove for dates of these patterns, or `undefined` if they prove none.
 * A column in another pattern proves nothing, because it may come from another program.
 */
function orderIn(all: readonly (readonly string[])[], patterns: readonly string[]): DateOrder | undefined {
  const alike = all.map((ofColumn) => ofColumn.filter((pattern) => patterns.includes(pattern)));
  const orders = new Set(alike.flatMap((ofColumn) => (isEither(ofColumn) ? [] : ofColumn.map(orderOf))));
  return orders.size === 1 ? [...orders][0] : undefined;
}

function isEither(patterns: readonly string[]): boolean {
  return new Set(patterns.map(orderOf)).size > 1;
}

/**
 * If day and month may be in either order, returns only the patterns with the known order, or none if no order is
 * known.
 */
function inOrder(patterns: readonly string[], order: DateOrder | undefined): readonly string[] {
  return isEither(patterns) ? patterns.filter((one) => orderOf(one) === order) : patterns;
}
