/** `record --from`: another service asked month by month. */
import { UsageError } from '../lib/errors';
import { pluralize } from '../lib/text/pluralize';
import { openForRecording } from '../recordings/folder';
import {
  type CalendarMonth,
  Client,
  monthCalls,
  rangeCalls,
  rateLimit,
  recordCalls,
} from '../recordings/months';
import { Upstream } from '../recordings/upstream';
import { type Call, type CommandContext, setUp } from './command';
import { progressBar } from './progress';
import { CALLS_PER_SECOND, upstreamAddress, upstreamNamespace } from './upstream';

export const MONTHS_HELP = `  --from URL          ask the service at URL, month by month
  --months A..B       the months to ask for, such as 2015-01..2027-12 (five years back to two ahead)
  --by WHAT           month, by SelectEvents (the default), or range, by SelectEventsRanged in RANGE_UNIT
  --rate N            calls a second at the most (2); never two at once
  --max-calls N       refuse to begin when more calls would be needed (500)
`;

export const MONTHS_OPTIONS = {
  from: { type: 'string' },
  months: { type: 'string' },
  by: { type: 'string' },
  rate: { type: 'string' },
  'max-calls': { type: 'string' },
} as const;

type Values = Call<typeof MONTHS_OPTIONS>['values'] & { readonly from: string; readonly out: string };

/** @throws UserError that names the month whose answer could not be had */
export async function recordMonths(values: Values, context: CommandContext): Promise<number> {
  const { out } = values;
  const { config } = setUp(context);
  const upstream = new Upstream(upstreamAddress('--from', values.from));
  const { first, last } = monthsOf(values.months);
  const calls =
    byOf(values.by) === 'month' ? monthCalls(first, last) : rangeCalls(first, last, config.rangeUnit);
  const limit = rateLimit(numberOf('--rate', values.rate, CALLS_PER_SECOND));
  const maxCalls = numberOf('--max-calls', values['max-calls'], 500);
  const namespace = await upstreamNamespace(upstream, 'nothing can be recorded');
  const folder = await openForRecording(out, { upstream: upstream.address, namespace });
  const client = new Client(upstream, namespace, limit, maxCalls);
  const progress = progressBar(context.stderr);
  try {
    await recordCalls(client, calls, folder, (done, all) =>
      progress.show(`${done} of ${all} calls answered`),
    );
  } finally {
    progress.clear();
  }
  const nothing = client.calls === 0 ? ': nothing was left to ask for' : '';
  context.stdout.write(
    `${pluralize(client.calls, 'call')} made, ${pluralize(calls.length, 'answer')} in ${out}${nothing}\n`,
  );
  return 0;
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
