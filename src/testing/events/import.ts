/** An import into a space: the importer's reading and checking, its sentences as problems. */
import { FIELD_NAMES, type Field } from '../../event/fields';
import { ianaZone, type OffsetAt } from '../../time/zones';
import { quoted, RowRefusal, TransferError } from '../../transfer/errors';
import type { RawRow } from '../../transfer/event-record';
import { importInto } from '../../transfer/import';
import { defaultOptions, type ImportOptions } from '../../transfer/import-options';
import { bytesSource } from '../../transfer/read/files';
import type { FileFormat } from '../../transfer/read/format';
import type { Source } from '../../transfer/read/source';
import { instantIn } from '../api/clock';
import { refuseUnknown } from '../api/query';
import { Problem } from '../problem';
import { looksRelative, RELATIVE_FORMS, resolveRelative } from '../relative-time';
import { wrong } from '../schema/check';
import type { Space } from '../space';
import type { ImportCounts } from '../types';
import { EventSet } from './event-set';
import { MAX_EVENTS, tooManyEvents } from './load';
import { MemoryTarget } from './memory-target';

export const IMPORT_PARAMETERS = {
  zone: 'IANA name: where times without an offset are read; TIME_ZONE unless given',
  endDates: 'how a date that is an end is read: exclusive (the default) or inclusive',
  map: 'the names that the body has for fields: title=name,start=begins; may come several times',
  at: "what relative times count from, as RFC 3339; the space's clock unless given",
} as const;

/** Calendars are read in the process that answers everybody else. */
const RULE_TIME_MS = 1_000;

export interface Sent {
  readonly bytes: Buffer;
  readonly format: FileFormat;
  readonly query: URLSearchParams;
  /** Events that the body does not hold are removed. */
  readonly replace: boolean;
}

/** @throws Problem */
export async function importToSpace(
  space: Space,
  { bytes, format, query, replace }: Sent,
): Promise<ImportCounts> {
  refuseUnknown(query, Object.keys(IMPORT_PARAMETERS));
  const at = query.get('at');
  const now = at === null ? space.clock.now() : instantIn(at, 'at');
  const options = { ...readOptions(query, space.config.timeZone, now), replace };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const source = withRelativeTimes(bytesSource('The body', chunks, format), { now, ...options });
  try {
    return await space.write(async (before) => {
      let target = new MemoryTarget(before, () => {});
      const result = await importInto(
        async (refuse) => {
          target = new MemoryTarget(before, refuse);
          return target;
        },
        bytes.toString('latin1').trim() === '' ? [] : [source],
        options,
        {},
      );
      if (target.result.size > MAX_EVENTS) throw tooManyEvents('There would be');
      const { read, added, changed, unchanged, removed } = result;
      return [target.result, { read, added, changed, unchanged, removed }];
    });
  } catch (error) {
    if (error instanceof TransferError) throw new Problem('import', error.message, fieldOf(error));
    throw error;
  }
}

/** Takes every event away. */
export function emptySpace(space: Space): Promise<ImportCounts> {
  return space.write(async (before) => [
    EventSet.EMPTY,
    { read: 0, added: 0, changed: 0, unchanged: 0, removed: before.size },
  ]);
}

function readOptions(query: URLSearchParams, timeZone: string, now: number): ImportOptions {
  const defaults = defaultOptions(timeZone, new Date(now));
  const endDates = query.get('endDates') ?? 'exclusive';
  if (endDates !== 'inclusive' && endDates !== 'exclusive')
    throw wrong('endDates', endDates, ['exclusive', 'inclusive']);
  const name = query.get('zone');
  const zone = name === null ? defaults.zone : ianaZone(name);
  if (zone === undefined) throw wrong('zone', name, 'an IANA time zone such as UTC or Europe/Berlin');
  const maps = query.getAll('map').flatMap((text) => text.split(','));
  const names = new Map(maps.map(mapping));
  if (names.size < maps.length)
    throw wrong('map', maps.join(','), 'each field once; several names of one as location=place|room');
  return {
    ...defaults,
    zone,
    zoneName: name ?? defaults.zoneName,
    zoneGiven: name ?? undefined,
    endDates,
    names,
    // Nobody is told here of what is left out.
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

function resolved(row: RawRow, { now, zone, names }: Reckoning): RawRow | RowRefusal {
  let { fields } = row;
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

/** Where in a JSON body the refused row stands. */
function fieldOf(error: TransferError): { readonly field?: string } {
  if (!(error instanceof RowRefusal) || error.place.unit !== 'element') return {};
  const [, named] = /^(\w+) (?:must|is missing)/.exec(error.reason) ?? [];
  return { field: `/${error.place.number - 1}${named === undefined ? '' : `/${named}`}` };
}
