import type { EventsPortType } from '../../src/contract/operations';

type Outcome = () => Promise<string | null>;

/** A service that answers its call as `Op|first|second`, booleans as .NET prints them, unless told what to do. */
export function echoService(outcome?: Outcome): EventsPortType {
  const answer = (...parts: unknown[]): Promise<string | null> =>
    outcome?.() ?? Promise.resolve(parts.map(printed).join('|'));
  return {
    selectEventsRanged: (from, to) => answer('SelectEventsRanged', from, to),
    selectEvent: (intEventID, bolAsJSON) => answer('SelectEvent', intEventID, bolAsJSON),
    selectEvents: (month, year) => answer('SelectEvents', month, year),
  };
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
