import type { ClockReading } from '../testing/types';
import type { ControlHttp } from './http';

/** The clock of one space: relative times of events, the pages' today and the journal go by it. */
export class ClockControl {
  constructor(private readonly http: ControlHttp) {}

  read(): Promise<ClockReading> {
    return this.http.json('GET', '/clock');
  }

  /** @param now RFC 3339, or a Date */
  set(now: string | Date): Promise<ClockReading> {
    return this.http.json('PUT', '/clock', {
      json: { now: typeof now === 'string' ? now : now.toISOString() },
    });
  }

  /** Goes by the machine's clock again. */
  reset(): Promise<void> {
    return this.http.done('DELETE', '/clock');
  }
}
