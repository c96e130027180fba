import { DAY } from '../../time/dates';
import type { EventRecord } from '../event-record';

/**
 * Ends that may be the last day where they were read as the day after: in a file that means the day after, some event
 * is mostly one day long, and in one that means the last day none seems to be.
 */
export class LastDays {
  #several = 0;
  #isOneDayLong = false;

  /** Notes an all-day event whose end is a date, nobody having said which day that is. */
  note({ start, end }: Pick<EventRecord, 'start' | 'end'>): void {
    if (end - start <= DAY) this.#isOneDayLong = true;
    else this.#several += 1;
  }

  /** Without a full stop; `undefined` where nothing speaks for last days. */
  get sentence(): string | undefined {
    if (this.#several === 0 || this.#isOneDayLong) return undefined;
    return `ends that are dates (${this.#several}) were read as the day after the last one: if they are the last day, import with --end-dates inclusive`;
  }
}
