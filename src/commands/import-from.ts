import type { Config } from '../config';
import { UsageError } from '../errors';
import {
  type CalendarMonth,
  keepInFile,
  keepInMemory,
  monthQuestions,
  paceOf,
  rangeQuestions,
  Upstream,
  upstreamService,
  type Walk,
  type WalkOptions,
  walk,
} from '../replay';
import { CALLS_PER_SECOND, upstreamAddress, upstreamNamespace } from './upstream';

export const FROM_HELP = `  --from URL          a running service instead of files: its .asmx, asked for one month after the other
  --months A..B       the months to ask for, such as 2015-01..2027-12 (five years back to two ahead)
  --by WHAT           month, by SelectEvents (the default), or range, by SelectEventsRanged in RANGE_UNIT
  --rate N            calls a second at the most (2); never two at once
  --max-calls N       refuse a walk of more calls (500)
  --state FILE        keep the answers in FILE: a walk that was broken off goes on there
`;

export const FROM_OPTIONS = {
  from: { type: 'string' },
  months: { type: 'string' },
  by: { type: 'string' },
  rate: { type: 'string' },
  'max-calls': { type: 'string' },
  state: { type: 'string' },
} as const;

type FromValues = { readonly [Name in keyof typeof FROM_OPTIONS]?: string | undefined };

/** The name of an option that means nothing without `--from`, where one was given. */
export function strayOption(values: FromValues): string | undefined {
  const given = Object.keys(FROM_OPTIONS).filter((name) => values[name as keyof FromValues] !== undefined);
  return given.includes('from') ? undefined : given[0];
}

/** A walk through a running service whose options are checked. */
export interface ServiceWalk {
  /** The service as the user named it. */
  readonly from: string;
  /** @throws UserError when it does not answer as such a service does */
  begin(options: Pick<WalkOptions, 'check' | 'progress'>): Promise<Walk>;
}

/**
 * The walk through a running service that the options describe.
 * @throws UsageError
 */
export function serviceWalk(
  from: string,
  values: FromValues,
  { rangeUnit }: Pick<Config, 'rangeUnit'>,
): ServiceWalk {
  const upstream = new Upstream(upstreamAddress('--from', from));
  const { first, last } = monthsOf(values.months);
  const questions =
    byOf(values.by) === 'month' ? monthQuestions(first, last) : rangeQuestions(first, last, rangeUnit);
  const pace = paceOf(numberOf('--rate', values.rate, CALLS_PER_SECOND));
  const maxCalls = numberOf('--max-calls', values['max-calls'], 500);
  return {
    from,
    async begin(options) {
      const kept =
        values.state === undefined ? keepInMemory() : await keepInFile(values.state, upstream.address);
      const namespace = await upstreamNamespace(upstream, 'nothing was read');
      return walk(upstreamService(upstream, namespace), questions, { pace, maxCalls, kept, ...options });
    },
  };
}

function monthsOf(given: string | undefined): { first: CalendarMonth; last: CalendarMonth } {
  if (given === undefined) {
    const year = new Date().getUTCFullYear();
    return { first: { year: year - 5, month: 1 }, last: { year: year + 2, month: 12 } };
  }
  const [first, last, ...more] = given.split('..').map(monthOf);
  if (first === undefined || last === undefined || more.length > 0 || isBefore(last, first)) {
    throw new UsageError(
      `--months must be two months such as 2015-01..2027-12, not ${JSON.stringify(given)}.`,
    );
  }
  return { first, last };
}

function monthOf(text: string): CalendarMonth | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return Number(year) >= 1 ? { year: Number(year), month: Number(month) } : undefined;
}

function isBefore(one: CalendarMonth, other: CalendarMonth): boolean {
  return one.year * 12 + one.month < other.year * 12 + other.month;
}

function byOf(given = 'month'): 'month' | 'range' {
  if (given === 'month' || given === 'range') return given;
  throw new UsageError(`--by must be month or range, not ${JSON.stringify(given)}.`);
}

function numberOf(option: string, given: string | undefined, byDefault: number): number {
  const number = given === undefined ? byDefault : Number(/^\d{1,6}$/.test(given) ? given : Number.NaN);
  if (number >= 1) return number;
  throw new UsageError(`${option} must be a whole number of at least 1, not ${JSON.stringify(given)}.`);
}
