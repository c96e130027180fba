import { type DatePattern, parseDatePattern, readDate, timeOfParts } from '../../time/date-pattern';
import { TICKS_PER_MS } from '../../time/dotnet-ticks';
import { readTime, type Time } from '../../time/iso';
import { type Length, type LengthUnit, readLength, unitIn } from '../../time/lengths';
import { toUnixMs } from '../../time/range-unit';
import { type DateOrder, readWritten } from '../../time/written';
import type { OffsetAt } from '../../time/zones';
import { joined } from './joined-time';

export const EPOCHS = ['ms', 's', 'ticks'] as const;

/** What a number of time counts: Unix milliseconds or seconds, or the ticks of a .NET DateTime in UTC. */
export type Epoch = (typeof EPOCHS)[number];

export interface TimeRules {
  /** The only forms of texts, where there are any. */
  readonly datePatterns: readonly DatePattern[];
  /** What numbers count; Unix milliseconds unless given, and then only where they look like some. */
  readonly epoch: Epoch | undefined;
  /** What numbers count that are lengths; what the name of their column says unless given. */
  readonly lengthUnit: LengthUnit | undefined;
}

const UNITS = { ms: 'unix-ms', s: 'unix-s', ticks: 'dotnet-ticks' } as const;
const DIGITS = /^-?\d{1,19}$/;
/** `20260301`, `202603010900` and `20260301090000` are dates without their signs. */
const COMPACT =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/;
const YEAR_MS = 365 * 86_400_000;
const JSON_DATE = /^\\?\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\\?\/$/;
/** `CET`, `EST`: each is used in several zones, or for other offsets in summer. */
const NAMED_ZONE = / ?\b(?![AP]M)([A-Z]{2,5})$/;
const FINER = /\d:\d\d[.,]\d{3}\d*[1-9]/;

/** Reads the start or the end of a row. */
export class TimeReader {
  /** A time was finer than milliseconds. */
  rounded = false;

  constructor(
    private readonly rules: TimeRules,
    private readonly order: DateOrder | undefined,
  ) {}

  /**
   * @param clock the time of day, where it stands apart
   * @param zone where times are meant that don't say it
   */
  read(value: unknown, clock: unknown, zone: OffsetAt): Time | undefined {
    const time = this.whole(value, clock);
    if (time === undefined || clock === undefined || !this.isApart(value, clock)) return time;
    this.note(clock);
    return joined(time, clock, zone);
  }

  /**
   * How long something lasts.
   * @param name what the file calls it: it may say what numbers count
   */
  length(value: unknown, name: string): Length | undefined {
    return readLength(value, this.rules.lengthUnit ?? unitIn(name));
  }

  /** What a value is by itself. */
  kindOf(value: unknown): Time['kind'] | undefined {
    return this.whole(value, undefined)?.kind;
  }

  /** What would lead to taking a value that is none, or `''`. */
  advice(value: unknown): string {
    if (typeof value === 'object') return '';
    const text = String(value);
    if (DIGITS.test(text) && this.rules.epoch === undefined) {
      return COMPACT.test(text)
        ? `; --date-format ${'yyyyMMddHHmmss'.slice(0, text.length)} reads it as a date, --epoch ms, s or ticks as a number`
        : '; --epoch ms, s or ticks says what it counts';
    }
    if (this.rules.datePatterns.length > 0) return ' as --date-format has it';
    const [named, zone = ''] = NAMED_ZONE.exec(text.trim()) ?? [];
    if (named !== undefined && this.whole(text.trim().slice(0, -named.length), undefined)?.kind === 'wall')
      return `; ${zone} is the name of more than one offset: take it out of the file, and import with the --zone that it means, such as Europe/Berlin`;
    if (!/\d/.test(text) || /^\d{4}-\d\d-\d\d/.test(text)) return '';
    return this.order === undefined && /^\d{1,2}([/-])\d{1,2}\1\d{4}/.test(text)
      ? `; ${patternsFor(text)} says which number is the month`
      : '; --date-format reads other forms, such as "dd.MM.yy HH:mm"';
  }

  /** The pattern may be of both columns together. */
  private isApart(value: unknown, clock: unknown): boolean {
    return this.byPattern(`${value} ${clock}`) === undefined;
  }

  private whole(value: unknown, clock: unknown): Time | undefined {
    const text = typeof value === 'string' ? value.trim() : String(value);
    this.note(text);
    const joined = clock === undefined ? undefined : this.byPattern(`${text} ${clock}`);
    const patterned = joined ?? this.byPattern(text);
    if (patterned !== undefined) return patterned;
    if (DIGITS.test(text)) return this.counted(text);
    if (typeof value !== 'string') return undefined;
    const milliseconds = JSON_DATE.exec(text)?.[1];
    if (milliseconds !== undefined) return { kind: 'instant', instant: Number(milliseconds) };
    if (this.rules.datePatterns.length > 0) return undefined;
    return readTime(text) ?? readWritten(text, this.order);
  }

  private byPattern(text: string): Time | undefined {
    for (const pattern of this.rules.datePatterns) {
      const parts = readDate(pattern, text);
      const time = parts && timeOfParts(parts);
      if (time !== undefined) return time;
    }
    return undefined;
  }

  private counted(text: string): Time | undefined {
    const { epoch } = this.rules;
    if (epoch === undefined && (COMPACT.test(text) || Math.abs(Number(text)) < YEAR_MS)) return undefined;
    const value = BigInt(text);
    if (epoch === 'ticks' && value % TICKS_PER_MS !== 0n) this.rounded = true;
    return { kind: 'instant', instant: toUnixMs(roundedDown(value, epoch), UNITS[epoch ?? 'ms']) };
  }

  private note(value: unknown): void {
    if (typeof value === 'string' && FINER.test(value)) this.rounded = true;
  }
}

const CLOCKS = ['', ' H:mm', ' H:mm:ss', ' h:mm tt', ' h:mm:ss tt', ' H:mm:ss.fff', "'T'H:mm", "'T'H:mm:ss"];

/** The two options of which one reads the value, as they are typed. */
function patternsFor(text: string): string {
  const [separator = '/'] = /[/-]/.exec(text) ?? [];
  const clock = CLOCKS.find((one) =>
    ['d/M', 'M/d'].some((date) => reads(patternOf(date, separator, one), text)),
  );
  const [day, month] = ['d/M', 'M/d'].map((date) => {
    const pattern = patternOf(date, separator, clock ?? '');
    return /[ ']/.test(pattern) ? `"${pattern}"` : pattern;
  });
  return `--date-format ${day} or ${month}`;
}

function patternOf(date: string, separator: string, clock: string): string {
  return `${date}/yyyy`.replaceAll('/', separator) + clock;
}

function reads(pattern: string, text: string): boolean {
  const parsed = parseDatePattern(pattern);
  const parts = typeof parsed === 'string' ? undefined : readDate(parsed, text);
  return parts !== undefined && timeOfParts(parts) !== undefined;
}

function roundedDown(value: bigint, epoch: Epoch | undefined): bigint {
  return epoch === 'ticks' ? value - (value % TICKS_PER_MS) : value;
}
