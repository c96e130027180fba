/** The options of `import`, and what they mean. */
import type { Config } from '../config';
import { UsageError } from '../errors';
import { FIELD_NAMES, type Field } from '../event/fields';
import { isFormatFile } from '../formats/choice';
import { clockOf } from '../formats/file/clock';
import { openFormatFile } from '../formats/open';
import { type AnswerReader, answerReader } from '../formats/read/read';
import { shellWord } from '../text/shell';
import { type DatePattern, parseDatePattern, TOKENS_ALLOWED } from '../time/date-pattern';
import { DAY } from '../time/dates';
import { readTime } from '../time/iso';
import { LENGTH_UNITS } from '../time/lengths';
import { ianaNameOf, namedZone } from '../time/zones';
import { defaultOptions } from '../transfer/defaults';
import type { ImportOptions } from '../transfer/import-options';
import { FILE_FORMATS, type FileFormat } from '../transfer/read/format';
import { EPOCHS } from '../transfer/times/times';
import type { Call } from './command';

export const IMPORT_OPTIONS = {
  format: { type: 'string' },
  map: { type: 'string', multiple: true },
  delimiter: { type: 'string' },
  'date-format': { type: 'string', multiple: true },
  epoch: { type: 'string' },
  'length-unit': { type: 'string' },
  zone: { type: 'string' },
  'end-dates': { type: 'string' },
  until: { type: 'string' },
  replace: { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  'keep-cancelled': { type: 'boolean' },
  'drop-extra': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

const BY_RECORDING =
  'asks no service any more: events-query record --from URL --out DIR keeps its answers, and import DIR reads them.';

/** What took the place of options that are gone. */
export const REMOVED_OPTIONS = Object.fromEntries(
  ['from', 'months', 'by', 'rate', 'max-calls', 'state'].map((name) => [
    name,
    `--${name}: import ${BY_RECORDING}`,
  ]),
);

export type ImportValues = Call<typeof IMPORT_OPTIONS>['values'];

/** @throws UsageError */
export function importOptions(values: ImportValues, { timeZone }: Pick<Config, 'timeZone'>): ImportOptions {
  if (values.replace && values['skip-bad']) {
    throw new UsageError('--replace and --skip-bad exclude each other: a row left out would be removed.');
  }
  const defaults = defaultOptions(timeZone);
  return {
    ...defaults,
    zone: values.zone === undefined ? defaults.zone : zoneOf(values.zone),
    zoneGiven: values.zone,
    endDates: endDatesOf(values['end-dates']),
    names: mappings(values.map ?? []),
    delimiter: values.delimiter === undefined ? undefined : delimiterOf(values.delimiter),
    datePatterns: (values['date-format'] ?? []).map(datePatternOf),
    epoch: oneOf('--epoch', values.epoch, EPOCHS),
    lengthUnit: oneOf('--length-unit', values['length-unit'], LENGTH_UNITS),
    until: values.until === undefined ? defaults.until : { wall: dayAfter(values.until), given: true },
    keepCancelled: values['keep-cancelled'] ?? false,
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

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((one) => one === value);
  if (value === undefined || found !== undefined) return found;
  throw new UsageError(`${name} must be one of ${allowed.join(', ')}, not ${JSON.stringify(value)}.`);
}

function endDatesOf(value: string | undefined): ImportOptions['endDates'] {
  if (value === undefined || value === 'inclusive' || value === 'exclusive') return value;
  throw new UsageError(`--end-dates must be inclusive or exclusive, not ${JSON.stringify(value)}.`);
}

/**
 * How the files are read, where `--format` says it. What `@local` means in a format file is `--zone`, as of other
 * times.
 * @throws UsageError, FormatError
 */
export function formatOf(
  { format: given, zone }: ImportValues,
  { timeZone }: Pick<Config, 'timeZone'>,
): FileFormat | AnswerReader | undefined {
  if (given !== undefined && isFormatFile(given)) {
    const local = ianaNameOf(zone ?? timeZone) ?? timeZone;
    return answerReader(openFormatFile(given, local), clockOf(local));
  }
  const format = FILE_FORMATS.find((one) => one === given);
  if (given === undefined || format !== undefined) return format;
  const allowed = `one of ${FILE_FORMATS.join(', ')}, or file:PATH`;
  throw new UsageError(`--format must be ${allowed}, not ${JSON.stringify(given)}.`);
}

function mappings(values: readonly string[]): Map<Field, string> {
  const names = new Map<Field, string>();
  for (const [field, name] of values.map(mapping)) {
    const other = names.get(field);
    if (other !== undefined) {
      throw new UsageError(
        `--map ${field} is given twice: write --map ${shellWord(`${field}=${other}|${name}`)}, of which the first that has a value counts.`,
      );
    }
    names.set(field, name);
  }
  return names;
}

function mapping(value: string): [Field, string] {
  const [, field, name] = /^(\w+)=(.+)$/.exec(value) ?? [];
  const known = FIELD_NAMES.find((one) => one === field);
  if (known !== undefined && name !== undefined) {
    if (known === 'end' || !/(?:^|\|)\s*\+/.test(name)) return [known, name];
    throw new UsageError(
      `--map ${JSON.stringify(value)} adds to nothing: +NAME is a length after the start, and for end alone.`,
    );
  }
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
