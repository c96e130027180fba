/** `record --from` asks another service month by month. */
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
import { type Arguments, choiceOf, wholeNumberOf } from './arguments';
import { type CommandContext, progressBar, setUp } from './command';
import { CALLS_PER_SECOND, upstreamAddress, upstreamNamespace } from './upstream';

export const MONTHS_HELP = `  --from URL          ask the service at URL, month by month
  --months A..B       the months to ask for, such as 2015-01..2027-12 (five years back to two ahead)
  --by WHAT           month, by SelectEvents (the default), or range, by SelectEventsRanged in RANGE_UNIT
  --rate N            at most N calls a second (2), one at a time
  --max-calls N       do not begin if more than N calls are needed (500)
`;

export const MONTHS_OPTIONS = {
  from: { type: 'string' },
  months: { type: 'string' },
  by: { type: 'string' },
  rate: { type: 'string' },
  'max-calls': { type: 'string' },
} as const;

type Values = Arguments<typeof MONTHS_OPTIONS>['values'] & { readonly from: string; readonly out: string };

/** @throws UserError that names the month that was not answered */
export async function recordMonths(values: Values, context: CommandContext): Promise<number> {
  const { out } = values;
  const { config } = setUp(context);
  const upstream = new Upstream(upstreamAddress('--from', values.from));
  const { first, last } = monthsOf(values.months);
  const by = choiceOf('--by', values.by ?? 'month', ['month', 'range']);
  const calls = by === 'month' ? monthCalls(first, last) : rangeCalls(first, last, config.rangeUnit);
  const rate = wholeNumberOf('--rate', values.rate ?? String(CALLS_PER_SECOND), 1, 1000);
  const maxCalls = wholeNumberOf('--max-calls', values['max-calls'] ?? '500', 1, 1_000_000);
  const namespace = await upstreamNamespace(upstream, 'nothing can be recorded');
  const folder = await openForRecording(out, { upstream: upstream.address, namespace });
  const client = new Client(upstream, namespace, rateLimit(rate), maxCalls);
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

function monthsOf(value: string | undefined): { first: CalendarMonth; last: CalendarMonth } {
  if (value === undefined) {
    const year = new Date().getUTCFullYear();
    return { first: { year: year - 5, month: 1 }, last: { year: year + 2, month: 12 } };
  }
  const [first, last, ...more] = value.split('..').map(monthOf);
  if (first === undefined || last === undefined || more.length > 0 || isBefore(last, first)) {
    throw new UsageError(
      `--months must be two months such as 2015-01..2027-12, not ${JSON.stringify(value)}.`,
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
