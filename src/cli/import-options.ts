/** Declares the options of `import` and reads their values. */
import type { Config } from '../config';
import { isEncoding } from '../formats/csv-kind';
import { FIELD_NAMES, type Field } from '../formats/event-fields';
import { isFormatFile, openFormatFile } from '../formats/open';
import { type FormatReader, formatReader } from '../formats/read';
import { UsageError } from '../lib/errors';
import { shellWord } from '../lib/text/messages';
import { DAY } from '../lib/time/dates';
import { readTime } from '../lib/time/iso';
import { namedZone } from '../lib/time/zones';
import { defaultOptions, type ImportOptions } from '../transfer/import-options';
import { FILE_FORMATS, type FileFormat } from '../transfer/read/signatures';
import { type Arguments, choiceOf, wrongValue } from './arguments';
import { ANSWER_SETTINGS, type AnswerSetting } from './import-recording';

export const IMPORT_OPTIONS = {
  format: { type: 'string' },
  for: { type: 'string' },
  map: { type: 'string', multiple: true },
  zone: { type: 'string' },
  'end-dates': { type: 'string' },
  until: { type: 'string' },
  encoding: { type: 'string' },
  replace: { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  'keep-cancelled': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

const BY_RECORDING =
  'events-query record --from URL --out DIR records the answers of a service, and import DIR reads them.';
const BY_FORMAT_FILE = 'use a format file instead, with --format file:PATH (docs/events.md).';

/** Maps options of earlier versions to sentences that name their replacements. */
export const REMOVED_OPTIONS: Readonly<Record<string, string>> = {
  ...removed(['from', 'months', 'by', 'rate', 'max-calls', 'state'], BY_RECORDING),
  ...removed(['date-format', 'epoch', 'length-unit', 'delimiter', 'drop-extra'], BY_FORMAT_FILE),
};

function removed(names: readonly string[], replacement: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `import has no --${name} any more: ${replacement}`]));
}

export type ImportValues = Arguments<typeof IMPORT_OPTIONS>['values'];

/**
 * Reads the options of `import`.
 * @throws UsageError if an option has an invalid value, or options exclude each other
 */
export function importOptions(values: ImportValues, { timeZone }: Pick<Config, 'timeZone'>): ImportOptions {
  if (values.replace && values['skip-bad'])
    throw new UsageError(
      "--replace and --skip-bad can't be used together: the events of skipped rows would be removed.",
    );
  const defaults = defaultOptions(timeZone);
  return {
    ...defaults,
    zone: values.zone === undefined ? defaults.zone : zoneOf(values.zone),
    endDates: endDatesOf(values['end-dates']),
    names: mappings(values.map ?? []),
    encoding: encodingOf(values.encoding),
    until:
      values.until === undefined ? defaults.until : { localTime: dayAfter(values.until), isChosen: true },
    keepCancelled: values['keep-cancelled'] ?? false,
    replace: values.replace ?? false,
    allowEmpty: values['allow-empty'] ?? false,
    skipBad: values['skip-bad'] ?? false,
    dryRun: values['dry-run'] ?? false,
  };
}

function zoneOf(name: string): ImportOptions['zone'] {
  const zone = namedZone(name);
  if (zone === undefined) throw wrongValue('--zone', 'an IANA or Windows time zone', name);
  return { ...zone, name, isChosen: true };
}

function encodingOf(name: string | undefined): string | undefined {
  if (name === undefined || isEncoding(name)) return name;
  throw wrongValue('--encoding', 'the name of an encoding such as windows-1252', name);
}

function endDatesOf(value: string | undefined): ImportOptions['endDates'] {
  return value === undefined ? value : choiceOf('--end-dates', value, ['inclusive', 'exclusive']);
}

/**
 * Reads `--format`. Times with `@local` in a format file are in the zone of `--zone`, like other times without an
 * offset.
 * @throws UsageError for an unknown format, or for an option that has no effect with a format file; FormatError if a
 *   format file can't be used
 */
export function formatOf(
  { format: name }: ImportValues,
  { zone, until, keepCancelled }: ImportOptions,
): FileFormat | FormatReader | undefined {
  if (name !== undefined && isFormatFile(name)) {
    const excluded = (option: string, reason: string) =>
      new UsageError(`${option} and a format file can't be used together: ${reason}.`);
    if (until.isChosen) throw excluded('--until', 'only calendars have recurring events');
    if (keepCancelled) throw excluded('--keep-cancelled', 'a format file never leaves out a cancelled event');
    return formatReader(openFormatFile(name, zone));
  }
  const format = FILE_FORMATS.find((one) => one === name);
  if (name === undefined || format !== undefined) return format;
  throw wrongValue('--format', `one of ${FILE_FORMATS.join(', ')}, or file:PATH`, name);
}

/**
 * Reads `--for`, which says which answers of a recording are imported.
 * @throws UsageError if `--for` needs a format file, and `--format` names none
 */
export function settingOf({ for: setting = 'LIST_FORMAT', format }: ImportValues): AnswerSetting {
  const found = choiceOf('--for', setting, ANSWER_SETTINGS);
  if (found !== 'LIST_FORMAT' && !isFormatFile(format ?? ''))
    throw new UsageError(`--for ${found} needs the format of these answers: add --format file:PATH.`);
  return found;
}

function mappings(values: readonly string[]): Map<Field, string> {
  const names = new Map<Field, string>();
  for (const [field, name] of values.map(mapping)) {
    const other = names.get(field);
    if (other !== undefined) {
      throw new UsageError(
        `--map ${field} is given twice: write --map ${shellWord(`${field}=${other}|${name}`)}, and the first name with a value is used.`,
      );
    }
    names.set(field, name);
  }
  return names;
}

function mapping(value: string): [Field, string] {
  const [, field, name] = /^(\w+)=(.+)$/.exec(value) ?? [];
  const known = FIELD_NAMES.find((one) => one === field);
  if (/(?:^|\|)\s*\+/.test(name ?? ''))
    throw new UsageError(
      `--map has no ${field}=+NAME any more: use a format file, in which {duration} reads the length of an event (docs/events.md).`,
    );
  if (known !== undefined && name !== undefined) return [known, name];
  throw wrongValue('--map', `FIELD=NAME with one of the fields ${FIELD_NAMES.join(', ')}`, value);
}

/** Returns the local time of midnight at the end of a date. @throws UsageError if it is not a date */
function dayAfter(value: string): number {
  const time = readTime(value);
  if (time?.kind === 'date') return time.midnight + DAY;
  throw wrongValue('--until', 'a date such as 2030-12-31', value);
}
