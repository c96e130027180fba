import ICAL from 'ical.js';
import { quoted } from '../../../lib/text/messages';
import { utcMidnight } from '../../../lib/time/dates';
import { namedZone, type TimeZone, timeZone, UTC } from '../../../lib/time/zones';
import type { ReadOptions } from '../source';
import { CalendarError } from './component';
import { isUtc, localTimeIn, occurrences, type RuleTime } from './recurrence';

/**
 * Resolves a TZID by the calendar's own VTIMEZONE (RFC 5545 3.2.19), or else by the IANA or Windows zone of that name,
 * or else by --zone. A time without a TZID is in the zone of --zone, or else in the zone of X-WR-TIMEZONE, which
 * calendars of Google and Apple have.
 */
export class CalendarZones {
  /** Times without a TZID are read in this zone of the calendar unless the user gave --zone. */
  defaultZone: string | undefined;
  private readonly zones = new Map<string, TimeZone>();

  constructor(private readonly options: Pick<ReadOptions, 'zone' | 'notes'>) {}

  add([tzid, zone]: ReturnType<typeof describedZone>): void {
    if (zone !== undefined) this.zones.set(tzid, zone);
  }

  /** Returns false if the event names a zone that a later VTIMEZONE may still define. */
  knowsAllOf(component: ICAL.Component): boolean {
    return ['dtstart', 'dtend'].every((name) => {
      const tzid = tzidOf(component.getFirstProperty(name));
      return tzid === undefined || this.byId(tzid) !== undefined;
    });
  }

  /** Returns the zone of a property's time. @throws CalendarError for an unknown TZID, unless the user gave --zone */
  zoneOf(property: ICAL.Property, time: ICAL.Time): TimeZone {
    if (isUtc(time)) return UTC;
    const tzid = tzidOf(property);
    const known = this.byId(tzid);
    if (known !== undefined) return known;
    const { zone, notes } = this.options;
    // A date has no zone (RFC 5545 3.2.19). Some programs write the bounds of the rule in UTC, which then need a zone.
    if (time.isDate) return this.byId(this.defaultZone) ?? zone;
    if (tzid === undefined) return this.floating(time);
    if (!zone.isChosen)
      throw new CalendarError(
        'TZID',
        `must be a VTIMEZONE of the file or a zone that is known, not ${quoted(tzid)}`,
        { advice: { option: 'zone', effect: 'names the zone that is meant' } },
      );
    notes.add(`times in the zone ${quoted(tzid, 40)}, which is not known, are read in ${zone.name}`);
    return zone;
  }

  private floating(time: ICAL.Time): TimeZone {
    const { notes, zone } = this.options;
    const { name, isChosen } = zone;
    if (this.defaultZone === undefined) {
      if (!isChosen) notes.add(`times without a zone were read in ${name} (--zone names another zone)`);
      return zone;
    }
    const known = this.byId(this.defaultZone);
    const localTime = localTimeIn(time);
    if (known?.instantOf(localTime) === zone.instantOf(localTime)) return zone;
    const calendarSays = `X-WR-TIMEZONE says ${quoted(this.defaultZone, 40)}`;
    const unknown = `${calendarSays}, which is not a known zone: --zone names the zone of times without a zone`;
    const other = `times without a zone are read in ${quoted(this.defaultZone, 40)}, as X-WR-TIMEZONE says (--zone names another zone)`;
    const chosen = `times without a zone are read in ${name}, though ${calendarSays}`;
    notes.add(isChosen ? chosen : known === undefined ? unknown : other);
    return isChosen ? zone : (known ?? zone);
  }

  private byId(tzid: string | undefined): TimeZone | undefined {
    return tzid === undefined ? undefined : (this.zones.get(tzid) ?? zoneOfName(tzid));
  }
}

/** No zone has a name with more parts than America/Argentina/Buenos_Aires. */
const MAX_NAME_PARTS = 3;

/**
 * Returns the zone of a TZID. Some programs put a unique prefix before the name of a zone:
 * /mozilla.org/20050126_1/Europe/Berlin.
 */
function zoneOfName(tzid: string): TimeZone | undefined {
  if (!tzid.startsWith('/')) return namedZone(tzid);
  const names = tzid.split('/').slice(-MAX_NAME_PARTS);
  return names.map((_, from) => namedZone(names.slice(from).join('/'))).find((zone) => zone !== undefined);
}

function tzidOf(property: ICAL.Property | null): string | undefined {
  const tzid = property?.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
}

interface Transition {
  readonly instant: number;
  /** `from` is the offset before the transition, and `offset` is the offset after it, both in milliseconds. */
  readonly from: number;
  readonly offset: number;
}

/** Rules without an end are expanded until the end of 2199. Later instants have the last offset. */
const HORIZON = utcMidnight(2200, 1);

/**
 * Returns the TZID of a VTIMEZONE component and the zone that it describes (RFC 5545 3.6.5). The zone is `undefined` if
 * there are no offsets. Some programs write only the TZID, which is then the name of a known zone.
 * @throws CalendarError if an observance lacks its start or an offset, or has a rule that can't be expanded
 */
export function describedZone(
  component: ICAL.Component,
  ruleTime: RuleTime,
): readonly [tzid: string, zone: TimeZone | undefined] {
  const observances = [
    ...component.getAllSubcomponents('standard'),
    ...component.getAllSubcomponents('daylight'),
  ];
  const transitions = observances
    .flatMap((one) => transitionsOf(one, ruleTime))
    .sort((a, b) => a.instant - b.instant);
  const initial = transitions[0]?.from ?? 0;
  // A zone has hundreds of transitions, so a linear search would double the time of an import.
  const zone = timeZone((instant) => {
    let low = 0;
    let high = transitions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((transitions[middle]?.instant ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    return transitions[low - 1]?.offset ?? initial;
  });
  const tzid = String(component.getFirstPropertyValue('tzid'));
  return [tzid, observances.length === 0 ? undefined : zone];
}

/** Returns the transitions to an observance. The local time of a transition has the offset before it (TZOFFSETFROM). */
function transitionsOf(observance: ICAL.Component, ruleTime: RuleTime): Transition[] {
  const missing = ['dtstart', 'tzoffsetfrom', 'tzoffsetto'].find((name) => !observance.hasProperty(name));
  if (missing !== undefined) throw new CalendarError(missing.toUpperCase(), 'is missing (RFC 5545 3.6.5)');
  const from = offsetOf(observance, 'tzoffsetfrom');
  const offset = offsetOf(observance, 'tzoffsetto');
  const zone = timeZone(() => from);
  return occurrences(observance, {
    zone,
    zoneOf: () => zone,
    before: HORIZON,
    ruleTime,
  }).map(({ localTime }) => ({ instant: localTime - from, from, offset }));
}

function offsetOf(observance: ICAL.Component, name: 'tzoffsetfrom' | 'tzoffsetto'): number {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : 0;
}
