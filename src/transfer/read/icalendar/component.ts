import ICAL from 'ical.js';
import { FIELDS, TEXT_FIELDS } from '../../../event/fields';
import { quoted, shortened } from '../../errors';

/** What a value has to be for each of the properties that times are read from. */
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  dtstart: (value) => value instanceof ICAL.Time,
  dtend: (value) => value instanceof ICAL.Time,
  'recurrence-id': (value) => value instanceof ICAL.Time,
  exdate: (value) => value instanceof ICAL.Time,
  rdate: (value) => value instanceof ICAL.Time || value instanceof ICAL.Period,
  duration: (value) => value instanceof ICAL.Duration,
  rrule: (value) => value instanceof ICAL.Recur && Boolean(value.freq),
  tzoffsetfrom: (value) => value instanceof ICAL.UtcOffset,
  tzoffsetto: (value) => value instanceof ICAL.UtcOffset,
};

/** Properties whose values are read; a broken one of the others is nobody's trouble. */
const READ: ReadonlySet<string> = new Set([
  ...Object.keys(KINDS),
  ...TEXT_FIELDS.map((field): string => FIELDS[field].property),
  ...['id', 'start', 'end'].map((name) => `x-events-query-${name}`),
  'status',
  'tzid',
]);

/** Characters of a property's name that are told. */
const MAX_NAME = 40;

/**
 * A line whose value is none, as far as ical.js can tell, or further: it takes a time's digits for what they are not.
 */
export class PropertyError extends Error {
  override readonly name = 'PropertyError';

  constructor(line: string, options?: ErrorOptions) {
    const [, name = '', value] = /^([^;:]*)(?:;(?:"[^"]*"|[^":])*)?(?::(.*))?$/.exec(line) ?? [];
    const property = shortened(name.toUpperCase(), MAX_NAME);
    super(`${property} must be as RFC 5545 describes it, not ${quoted(value ?? line)}`, options);
  }
}

const TIME = /^(?:DTSTART|DTEND|RECURRENCE-ID)(?:;(?:"[^"\r\n]*"|[^":\r\n])*)?:(.*)$/gim;
const TIME_VALUE = /^\d{8}(?:T(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d|60)Z?)?\s*$/;

/** Dates where RFC 5545 wants VALUE=DATE before them, which many programs leave out. */
const BARE_DATES =
  /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;(?!VALUE=)(?:"[^"\r\n]*"|[^":;\r\n])*)*):(?=\d{8}(?:,\d{8})*[ \t]*$)/gim;
const STARTS_ON_DATE = /^DTSTART(?:;(?:"[^"\r\n]*"|[^":\r\n])*)?:\d{8}[ \t]*$/im;

/** Only where the event starts on one: among times a date is as likely a time that was cut off. */
function withDates(unfolded: string): string {
  return STARTS_ON_DATE.test(unfolded) ? unfolded.replace(BARE_DATES, '$1;VALUE=DATE$2:') : unfolded;
}

/**
 * A component, with every value read that will be asked for. ical.js reads values when they are asked for and throws
 * then: here is the one place where what it throws is the file's fault.
 * @throws PropertyError naming the property
 */
export function componentOf(text: string): ICAL.Component {
  const unfolded = withDates(text.replace(/\r\n[ \t]/g, ''));
  for (const [line, value = ''] of unfolded.matchAll(TIME)) {
    if (!TIME_VALUE.test(value)) throw new PropertyError(line);
  }
  try {
    const component = new ICAL.Component(ICAL.parse(unfolded) as unknown[]);
    for (const one of [component, ...component.getAllSubcomponents()]) {
      for (const property of one.getAllProperties()) if (!isWhole(property)) throw new Error(property.name);
    }
    return component;
  } catch (error) {
    const lines = unfolded.split('\r\n');
    throw new PropertyError(lines.find(isBroken) ?? lines[0] ?? '', { cause: error });
  }
}

function isWhole(property: ICAL.Property): boolean {
  if (!READ.has(property.name)) return true;
  // Of vCalendar 1.0 and other versions' files: RFC 5545 3.2.7 has no such text, and it would be taken undecoded.
  if (/^quoted-printable$/i.test(String(property.getParameter('encoding') ?? ''))) return false;
  const kind = KINDS[property.name];
  const values = property.getValues() as unknown[];
  return kind === undefined || values.every(kind);
}

function isBroken(line: string): boolean {
  if (line === '' || /^(BEGIN|END):/i.test(line)) return false;
  try {
    return !isWhole(new ICAL.Property(ICAL.parse.property(line) as unknown as unknown[]));
  } catch {
    return true;
  }
}
