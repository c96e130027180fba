import { ENDPOINT } from '../contract/bindings';
import { MAX_ID } from '../formats/event-fields';
import { UsageError, UserError } from '../lib/errors';
import { pluralize } from '../lib/text/messages';
import { checkPort, listen } from '../ops/listen';
import { listenForStop } from '../ops/signals';
import {
  type CalendarMonth,
  eventCalls,
  monthCalls,
  rangeCalls,
  rateLimit,
  recordCalls,
} from '../recordings/client';
import { openForRecording, type RecordingsFolder } from '../recordings/folder';
import { createProxy } from '../recordings/proxy';
import { callText } from '../recordings/recording';
import { watchForDrain } from '../server/drain';
import { type Arguments, choiceOf, wholeNumberOf, wrongValue } from './arguments';
import { type CommandContext, defineCommand, progressBar, serviceAddress, setUp } from './command';
import { CALLS_PER_SECOND, openService, upstreamAddress } from './upstream';

const HELP = `Records the answers of another service with the same interface, in a folder with a file for each call.

  events-query record --upstream URL --out DIR
  events-query record --from URL --months A..B --out DIR

  --upstream URL      pass calls on to the service at URL, the address of its .asmx or its site root, and record each
                      distinct call with its answer
  --out DIR           the folder that the files are written to
  --from URL          ask the service at URL, month by month
  --months A..B       the months to ask for, such as 2015-01..2027-12 (from five years ago to two years ahead)
  --events IDS        also call SelectEvent for these ids, with bolAsJSON true and false, such as 17,18,0 or 1..200:
                      give ids that exist, and one that does not exist
  --by WHAT           the operation that asks for a month: month calls SelectEvents (the default), range calls
                      SelectEventsRanged in RANGE_UNIT
  --rate N            at most N calls a second (2), one at a time
  --max-calls N       do not begin if more than N calls are needed (500)

With --upstream it listens on HOST and PORT, and clients call it instead of the service. SIGTERM or Ctrl+C ends it. The
exit status is 1 if no call was recorded or a request was lost. The last line says how many requests were lost, and the
warnings before it say why.
With --from, record makes the calls itself, by SOAP 1.1. If you start it again, it continues where it stopped.
These commands read the folder: format --from DIR, import DIR, serve --replay DIR, compare DIR URL.

Example: events-query record --from http://legacy.example.org/WebServices/Events.asmx --months 2015-01..2027-12 --out recorded
`;

const MONTHS_OPTIONS = {
  from: { type: 'string' },
  months: { type: 'string' },
  events: { type: 'string' },
  by: { type: 'string' },
  rate: { type: 'string' },
  'max-calls': { type: 'string' },
} as const;

export const recordCommand = defineCommand({
  help: HELP,
  options: { upstream: { type: 'string' }, out: { type: 'string' }, ...MONTHS_OPTIONS },
  async run({ values }, context) {
    const { out, from, upstream } = values;
    if (out === undefined) throw new UsageError('record needs a folder to write to: --out DIR.');
    if (upstream !== undefined && from !== undefined)
      throw new UsageError('record takes --upstream URL or --from URL, not both at once.');
    if (from !== undefined) return recordMonths({ ...values, from, out }, context);
    const misplaced = Object.keys(MONTHS_OPTIONS).find(
      (name) => values[name as keyof typeof values] !== undefined,
    );
    if (misplaced !== undefined) throw new UsageError(`--${misplaced} needs --from URL.`);
    if (upstream === undefined)
      throw new UsageError('record needs the service to record: --upstream URL, or --from URL.');
    return recordAsProxy(upstream, out, context);
  },
});

async function recordAsProxy(upstream: string, out: string, context: CommandContext): Promise<number> {
  const { config, observe } = setUp(context, context.stdout);
  const service = await openService(upstreamAddress('--upstream', upstream), 'nothing can be recorded');
  // The port is checked first, so that no empty folder is left if another program uses it.
  await checkPort(serviceAddress(config));
  const folder = await openForRecording(out, service);

  let lost = 0;
  const onLoss = (message: string) => {
    lost += 1;
    observe({ kind: 'warning', message });
  };
  const server = createProxy({ service, folder, onLoss, ...config });
  const drain = watchForDrain(server);
  const signals = listenForStop();
  const url = await listen(server, serviceAddress(config), observe);
  observe({ kind: 'notice', message: `Call ${url}${ENDPOINT} to record ${service}.` });
  await signals.first;
  const cutOff = await drain.stop(config.shutdownGraceMs);
  if (cutOff > 0) {
    lost += cutOff;
    const message = `Not recorded, because record ended before the answer: ${pluralize(cutOff, 'request')}.`;
    observe({ kind: 'warning', message });
  }
  signals.release();
  context.stdout.write(summaryLine(folder, out, lost));
  return lost === 0 ? 0 : 1;
}

/** Returns the last line of the output. @throws UserError if nothing was recorded */
function summaryLine({ added }: RecordingsFolder, out: string, lost: number): string {
  const losses = lost === 0 ? '' : `; not recorded: ${pluralize(lost, 'request')} (the warnings say why)`;
  if (added === 0) throw new UserError(`No call was recorded: ${out} has no new answers${losses}.`);
  return `${pluralize(added, 'call')} recorded in ${out}${losses}\n`;
}

type MonthsOptions = Arguments<typeof MONTHS_OPTIONS>['values'] & {
  readonly from: string;
  readonly out: string;
};

/** Makes the calls of `--from`, and records the answers. @throws UserError that names the month whose request failed */
async function recordMonths(values: MonthsOptions, context: CommandContext): Promise<number> {
  const { out } = values;
  const { config } = setUp(context);
  const address = upstreamAddress('--from', values.from);
  const { first, last } = monthsOf(values.months);
  const by = choiceOf('--by', values.by ?? 'month', ['month', 'range']);
  const lists = by === 'month' ? monthCalls(first, last) : rangeCalls(first, last, config.rangeUnit);
  const calls = [...lists, ...eventCalls(idsOf(values.events))];
  const rate = wholeNumberOf('--rate', values.rate ?? String(CALLS_PER_SECOND), 1, 1000);
  const maxCalls = wholeNumberOf('--max-calls', values['max-calls'] ?? '500', 1, 1_000_000);
  const service = await openService(address, 'nothing can be recorded');
  const folder = await openForRecording(out, service);
  const progress = progressBar(context.stderr);
  const limits = { limit: rateLimit(rate), maxCalls };
  const { count, faulted } = await recordCalls(service, calls, folder, limits, (done, all) =>
    progress.show(`${done} of ${all} calls answered`),
  ).finally(() => progress.clear());
  const nothing = count === 0 ? ': every answer was already there' : '';
  context.stdout.write(
    `${pluralize(count, 'call')} made, ${pluralize(calls.length, 'answer')} in ${out}${nothing}\n`,
  );
  const [fault] = faulted;
  if (fault !== undefined)
    context.stdout.write(
      `note: ${pluralize(faulted.length, 'call')} got a fault, first ${callText(fault)}\n`,
    );
  return 0;
}

function monthsOf(value: string | undefined): { first: CalendarMonth; last: CalendarMonth } {
  if (value === undefined) {
    const year = new Date().getUTCFullYear();
    return { first: { year: year - 5, month: 1 }, last: { year: year + 2, month: 12 } };
  }
  const [, first = '', last = ''] = MONTHS.exec(value) ?? [];
  if (first < '0001' || last < first)
    throw wrongValue('--months', 'two months such as 2015-01..2027-12', value);
  return { first: monthOf(first), last: monthOf(last) };
}

const MONTHS = /^(\d{4}-(?:0[1-9]|1[0-2]))\.\.(\d{4}-(?:0[1-9]|1[0-2]))$/;

function monthOf(text: string): CalendarMonth {
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5)) };
}

/** A longer range of ids would take days at the default rate. */
const MAX_IDS = 100_000;

function idsOf(value = ''): number[] {
  if (value === '') return [];
  return value.split(',').flatMap((part) => {
    const [, from = '', to = from] = /^(-?\d{1,10})(?:\.\.(-?\d{1,10}))?$/.exec(part) ?? [];
    const [first, count] = [Number(from), Number(to) - Number(from) + 1];
    const isInt = from !== '' && Math.abs(first) <= MAX_ID && Math.abs(Number(to)) <= MAX_ID;
    if (isInt && count >= 1 && count <= MAX_IDS)
      return Array.from({ length: count }, (_, index) => first + index);
    const ranges = `ranges of at most ${MAX_IDS}, such as 17,18,0 or 1..200`;
    throw wrongValue('--events', `ids up to ${MAX_ID} and ${ranges}`, value);
  });
}
