import type { Config } from '../config';
import { UsageError } from '../errors';
import { FIELD_NAMES, type Field } from '../event/fields';
import { isFormatFile } from '../formats/choice';
import { clockOf } from '../formats/file/clock';
import { answerReader } from '../formats/file/read';
import { openFormatFile } from '../formats/open';
import type { Database } from '../store/database';
import { openMigrated } from '../store/open';
import { type DatePattern, parseDatePattern, TOKENS_ALLOWED } from '../time/date-pattern';
import { DAY } from '../time/dates';
import { readTime } from '../time/iso';
import { ianaNameOf, namedZone } from '../time/zones';
import { EPOCHS, type Epoch } from '../transfer/check/times';
import { defaultOptions } from '../transfer/defaults';
import { type ImportListener, type ImportOptions, importEvents } from '../transfer/import';
import { type AnswerReader, answerSource, answersSource } from '../transfer/read/answers';
import { bytesSource } from '../transfer/read/files';
import { FILE_FORMATS, type FileFormat } from '../transfer/read/format';
import { fileBytes, filesAt, type Source } from '../transfer/read/source';
import { resultLine } from '../transfer/result-line';
import { type Call, type CommandContext, defineCommand, setUp } from './command';
import { counted } from './counted';
import { FROM_HELP, FROM_OPTIONS, strayOption, walkService } from './import-from';

const HELP = `Imports events: all of them or, when one is refused, none.

  events-query import [options] FILE...
  events-query import [options] --from URL

FILE is a JSON array, JSON Lines, CSV with a header or iCalendar, a folder of such files, or - for standard input.
An event that is already there, recognised by its uid, is brought up to date.

  --format FORMAT     json, jsonl, csv or ics, instead of what the name or the content says; or file:PATH, a format
                      file that the answers in FILE, or of URL, are read by (docs/formats.md)
  --map FIELD=NAME    the files call FIELD by another NAME; repeatable
                      (fields: ${FIELD_NAMES.join(', ')})
  --delimiter SIGN    what stands between the values of CSV (found in the header unless given; tab is a word for it)
  --date-format PATTERN
                      how dates and times are written, as .NET has it: dd/MM/yyyy HH:mm; repeatable
  --epoch UNIT        what numbers count that are times: ms (Unix, the default), s or ticks (.NET)
  --zone ZONE         the time zone of times without an offset (TIME_ZONE unless given)
  --end-dates WHICH   an end that is a date is the last day (inclusive) or the day after (exclusive, the default)
  --until DATE        no occurrence of recurring calendar events starts after DATE
  --replace           events that are not in the files are removed
  --allow-empty       files without an event are no mistake: with --replace they empty the store
  --drop-extra        what is no field of an event is left out instead of kept with it
  --skip-bad          rows that are refused are left out and listed
  --dry-run           say what would happen, and change nothing
${FROM_HELP}
Example: events-query import --end-dates inclusive --map title=name conferences.csv
`;

const OPTIONS = {
  format: { type: 'string' },
  map: { type: 'string', multiple: true },
  delimiter: { type: 'string' },
  'date-format': { type: 'string', multiple: true },
  epoch: { type: 'string' },
  zone: { type: 'string' },
  'end-dates': { type: 'string' },
  until: { type: 'string' },
  replace: { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  'drop-extra': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  ...FROM_OPTIONS,
} as const;

export const importCommand = defineCommand({
  help: HELP,
  options: OPTIONS,
  takesPositionals: true,
  async run({ values, positionals }, context) {
    checkSources(values, positionals);
    const { config, observe } = setUp(context);
    const options = importOptions(values, config);
    const format = formatOf(
      values.format,
      () => ianaNameOf(values.zone ?? config.timeZone) ?? config.timeZone,
    );
    const sources =
      values.from === undefined
        ? await openSources(positionals, format, context.stdin)
        : [await openService(values.from, values, format, config, context)];
    await importAll(sources, options, await openMigrated(config, observe, 'change'), context);
    return 0;
  },
});

type Values = Call<typeof OPTIONS>['values'];

function checkSources(values: Values, positionals: readonly string[]): void {
  if (values.from === undefined && positionals.length === 0)
    throw new UsageError('import needs a FILE, - for standard input, or --from URL.');
  if (values.from !== undefined && positionals.length > 0)
    throw new UsageError('import takes files or --from URL, not both at once.');
  const stray = strayOption(values);
  if (stray !== undefined) throw new UsageError(`--${stray} goes with --from URL.`);
}

async function importAll(
  sources: readonly Source[],
  options: ImportOptions,
  database: Database,
  { stdout, stderr }: CommandContext,
): Promise<void> {
  // What is true of each of several answers or files is said once.
  const notices = new Set<string>();
  const progress = progressBar(stderr);
  const listener: ImportListener = {
    progress: (read) => progress.show(`${read} rows read`),
    refused: (refusal) => {
      progress.clear();
      stderr.write(`left out: ${refusal.message}\n`);
    },
    notice: (sentence) => notices.add(sentence),
    waiting: () => stderr.write('Another import is at work; this one goes on when it is done.\n'),
  };
  try {
    const result = await importEvents(database, sources, options, listener);
    progress.clear();
    stdout.write(
      `${options.dryRun ? 'dry run, nothing is changed: ' : ''}${resultLine(result, [...notices])}\n`,
    );
  } finally {
    progress.clear();
    await database.close();
  }
}

function importOptions(values: Values, config: Config): ImportOptions {
  if (values.replace && values['skip-bad']) {
    throw new UsageError('--replace and --skip-bad exclude each other: a row left out would be removed.');
  }
  const defaults = defaultOptions(config.timeZone);
  return {
    ...defaults,
    zone: values.zone === undefined ? defaults.zone : zoneOf(values.zone),
    endDates: endDatesOf(values['end-dates'] ?? 'exclusive'),
    names: new Map((values.map ?? []).map(mapping)),
    delimiter: values.delimiter === undefined ? undefined : delimiterOf(values.delimiter),
    datePatterns: (values['date-format'] ?? []).map(datePatternOf),
    epoch: values.epoch === undefined ? undefined : epochOf(values.epoch),
    until: values.until === undefined ? defaults.until : { wall: dayAfter(values.until), given: true },
    dropExtra: values['drop-extra'] ?? false,
    replace: values.replace ?? false,
    allowEmpty: values['allow-empty'] ?? false,
    skipBad: values['skip-bad'] ?? false,
    dryRun: values['dry-run'] ?? false,
  };
}

function zoneOf(name: string): ImportOptions['zone'] {
  const zone = namedZone(name);
  if (zone === undefined)
    throw new UsageError(`--zone must be an IANA time zone or one of Windows, not ${JSON.stringify(name)}.`);
  return zone;
}

function delimiterOf(value: string): string {
  if (value === 'tab') return '\t';
  if (/^[^\s"\w]$|^\t$/.test(value)) return value;
  throw new UsageError(`--delimiter must be one sign such as ; or |, or tab, not ${JSON.stringify(value)}.`);
}

function datePatternOf(value: string): DatePattern {
  const pattern = parseDatePattern(value);
  if (typeof pattern === 'string')
    throw new UsageError(`--date-format ${JSON.stringify(value)} ${pattern}; it may have ${TOKENS_ALLOWED}.`);
  const missing = (['year', 'month', 'day'] as const).find((part) => !pattern.shows.has(part));
  if (missing !== undefined)
    throw new UsageError(
      `--date-format ${JSON.stringify(value)} shows no ${missing}: dd/MM/yyyy shows a date.`,
    );
  if (pattern.shows.has('hour12') && !pattern.shows.has('half'))
    throw new UsageError(`--date-format ${JSON.stringify(value)} has h without tt; H counts to 24.`);
  return pattern;
}

function epochOf(value: string): Epoch {
  const epoch = EPOCHS.find((one) => one === value);
  if (epoch !== undefined) return epoch;
  throw new UsageError(`--epoch must be one of ${EPOCHS.join(', ')}, not ${JSON.stringify(value)}.`);
}

function endDatesOf(value: string): ImportOptions['endDates'] {
  if (value === 'inclusive' || value === 'exclusive') return value;
  throw new UsageError(`--end-dates must be inclusive or exclusive, not ${JSON.stringify(value)}.`);
}

/** @param timeZone the IANA name that `@local` means in a format file */
function formatOf(value: string | undefined, timeZone: () => string): FileFormat | AnswerReader | undefined {
  if (value !== undefined && isFormatFile(value)) {
    const clock = clockOf(timeZone());
    return answerReader(openFormatFile(value, timeZone()), clock);
  }
  const format = FILE_FORMATS.find((one) => one === value);
  if (value === undefined || format !== undefined) return format;
  const allowed = `one of ${FILE_FORMATS.join(', ')}, or file:PATH`;
  throw new UsageError(`--format must be ${allowed}, not ${JSON.stringify(value)}.`);
}

function mapping(value: string): [Field, string] {
  const [, field, name] = /^(\w+)=(.+)$/.exec(value) ?? [];
  const known = FIELD_NAMES.find((one) => one === field);
  if (known !== undefined && name !== undefined) return [known, name];
  throw new UsageError(
    `--map must be FIELD=NAME with a field of ${FIELD_NAMES.join(', ')}, not ${JSON.stringify(value)}.`,
  );
}

/** The wall clock reading at which the day after a date begins. */
function dayAfter(value: string): number {
  const time = readTime(value);
  if (time?.kind === 'date') return time.midnight + DAY;
  throw new UsageError(`--until must be a date such as 2030-12-31, not ${JSON.stringify(value)}.`);
}

async function openSources(
  names: readonly string[],
  format: FileFormat | AnswerReader | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<Source[]> {
  const opened = names.map(async (name) => {
    if (name === '-') return [openBytes('standard input', () => stdin as AsyncIterable<Buffer>, format)];
    return (await filesAt(name)).map((file) => openBytes(file, () => fileBytes(file), format));
  });
  return (await Promise.all(opened)).flat();
}

function openBytes(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  format: FileFormat | AnswerReader | undefined,
): Source {
  return typeof format === 'function' ? answerSource(name, open, format) : bytesSource(name, open, format);
}

async function openService(
  from: string,
  values: Values,
  format: FileFormat | AnswerReader | undefined,
  config: Config,
  { stderr }: CommandContext,
): Promise<Source> {
  const progress = progressBar(stderr);
  try {
    const { answers, calls } = await walkService(from, values, config, progress.show);
    progress.clear();
    stderr.write(`${counted(calls, 'call')} made, ${counted(answers.length, 'answer')} to read\n`);
    return answersSource(from, answers, format);
  } finally {
    progress.clear();
  }
}

/** A line that is written over again, on a terminal only. */
function progressBar(stream: NodeJS.WritableStream): { show(text: string): void; clear(): void } {
  const terminal = 'isTTY' in stream && stream.isTTY === true;
  let shown = false;
  const write = (text: string) => {
    if (terminal) stream.write(`\r\u001b[K${text}`);
  };
  return {
    show(text) {
      shown = true;
      write(text);
    },
    clear() {
      if (shown) write('');
      shown = false;
    },
  };
}
