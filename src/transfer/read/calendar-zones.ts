import type ICAL from 'ical.js';
import { namedZone, type OffsetAt } from '../../time/zones';
import { isUtc } from './recurrence';
import type { RuleTime } from './rule-time';
import { vtimezoneOffsets } from './vtimezone';

const TIME_PROPERTIES = ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate'];
const UTC: OffsetAt = () => 0;

export class UnknownZoneError extends Error {
  override readonly name = 'UnknownZoneError';

  constructor(readonly tzid: string) {
    super(`no zone ${tzid}`);
  }
}

/** What a calendar's TZIDs mean: its own VTIMEZONE first (RFC 5545 3.2.19), else the IANA or Windows zone of that name. */
export class CalendarZones {
  private readonly zones = new Map<string, OffsetAt>();

  constructor(
    private readonly floating: OffsetAt,
    private readonly ruleTime: RuleTime,
  ) {}

  describe(vtimezone: ICAL.Component): void {
    this.zones.set(
      String(vtimezone.getFirstPropertyValue('tzid')),
      vtimezoneOffsets(vtimezone, this.ruleTime),
    );
  }

  /** False while the component names a zone that only a VTIMEZONE further down can explain. */
  knowsAllOf(component: ICAL.Component): boolean {
    return TIME_PROPERTIES.flatMap((name) => component.getAllProperties(name)).every((property) => {
      const tzid = tzidOf(property);
      return tzid === undefined || this.byId(tzid) !== undefined;
    });
  }

  /** @throws UnknownZoneError */
  zoneOf(property: ICAL.Property, time: ICAL.Time): OffsetAt {
    if (isUtc(time)) return UTC;
    const tzid = tzidOf(property);
    if (tzid === undefined) return this.floating;
    const zone = this.byId(tzid);
    if (zone === undefined) throw new UnknownZoneError(tzid);
    return zone;
  }

  private byId(tzid: string): OffsetAt | undefined {
    const known = this.zones.get(tzid) ?? namedZone(tzid);
    if (known !== undefined) this.zones.set(tzid, known);
    return known;
  }
}

function tzidOf(property: ICAL.Property): string | undefined {
  const tzid = property.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
}
