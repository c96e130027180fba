import { setFlagsFromString } from 'node:v8';
import { FIELD_NAMES } from '../formats/event-fields';
import type { FormatReader } from '../formats/read';
import { UsageError } from '../lib/errors';
import { isRecording } from '../recordings/folder';
import type { Database } from '../store/database';
import { openMigrated } from '../store/open';
import { importEvents } from '../transfer/import';
import { type ImportListener, type ImportOptions, resultText } from '../transfer/import-options';
import { answerSource } from '../transfer/read/answers';
import { bytesSource } from '../transfer/read/files';
import type { FileFormat } from '../transfer/read/format';
import { fileBytes, filesAt, type Source } from '../transfer/read/source';
import { type CommandContext, defineCommand, setUp } from './command';
import { formatOf, IMPORT_OPTIONS, importOptions, REMOVED_OPTIONS } from './import-options';
import { openRecording } from './import-recording';
import { progressBar } from './progress';

const HELP = `Imports events: all of them or, when one is refused, none.

  events-query import [options] FILE...

FILE is a JSON array, JSON Lines, CSV with a header or iCalendar, a folder of such files, - for standard input, or a
recording, as events-query record makes it, whose list answers are read.
An event that is already there, recognised by its uid, is brought up to date.

  --format FORMAT     json, jsonl, csv or ics, instead of what the name or the content says; or file:PATH, a format
                      file that the answers in FILE are read by (docs/formats.md)
  --map FIELD=NAME    the files call FIELD by another NAME; A|B is the first with a value, A+B a day and its time of
                      day; repeatable (fields: ${FIELD_NAMES.join(', ')})
  --zone ZONE         the time zone of times without an offset (TIME_ZONE unless given)
  --end-dates WHICH   an end that is a date is the last day (inclusive) or the day after (exclusive, the default)
  --until DATE        no occurrence of recurring calendar events starts after DATE
  --encoding NAME     how the bytes of the files are text, such as windows-1252 (UTF-8 or UTF-16 unless given)
  --replace           events that are not in the files are removed
  --allow-empty       files without an event are no mistake: with --replace they empty the store
  --skip-bad          rows that are refused are left out and listed
  --keep-cancelled    events that were cancelled are imported instead of left out
  --dry-run           say what would happen, and change nothing

Example: events-query import --end-dates inclusive --map title=name conferences.csv
`;

export const importCommand = defineCommand({
  help: HELP,
  options: IMPORT_OPTIONS,
  removed: REMOVED_OPTIONS,
  takesPositionals: true,
  async run({ values, positionals }, context) {
    checkSources(positionals);
    // A batch's objects die with it: a larger young generation would only fill with them, 35 MB of 155.
    setFlagsFromString('--semi-space-growth-factor=1');
    const { config, observe } = setUp(context);
    const options = importOptions(values, config);
    const format = formatOf(values, config);
    // What is true of each of several answers or files is said once.
    const notices = new Set<string>();
    const sources = await openSources(positionals, format, context.stdin, (sentence) =>
      notices.add(sentence),
    );
    const database = await openMigrated(config, observe, 'change');
    try {
      await importAll(sources, options, database, notices, context);
    } finally {
      await database.close();
    }
    return 0;
  },
});

/** @throws UsageError */
function checkSources(names: readonly string[]): void {
  if (names.length === 0) throw new UsageError('import needs a FILE, or - for standard input.');
  if (names.filter((name) => name === '-').length > 1)
    throw new UsageError('Standard input is named twice, and can be read once: leave one - out.');
}

async function importAll(
  sources: readonly Source[],
  options: ImportOptions,
  database: Database,
  notices: Set<string>,
  { stdout, stderr }: CommandContext,
): Promise<void> {
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
      `${options.dryRun ? 'dry run, nothing is changed: ' : ''}${resultText(result, [...notices])}\n`,
    );
  } finally {
    progress.clear();
  }
}

async function openSources(
  names: readonly string[],
  format: FileFormat | FormatReader | undefined,
  stdin: NodeJS.ReadableStream,
  notice: (sentence: string) => void,
): Promise<Source[]> {
  const opened = names.map(async (name) => {
    if (name === '-') return [openBytes('standard input', () => stdin as AsyncIterable<Buffer>, format)];
    if (await isRecording(name)) return [await openRecording(name, format, notice)];
    const { files, leftOut } = await filesAt(name);
    if (leftOut !== undefined) notice(leftOut);
    return files.map((file) => openBytes(file, () => fileBytes(file), format));
  });
  return (await Promise.all(opened)).flat();
}

function openBytes(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  format: FileFormat | FormatReader | undefined,
): Source {
  return typeof format === 'object' ? answerSource(name, open, format) : bytesSource(name, open, format);
}
