import { remembering } from '../../memory/remembering';
import { knownZone, startOfDay } from '../../time/zones';
import type { StartOfDay } from './event-set';

/** Of one zone; a space has a few thousand dates, a client may ask for any month of ten thousand years. */
const MOST = 20_000;

/** When days begin, by zone. Asking the runtime costs microseconds, so that what it said is kept for all spaces. */
export class Midnights {
  readonly #zones = new Map<string, StartOfDay>();

  /** @param timeZone IANA name, checked before */
  of(timeZone: string): StartOfDay {
    const known = this.#zones.get(timeZone);
    if (known !== undefined) return known;
    const zone = knownZone(timeZone);
    const begins = remembering((midnight) => startOfDay(midnight, zone), MOST);
    this.#zones.set(timeZone, begins);
    return begins;
  }
}
