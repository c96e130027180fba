import ICAL from 'ical.js';
import { utcMidnight } from '../../../lib/time/dates';
import type { OffsetAt } from '../../../lib/time/zones';
import { occurrences, type RuleTime, wallOfTime } from './recurrence';

interface Transition {
  readonly instant: number;
  readonly offset: number;
}

/** Rules without an end are followed this far; later instants keep the last offset. */
const HORIZON = utcMidnight(2200, 1);

/** The offsets that a VTIMEZONE component describes (RFC 5545 3.6.5). */
export function vtimezoneOffsets(component: ICAL.Component, ruleTime: RuleTime): OffsetAt {
  const observances = [
    ...component.getAllSubcomponents('standard'),
    ...component.getAllSubcomponents('daylight'),
  ];
  const transitions = observances
    .flatMap((one) => transitionsOf(one, ruleTime))
    .sort((a, b) => a.instant - b.instant);
  const initial = initialOffset(observances);
  return (instant) => {
    let low = 0;
    let high = transitions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((transitions[middle]?.instant ?? 0) <= instant) low = middle + 1;
      else high = middle;
    }
    return transitions[low - 1]?.offset ?? initial;
  };
}

/** Onsets are local times in the offset that they end (TZOFFSETFROM). */
function transitionsOf(observance: ICAL.Component, ruleTime: RuleTime): Transition[] {
  const from = offsetOf(observance, 'tzoffsetfrom');
  const offset = offsetOf(observance, 'tzoffsetto');
  return occurrences(observance, {
    offsetAt: () => from,
    zoneOf: () => () => from,
    before: HORIZON,
    ruleTime,
  }).map(({ wall }) => ({ instant: wall - from, offset }));
}

/** Before the first onset its TZOFFSETFROM holds. */
function initialOffset(observances: readonly ICAL.Component[]): number {
  const starts = observances.map((observance) => {
    const start = observance.getFirstPropertyValue('dtstart');
    return { observance, wall: start instanceof ICAL.Time ? wallOfTime(start) : Number.POSITIVE_INFINITY };
  });
  const first = starts.sort((a, b) => a.wall - b.wall)[0];
  return first === undefined ? 0 : offsetOf(first.observance, 'tzoffsetfrom');
}

function offsetOf(observance: ICAL.Component, name: 'tzoffsetfrom' | 'tzoffsetto'): number {
  const value = observance.getFirstPropertyValue(name);
  return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1000 : 0;
}
