import { groupBy } from '../../../lib/group-by';
import { memoize } from '../../../lib/memoize';
import { encodingError, type RowRefusal, TransferError } from '../../errors';
import type { DraftRow, Place } from '../../event-record';
import type { Notes } from '../../notes';
import type { ReadOptions } from '../source';
import { type Line, lines } from '../text';
import { componentOf } from './component';
import { eventOf, eventRows, isRecurring, rowsOrRefusal, type VEvent } from './event';
import { RuleTime } from './recurrence';
import { CalendarZones, describedZone } from './zones';

/** A component with more characters is not an event. */
const MAX_COMPONENT = 64 * 1024 * 1024;
/**
 * This many VTIMEZONEs of a file are cached by their texts. Calendar servers repeat the same VTIMEZONE in the calendar
 * of each event, and its rules take about 10 ms. Without the cache, some thousand events would take more time than a
 * file may.
 */
const MAX_ZONES = 100;

/**
 * Yields the rows of an iCalendar file (RFC 5545) in UTF-8, one row for each occurrence. A single event is yielded at
 * once. Recurring events, and events in a zone that is not described yet, wait for the end of their VCALENDAR.
 * @throws TransferError if the file is not iCalendar or ends within a component
 */
export async function* readICalendar(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  options: ReadOptions,
): AsyncGenerator<DraftRow | RowRefusal> {
  const fileOptions = { ...options, ruleTime: new RuleTime(options.ruleTimeMs) };
  const zoneIn = memoize((text: string) => describedZone(componentOf(text), fileOptions.ruleTime), MAX_ZONES);
  let zones = new CalendarZones(options);
  let waiting: VEvent[] = [];
  let calendars = 0;
  for await (const { name, place, text } of blocks(latin1(bytes), file, options.notes)) {
    if (name === 'X-WR-TIMEZONE') {
      zones.defaultZone = text;
    } else if (name === 'VTIMEZONE') {
      const add = () => {
        zones.add(zoneIn(text));
        return [];
      };
      yield* rowsOrRefusal(place, add, 'must be a correct VTIMEZONE: ');
    } else if (name === 'VEVENT') {
      yield* rowsOrRefusal(place, () => {
        const component = componentOf(text);
        const event = eventOf(component, place);
        if (!isRecurring(component) && zones.knowsAllOf(component))
          return eventRows([event], zones, fileOptions);
        waiting.push(event);
        return [];
      });
    } else {
      calendars += 1;
      for (const events of seriesIn(waiting)) yield* eventRows(events, zones, fileOptions);
      zones = new CalendarZones(options);
      waiting = [];
    }
  }
  if (calendars === 0) throw new TransferError(`${file} has no line BEGIN:VCALENDAR.`);
}

/** Reads bytes as Latin-1. UTF-8 is decoded after unfolding, because a fold may split a character (RFC 5545 3.1). */
async function* latin1(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const chunk of bytes) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    yield isFirst ? text.replace(/^\xef\xbb\xbf/, '') : text;
    isFirst = false;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decoded(latin: string, file: string): string {
  try {
    return UTF8.decode(Buffer.from(latin, 'latin1'));
  } catch (error) {
    throw encodingError(file, undefined, error);
  }
}

/** Groups the components with one UID. A component without a UID is a series of its own. */
function seriesIn(events: readonly VEvent[]): Iterable<readonly VEvent[]> {
  return groupBy(events, ({ component, place }) =>
    String(component.getFirstPropertyValue('uid') ?? `line ${place.number}`),
  ).values();
}

interface Block {
  /** This is the name of a component, `VCALENDAR` at the end of a calendar, or `X-WR-TIMEZONE` for this property. */
  readonly name: (typeof READ)[number] | 'VCALENDAR' | 'X-WR-TIMEZONE';
  readonly place: Place;
  readonly text: string;
}

const READ = ['VEVENT', 'VTIMEZONE'] as const;
const BEGIN = /^BEGIN:([\w-]{1,40})\s*$/i;
const OWN_ZONE = /^X-WR-TIMEZONE(?:;[^:]*)?:(.*)$/i;

/**
 * Yields the VEVENT and VTIMEZONE components as text, and the zone and the end of each VCALENDAR. Other components are
 * skipped, and a note names them.
 */
async function* blocks(text: AsyncIterable<string>, file: string, notes: Notes): AsyncGenerator<Block> {
  let open: { name: (typeof READ)[number]; place: Place; lines: string[]; size: number } | undefined;
  let inCalendar = false;
  for await (const line of lines(text, file)) {
    const place: Place = { file, unit: 'line', number: line.number };
    if (open !== undefined) {
      open.lines.push(line.text);
      open.size += line.text.length;
      if (open.size > MAX_COMPONENT)
        throw new TransferError(
          `${file} has a ${open.name} of more than ${MAX_COMPONENT} bytes, which begins in line ${open.place.number}.`,
        );
      if (is(line, `END:${open.name}`)) {
        const unfolded = open.lines.join('\r\n').replace(/\r\n[ \t]/g, '');
        yield { name: open.name, place: open.place, text: decoded(unfolded, file) };
        open = undefined;
      }
    } else if (is(line, 'BEGIN:VCALENDAR')) {
      inCalendar = true;
    } else if (inCalendar && /^VERSION(;[^:]*)?:\s*1\.0\s*$/i.test(line.text)) {
      // vCalendar is refused, because it has its own syntax for encoded texts (quoted-printable, other character sets)
      // and for rules.
      throw new TransferError(
        `${file} is vCalendar 1.0, which is older than iCalendar; save it as iCalendar (.ics, VERSION:2.0) and import that.`,
      );
    } else if (is(line, 'END:VCALENDAR')) {
      inCalendar = false;
      yield { name: 'VCALENDAR', place, text: '' };
    } else if (inCalendar) {
      const begun = BEGIN.exec(line.text)?.[1]?.toUpperCase();
      const name = READ.find((one) => one === begun);
      if (name !== undefined) open = { name, place, lines: [line.text], size: 0 };
      else if (begun !== undefined) notes.count('otherComponents', begun);
      const zone = OWN_ZONE.exec(line.text)?.[1]?.trim();
      if (zone) yield { name: 'X-WR-TIMEZONE', place, text: decoded(zone, file) };
    }
  }
  if (open !== undefined)
    throw new TransferError(`${file} ends within the ${open.name} that begins in line ${open.place.number}.`);
  if (inCalendar) throw new TransferError(`${file} ends without END:VCALENDAR.`);
}

function is(line: Line, delimiter: string): boolean {
  return line.text.trimEnd().toUpperCase() === delimiter;
}
