import { knownZone, startOfDay } from '../../time/zones';
import type { StartOfDay } from './event-set';

/** Of one zone; a space has a few thousand dates, a client may ask for any month of ten thousand years. */
const MOST = 20_000;

/** When days begin, by zone. Asking the runtime costs microseconds, so that what it said is kept for all spaces. */
export class Midnights {
  readonly #zones = new Map<string, StartOfDay>();

  /** @param timeZone IANA name, checked before */
  of(timeZone: string): StartOfDay {
    const known = this.#zones.get(timeZone) ?? remembering(timeZone);
    this.#zones.set(timeZone, known);
    return known;
  }
}

function remembering(timeZone: string): StartOfDay {
  const zone = knownZone(timeZone);
  const known = new Map<number, number>();
  return (midnight) => {
    const remembered = known.get(midnight);
    if (remembered !== undefined) return remembered;
    const instant = startOfDay(midnight, zone);
    if (known.size >= MOST) known.clear();
    known.set(midnight, instant);
    return instant;
  };
}
