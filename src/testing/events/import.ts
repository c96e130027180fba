/** Imports events into a space with the code of `import`, and reports its messages as problems. */
import { TIMES_ALLOWED } from '../../formats/draft';
import { FIELD_NAMES, type Field } from '../../formats/event-fields';
import { oneItemPerTurn } from '../../lib/async-iterables';
import { quoted } from '../../lib/text/messages';
import { readTime } from '../../lib/time/iso';
import { knownZone } from '../../lib/time/zones';
import { SKIP_ADVICE } from '../../transfer/check/draft';
import { type Advice, type RowRefusal, TransferError } from '../../transfer/errors';
import { importInto } from '../../transfer/import';
import {
  defaultOptions,
  type ImportListener,
  type ImportOptions,
  type ImportResult,
} from '../../transfer/import-options';
import { bytesSource } from '../../transfer/read/files';
import type { Source } from '../../transfer/read/source';
import type { EventsFormat } from '../client/http';
import { MAX_MISTAKES, Problem } from '../problem';
import { contradiction, pointerPart } from '../schema/check';
import type { Mistake } from '../schema/journal';
import { type FromQuery, titled } from '../schema/schema';
import type { ImportCounts } from '../schema/spaces';
import type { Space } from '../space';
import { MAX_SPACE_EVENTS, tooManyEvents } from './base-events';
import type { MemoryStore } from './memory-store';
import { MemoryTarget } from './memory-target';
import { RELATIVE_FORMS, resolveRelative } from './relative-time';

export const IMPORT_PARAMETERS = {
  zone: {
    type: 'string',
    format: 'time-zone',
    description:
      'an IANA time zone such as Europe/Berlin, for times without an offset; the default is TIME_ZONE',
  },
  endDates: titled('EndDates', {
    type: 'string',
    enum: ['exclusive', 'inclusive'],
    description:
      'how an end that is a date is read: as the last day (inclusive), or as the day after (exclusive, the default)',
  }),
  map: {
    type: 'array',
    items: {
      type: 'string',
      pattern: `^(?:${FIELD_NAMES.join('|')})=.`,
      description: `FIELD=NAME with one of the fields ${FIELD_NAMES.join(', ')}`,
    },
    description: 'the names that the body has for fields: title=name,start=begins',
  },
  at: {
    type: 'string',
    format: 'date-time',
    description:
      'a time with Z or an offset, such as 2026-02-28T23:30:00Z; relative times count from this time, or else from now',
  },
} as const;

/** The time for recurrence rules is short, because a slow rule blocks every other request of the process. */
const RULE_TIME_MS = 1_000;

/** One turn of the event loop reads this many bytes of a body, because a line of unusual CSV may take 50 µs. */
const SLICE = 8_192;

export type ImportQuery = FromQuery<typeof IMPORT_PARAMETERS>;

interface Upload {
  readonly bytes: Buffer;
  readonly format: EventsFormat;
  readonly query: ImportQuery;
  /** If this is true, events that the body does not contain are removed. */
  readonly replace: boolean;
}

/** Imports a body into a space. @throws Problem with the first mistakes in rows; the events then stay the same */
export async function importToSpace(
  space: Space,
  { bytes, format, query, replace }: Upload,
): Promise<ImportCounts> {
  const at = readTime(query.at ?? '');
  const now = at?.kind === 'instant' ? at.instant : Date.now();
  // With `skipBad` the importer reports every wrong row instead of only the first.
  const options = { ...readOptions(query, format, space.config.timeZone, now), replace, skipBad: true };
  const body = bytesSource('The body', () => oneItemPerTurn(slicesOf(bytes)), format);
  return space.write(async (before) => {
    const mistakes: Mistake[] = [];
    const refused = (refusal: RowRefusal) => {
      mistakes.push(...[refusal, ...refusal.others].map(mistakeOf));
      // The rest is not read, because reading a long body could take minutes.
      if (mistakes.length >= MAX_MISTAKES) throw new Problem('import', mistakes);
    };
    const progress = (read: number) => {
      if (read > MAX_SPACE_EVENTS) throw tooManyEvents('There would be');
    };
    const imported = await importIntoMemory(before, [body], options, now, { refused, progress }).catch(
      (error: unknown) => {
        if (!(error instanceof TransferError)) throw error;
        // If every row is refused, the import fails, too. The refusals of the rows say more than the import's message.
        if (mistakes.length === 0 || error.option !== undefined) mistakes.push(mistakeOfBody(error));
      },
    );
    if (imported === undefined || mistakes.length > 0) throw new Problem('import', mistakes);
    const [events, { read, added, changed, unchanged, removed }] = imported;
    if (read === 0 && format === 'csv') refusePath(bytes);
    if (events.size > MAX_SPACE_EVENTS) throw tooManyEvents('There would be');
    return [events, { read, added, changed, unchanged, removed }];
  });
}

/**
 * Returns the events after an import of the sources, and the result of the import.
 * @param now the time from which relative times count, in milliseconds since 1970
 * @throws like `importEvents`
 */
export async function importIntoMemory(
  before: MemoryStore,
  sources: readonly Source[],
  options: ImportOptions,
  now: number,
  listener: ImportListener = {},
): Promise<readonly [MemoryStore, ImportResult]> {
  const target = new MemoryTarget(before);
  const resolveTime = (value: unknown) =>
    typeof value === 'string' ? (resolveRelative(value, now, options.zone) ?? value) : value;
  const result = await importInto(target, sources, { ...options, resolveTime }, listener);
  return [target.result, result];
}

/**
 * Refuses a table without rows whose header is one name, because this text is probably the path of a file. The import
 * of this table would remove all events.
 */
function refusePath(bytes: Buffer): void {
  const text = bytes.toString().trim();
  // Events have a title and a start, so the header of a table has a delimiter.
  if (/[,;\t|]/.test(text)) return;
  const detail = `The body has only ${quoted(text, 60)}: it must be the text of a file, not its path.`;
  throw new Problem('import', [{ field: '', detail }]);
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE) yield bytes.subarray(start, start + SLICE);
}

/** Returns a mistake if a field is mapped twice. */
export function mistakesInImport({ map: maps = [] }: ImportQuery): readonly Mistake[] {
  if (new Set(maps.map((text) => mappingIn(text)[0])).size === maps.length) return [];
  return [contradiction('map', 'A field is given twice: write several names of it as location=place|room')];
}

function mappingIn(text: string): readonly [Field, string] {
  const at = text.indexOf('=');
  // The cast is safe, because the schema allows only names of fields.
  return [text.slice(0, at) as Field, text.slice(at + 1)];
}

/** @param query a query that was checked for mistakes */
function readOptions(query: ImportQuery, format: EventsFormat, timeZone: string, now: number): ImportOptions {
  const defaults = defaultOptions(timeZone, new Date(now));
  const { zone, endDates, map: maps = [] } = query;
  return {
    ...defaults,
    zone: zone === undefined ? defaults.zone : { ...knownZone(zone), name: zone, isChosen: true },
    endDates,
    names: new Map(maps.map(mappingIn)),
    // Cancelled events are kept, because the answer could not say that they were left out.
    keepCancelled: true,
    missingFieldsIn: format === 'csv' ? 'source' : 'rows',
    allowEmpty: true,
    ruleTimeMs: RULE_TIME_MS,
  };
}

/** Describes a refusal: the place, as a JSON Pointer or a line, and the rule that the value breaks. */
function mistakeOf({ place, reason, advice, details: { field, allowed } }: RowRefusal): Mistake {
  const where = place.unit === 'element' ? `/${place.number - 1}` : `line ${place.number}`;
  const isTime = allowed === TIMES_ALLOWED;
  const relative = isTime ? `; or a relative time: ${RELATIVE_FORMS}` : '';
  const ways = isTime ? `${allowed}, or ${RELATIVE_FORMS}` : allowed;
  return {
    field: field === undefined ? where : `${where}/${pointerPart(field)}`,
    detail: `${reason}${relative}${adviceText(advice)}.`,
    ...(ways === undefined ? {} : { allowed: [ways] }),
  };
}

/** Maps each option of the command to its parameter. */
const PARAMETER_OF: ReadonlyMap<string, string> = new Map([
  ['map', '?map='],
  ['zone', '?zone= '],
  ['end-dates', '?endDates='],
]);

/** Returns advice about a parameter. Advice about an option without a parameter is left out. */
function adviceText(advice: Advice | undefined): string {
  if (advice === undefined) return '';
  if (advice === SKIP_ADVICE) return '; ?map=FIELD=NAME reads a field from another member or column';
  const parameter = advice.option === undefined ? '' : PARAMETER_OF.get(advice.option);
  return parameter === undefined ? '' : `; ${parameter}${advice.effect}`;
}

/** Describes why a body is refused as a whole. */
function mistakeOfBody({ message, reason, advice, option }: TransferError): Mistake {
  if (option !== undefined) return { field: option, detail: `${PARAMETER_OF.get(option)}${reason}` };
  return { field: '', detail: advice === undefined ? message : `${reason}${adviceText(advice)}.` };
}
