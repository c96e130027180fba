/** An import into a space: the importer's reading and checking, its sentences as problems. */
import { FIELD_NAMES, type Field } from '../../formats/event-fields';
import { readTime } from '../../lib/time/iso';
import { ianaZone, type OffsetAt } from '../../lib/time/zones';
import { RowRefusal, TransferError } from '../../transfer/errors';
import { quoted } from '../../lib/text/quoted';
import type { RawRow } from '../../transfer/event-record';
import { importInto } from '../../transfer/import';
import { defaultOptions, type ImportOptions } from '../../transfer/import-options';
import { bytesSource } from '../../transfer/read/files';
import type { Source } from '../../transfer/read/source';
import { Problem } from '../problem';
import { wrong } from '../schema/check';
import type { Mistake } from '../schema/journal';
import type { FromSchema } from '../schema/schema';
import type { ImportCounts } from '../schema/spaces';
import type { Space } from '../space';
import { MAX_EVENTS, tooManyEvents } from './base-events';
import { EventSet } from './event-set';
import { MemoryTarget } from './memory-target';
import { looksRelative, RELATIVE_FORMS, resolveRelative } from './relative-time';

export const IMPORT_PARAMETERS = {
  zone: {
    type: 'string',
    description: 'IANA name: where times without an offset are read; TIME_ZONE unless given',
  },
  endDates: {
    type: 'string',
    enum: ['exclusive', 'inclusive'],
    description: 'how a date that is an end is read; exclusive unless given',
  },
  map: {
    type: 'array',
    items: { type: 'string' },
    description: 'the names that the body has for fields: title=name,start=begins',
  },
  at: {
    type: 'string',
    format: 'date-time',
    description: 'what relative times count from; now unless given',
  },
} as const;

/** The importer's names of the formats, by media type. */
export const EVENT_FORMATS = {
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'text/csv': 'csv',
  'text/calendar': 'ics',
} as const;

export type EventMediaType = keyof typeof EVENT_FORMATS;

export const EVENT_MEDIA_TYPES = Object.keys(EVENT_FORMATS) as readonly EventMediaType[];

/** Calendars are read in the process that answers everybody else. */
const RULE_TIME_MS = 1_000;

/** A refusal lists no more rows than these. */
const MOST_REFUSALS = 100;

/** The query that `IMPORT_PARAMETERS` describes. */
export type ImportQuery = {
  readonly [Name in keyof typeof IMPORT_PARAMETERS]?: FromSchema<(typeof IMPORT_PARAMETERS)[Name]>;
};

interface Upload {
  readonly bytes: Buffer;
  readonly format: (typeof EVENT_FORMATS)[EventMediaType];
  readonly query: ImportQuery;
  /** Events that the body does not hold are removed. */
  readonly replace: boolean;
}

/** @throws Problem with every row that is refused; then nothing has changed */
export async function importToSpace(
  space: Space,
  { bytes, format, query, replace }: Upload,
): Promise<ImportCounts> {
  const now = query.at === undefined ? Date.now() : instantIn(query.at);
  const options = { ...readOptions(query, space.config.timeZone, now), replace };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const body = bytesSource('The body', chunks, format);
  const sources = bytes.toString('latin1').trim() === '' ? [] : [body];
  return space.write((before) => importEvents(before, sources, options, now));
}

/**
 * The events with those of the sources, and what that changed.
 * @param now what relative times count from, in milliseconds since 1970
 */
export async function importEvents(
  before: EventSet,
  sources: readonly Source[],
  options: ImportOptions,
  now: number,
): Promise<readonly [EventSet, ImportCounts]> {
  const refusals: RowRefusal[] = [];
  const numbered = new Set<number>();
  const reckoning = { now, zone: options.zone, names: options.names, numbered };
  let target = new MemoryTarget(before, () => {});
  try {
    const { read, added, changed, unchanged, removed } = await importInto(
      async (refuse) => {
        target = new MemoryTarget(before, refuse);
        return target;
      },
      sources.map((source) => withRelativeTimes(source, reckoning)),
      // All wrong rows are listed in one refusal, and then nothing is changed.
      { ...options, skipBad: true },
      { refused: (refusal) => refusals.length < MOST_REFUSALS && refusals.push(refusal) },
    );
    if (refusals.length > 0) throw refusedRows(refusals, numbered);
    if (target.result.size > MAX_EVENTS) throw tooManyEvents('There would be');
    return [target.result, { read, added, changed, unchanged, removed }];
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    if (refusals.length > 0) throw refusedRows(refusals, numbered);
    throw new Problem('import', `${inParameters(error.message)}`);
  }
}

/** Takes every event away. */
export function emptySpace(space: Space): Promise<ImportCounts> {
  return space.write(async (before) => [
    EventSet.EMPTY,
    { read: 0, added: 0, changed: 0, unchanged: 0, removed: before.size },
  ]);
}

/** @throws Problem for what is no time of RFC 3339 */
function instantIn(text: string): number {
  const time = readTime(text);
  if (time?.kind === 'instant') return time.instant;
  throw wrong('at', text, 'a time with Z or an offset, such as 2026-02-28T23:30:00Z');
}

function readOptions(query: ImportQuery, timeZone: string, now: number): ImportOptions {
  const defaults = defaultOptions(timeZone, new Date(now));
  const { endDates = 'exclusive', map: maps = [] } = query;
  const zone = query.zone === undefined ? defaults.zone : ianaZone(query.zone);
  if (zone === undefined) throw wrong('zone', query.zone, 'an IANA time zone such as UTC or Europe/Berlin');
  const names = new Map(maps.map(mapping));
  if (names.size < maps.length)
    throw wrong('map', maps.join(','), 'each field once; several names of one as location=place|room');
  return {
    ...defaults,
    zone,
    zoneName: query.zone ?? defaults.zoneName,
    zoneGiven: query.zone,
    endDates,
    names,
    // The answer has no place for a note that something was left out.
    keepCancelled: true,
    allowEmpty: true,
    ruleTimeMs: RULE_TIME_MS,
  };
}

function mapping(text: string): [Field, string] {
  const [, field, name] = /^(\w+)=(.+)$/.exec(text) ?? [];
  const known = FIELD_NAMES.find((one) => one === field);
  if (known !== undefined && name !== undefined) return [known, name];
  throw wrong('map', text, `FIELD=NAME with a field of ${FIELD_NAMES.join(', ')}`);
}

interface Reckoning {
  readonly now: number;
  readonly zone: OffsetAt;
  readonly names: ReadonlyMap<Field, string>;
  /** Gathers the numbers of the rows whose id is their uid. */
  readonly numbered: Set<number>;
}

/** The source with its relative times resolved, before anything is checked. A calendar's times are never relative. */
function withRelativeTimes(source: Source, reckoning: Reckoning): Source {
  return {
    name: source.name,
    async *rows(options) {
      for await (const row of source.rows(options)) {
        yield row instanceof RowRefusal || 'draft' in row ? row : resolved(row, reckoning);
      }
    },
  };
}

function resolved(row: RawRow, { now, zone, names, numbered }: Reckoning): RawRow | RowRefusal {
  let { fields } = row;
  if (!Object.hasOwn(fields, names.get('uid') ?? 'uid')) numbered.add(row.place.number);
  for (const field of ['start', 'end'] as const) {
    const name = names.get(field) ?? field;
    const text = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof text !== 'string' || !looksRelative(text)) continue;
    const time = resolveRelative(text, now, zone);
    if (time === undefined)
      return new RowRefusal(
        row.place,
        `${name} must be ${RELATIVE_FORMS} in the years 1 to 9999, not ${quoted(text)}`,
      );
    fields = { ...fields, [name]: time };
  }
  return { ...row, fields };
}

function refusedRows(refusals: readonly RowRefusal[], numbered: ReadonlySet<number>): Problem {
  const errors = refusals.map((refusal) => mistakeOf(refusal, numbered));
  const [first] = errors;
  const more = errors.length > 1 ? ` ${errors.length - 1} more are in errors.` : '';
  const { field, allowed } = first ?? {};
  return new Problem('import', `${first?.detail}${more}`, {
    ...(field === undefined ? {} : { field }),
    ...(allowed === undefined ? {} : { allowed }),
    errors,
  });
}

/** The importer's sentence about a row, and where in the body it stands: a JSON Pointer, or a line. */
function mistakeOf({ place, reason }: RowRefusal, numbered: ReadonlySet<number>): Mistake {
  // A row without a uid has its id for one, and nobody wrote the uid.
  const sentence = numbered.has(place.number) ? reason.replace(/^uid (?=must be given once)/, 'id ') : reason;
  const [, named] = /^(\w+) (?:must|is missing)/.exec(sentence) ?? [];
  const isTime =
    /^\w+ (?:must|is missing: it must) be a (?:date|time)(?! after)/.test(sentence) &&
    !sentence.includes(RELATIVE_FORMS);
  const relative = isTime ? `; or, relative to now, ${RELATIVE_FORMS}` : '';
  const where = place.unit === 'element' ? `/${place.number - 1}` : `line ${place.number}`;
  return {
    field: `${where}${named === undefined ? '' : `/${named}`}`,
    detail: `${place.file}, ${place.unit} ${place.number}: ${inParameters(sentence)}${relative}.`,
    ...(isTime ? { allowed: `a date or time of ISO 8601, or ${RELATIVE_FORMS}` } : {}),
  };
}

/** A sentence of the command line: options that have a parameter here are named by it, advice about others is cut off. */
function inParameters(sentence: string): string {
  return sentence
    .replaceAll(/--(map|zone)(?: (?=\S+=|[A-Z][a-z]+\/)|\b)/g, '?$1=')
    .replaceAll(/--end-dates /g, '?endDates=')
    .replace(/[;:,.]?[^;:,."]*--[a-z].*$/s, '')
    .replace(/\.?$/, '');
}
