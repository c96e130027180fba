import type { Config } from '../config';
import { UsageError } from '../errors';
import { FIELD_NAMES, type Field } from '../event/fields';
import type { Database } from '../store/database';
import { openMigrated } from '../store/open';
import { DAY } from '../time/dates';
import { readTime } from '../time/iso';
import { ianaZone } from '../time/zones';
import { defaultOptions } from '../transfer/defaults';
import { type ImportListener, type ImportOptions, importEvents } from '../transfer/import';
import { bytesSource, fileSource } from '../transfer/read/files';
import { FILE_FORMATS, type FileFormat } from '../transfer/read/format';
import { filesAt, type Source } from '../transfer/read/source';
import { resultLine } from '../transfer/result-line';
import { type Call, type CommandContext, defineCommand, setUp } from './command';

const HELP = `Imports events: all of them or, when one is refused, none.

  events-query import [options] FILE...

FILE is a JSON array, JSON Lines, CSV with a header or iCalendar, a folder of such files, or - for standard input.
An event that is already there, recognised by its uid, is brought up to date.

  --format FORMAT     json, jsonl, csv or ics, instead of what the name or the content says
  --map FIELD=NAME    the files call FIELD by another NAME; repeatable
                      (fields: ${FIELD_NAMES.join(', ')})
  --zone ZONE         the time zone of times without an offset (TIME_ZONE unless given)
  --end-dates WHICH   an end that is a date is the last day (inclusive) or the day after (exclusive, the default)
  --until DATE        no occurrence of recurring calendar events starts after DATE
  --replace           events that are not in the files are removed
  --allow-empty       files without an event are no mistake: with --replace they empty the store
  --drop-extra        what is no field of an event is left out instead of kept with it
  --skip-bad          rows that are refused are left out and listed
  --dry-run           say what would happen, and change nothing

Example: events-query import --end-dates inclusive --map title=name conferences.csv
`;

const OPTIONS = {
  format: { type: 'string' },
  map: { type: 'string', multiple: true },
  zone: { type: 'string' },
  'end-dates': { type: 'string' },
  until: { type: 'string' },
  replace: { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  'drop-extra': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

export const importCommand = defineCommand({
  help: HELP,
  options: OPTIONS,
  takesPositionals: true,
  async run({ values, positionals }, context) {
    if (positionals.length === 0) throw new UsageError('import needs a FILE, or - for standard input.');
    const { config, observe } = setUp(context);
    const options = importOptions(values, config);
    const sources = await openSources(positionals, formatOf(values.format), context.stdin);
    await importAll(sources, options, await openMigrated(config, observe, 'change'), context);
    return 0;
  },
});

type Values = Call<typeof OPTIONS>['values'];

async function importAll(
  sources: readonly Source[],
  options: ImportOptions,
  database: Database,
  { stdout, stderr }: CommandContext,
): Promise<void> {
  const notices: string[] = [];
  const progress = progressBar(stderr);
  const listener: ImportListener = {
    progress: (read) => progress.show(`${read} rows read`),
    refused: (refusal) => {
      progress.clear();
      stderr.write(`left out: ${refusal.message}\n`);
    },
    notice: (sentence) => notices.push(sentence),
    waiting: () => stderr.write('Another import is at work; this one goes on when it is done.\n'),
  };
  try {
    const result = await importEvents(database, sources, options, listener);
    progress.clear();
    stdout.write(`${options.dryRun ? 'dry run, nothing is changed: ' : ''}${resultLine(result, notices)}\n`);
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
    until: values.until === undefined ? defaults.until : { wall: dayAfter(values.until), given: true },
    dropExtra: values['drop-extra'] ?? false,
    replace: values.replace ?? false,
    allowEmpty: values['allow-empty'] ?? false,
    skipBad: values['skip-bad'] ?? false,
    dryRun: values['dry-run'] ?? false,
  };
}

function zoneOf(name: string): ImportOptions['zone'] {
  const zone = ianaZone(name);
  if (zone === undefined)
    throw new UsageError(`--zone must be an IANA time zone, not ${JSON.stringify(name)}.`);
  return zone;
}

function endDatesOf(value: string): ImportOptions['endDates'] {
  if (value === 'inclusive' || value === 'exclusive') return value;
  throw new UsageError(`--end-dates must be inclusive or exclusive, not ${JSON.stringify(value)}.`);
}

function formatOf(value: string | undefined): FileFormat | undefined {
  const format = FILE_FORMATS.find((one) => one === value);
  if (value === undefined || format !== undefined) return format;
  throw new UsageError(`--format must be one of ${FILE_FORMATS.join(', ')}, not ${JSON.stringify(value)}.`);
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
  format: FileFormat | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<Source[]> {
  const opened = names.map(async (name) => {
    if (name === '-') return [bytesSource('standard input', () => stdin as AsyncIterable<Buffer>, format)];
    return (await filesAt(name)).map((file) => fileSource(file, format));
  });
  return (await Promise.all(opened)).flat();
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
