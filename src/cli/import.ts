import { setFlagsFromString } from 'node:v8';
import { FIELD_NAMES } from '../formats/event-fields';
import type { FormatReader } from '../formats/read';
import { UsageError } from '../lib/errors';
import { escapeControls, pluralize } from '../lib/text/messages';
import { isRecording } from '../recordings/folder';
import type { Database } from '../store/database';
import { openMigrated } from '../store/open';
import { importEvents } from '../transfer/import';
import { type ImportListener, type ImportOptions, resultText } from '../transfer/import-options';
import { bytesSource, fileSources } from '../transfer/read/files';
import type { FileFormat } from '../transfer/read/signatures';
import type { Source } from '../transfer/read/source';
import { type CommandContext, defineCommand, progressBar, setUp } from './command';
import { formatOf, IMPORT_OPTIONS, importOptions, REMOVED_OPTIONS, settingOf } from './import-options';
import { type AnswerSetting, openRecording } from './import-recording';

const HELP = `Imports events. If one event is refused, no event is imported.

  events-query import [options] FILE...

FILE is a JSON array, JSON Lines, CSV with a header or iCalendar, a folder of such files, - for standard input, or a
recording that events-query record has made.
An event whose uid is already in the store is updated.

  --format FORMAT     json, jsonl, csv or ics, if the name and the content of FILE do not show the format; or
                      file:PATH, a format file that describes FILE (docs/events.md)
  --for SETTING       which answers of a recording are read: those in the format of LIST_FORMAT (lists, the default), of
                      EVENT_JSON_FORMAT or of EVENT_TEXT_FORMAT (SelectEvent with bolAsJSON true or false)
  --map FIELD=NAME    FIELD has the name NAME in the files. FIELD=A|B takes the first of A and B that has a value, and
                      FIELD=A+B joins the day in A and the time of day in B. Give --map once for each FIELD, which is
                      one of ${FIELD_NAMES.join(', ')}
  --zone ZONE         the time zone of times without an offset (TIME_ZONE)
  --end-dates WHICH   how an end that is a date is read: as the last day (inclusive), or as the day after the last day
                      (exclusive, the default)
  --until DATE        leave out occurrences of recurring calendar events that start after DATE
  --encoding NAME     the encoding of the files, such as windows-1252 (UTF-8 or UTF-16)
  --replace           remove events that are not in the files
  --allow-empty       accept files without events; with --replace they empty the store
  --skip-bad          skip rows that are refused, and list them
  --keep-cancelled    import cancelled events too
  --dry-run           show what would happen, and change nothing

Example: events-query import --end-dates inclusive --map title=name conferences.csv
`;

export const importCommand = defineCommand({
  help: HELP,
  options: IMPORT_OPTIONS,
  removed: REMOVED_OPTIONS,
  takesPositionals: true,
  async run({ values, positionals }, context) {
    checkSources(positionals);
    // V8's young generation must not grow. The objects of an import live only as long as their batch, so a larger young
    // generation would hold 35 MB of garbage.
    setFlagsFromString('--semi-space-growth-factor=1');
    const { config, observe } = setUp(context);
    const options = importOptions(values, config);
    const format = formatOf(values, options);
    const setting = settingOf(values);
    const sources = await openSources(positionals, context.stdin, format, setting, options);
    // Fields that answers of SelectEvent lack keep their values, which an earlier import of the lists has written.
    const kept = setting !== 'LIST_FORMAT' && typeof format === 'object' ? format.missing : undefined;
    const database = await openMigrated(config, observe, 'change');
    try {
      await importAll(sources, { ...options, kept }, database, context);
    } finally {
      await database.close();
    }
    return 0;
  },
});

/** Checks the names of the sources. @throws UsageError if there is none, or standard input is given twice */
function checkSources(names: readonly string[]): void {
  if (names.length === 0) throw new UsageError('import needs a FILE, or - for standard input.');
  if (names.filter((name) => name === '-').length > 1)
    throw new UsageError('Standard input can be read only once: give - once.');
}

async function importAll(
  sources: readonly Source[],
  options: ImportOptions,
  database: Database,
  { stdout, stderr }: CommandContext,
): Promise<void> {
  const progress = progressBar(stderr);
  const tell = (line: string) => {
    progress.clear();
    stderr.write(`${line}\n`);
  };
  const listener: ImportListener = {
    progress: (read) => progress.show(`${pluralize(read, 'row')} read`),
    refused: ({ message, reason, advice }) => {
      // With `--skip-bad` the advice to give this option is not repeated for each row.
      tell(`left out: ${advice?.option === 'skip-bad' ? escapeControls(reason) : message}`);
    },
    waiting: () => tell('Another import is running: this import waits until the other has ended.'),
  };
  const result = await importEvents(database, sources, options, listener).finally(() => progress.clear());
  stdout.write(`${options.dryRun ? 'dry run, nothing is changed: ' : ''}${resultText(result)}\n`);
}

/** Opens all sources. @param setting the setting whose answers are read from a recording */
async function openSources(
  names: readonly string[],
  stdin: NodeJS.ReadableStream,
  format: FileFormat | FormatReader | undefined,
  setting: AnswerSetting,
  { encoding }: ImportOptions,
): Promise<Source[]> {
  const opened = names.map(async (name) => {
    if (await isRecording(name)) {
      if (encoding !== undefined)
        throw new UsageError(
          `--encoding can't be used for ${name}, because it is a recording, and recordings are UTF-8.`,
        );
      return [await openRecording(name, setting, format)];
    }
    if (setting !== 'LIST_FORMAT')
      throw new UsageError(`--for ${setting} needs a recording, and ${name} is not one.`);
    if (name === '-') return [bytesSource('standard input', () => stdin as AsyncIterable<Buffer>, format)];
    return fileSources(name, format);
  });
  return (await Promise.all(opened)).flat();
}
