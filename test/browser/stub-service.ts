/** A service for a list of events in memory, with which the pages are tested. */
import { SoapException } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';

export interface StubEvent {
  readonly id: number;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
  readonly url?: string;
  readonly description?: string;
  readonly location?: string;
  readonly category?: string;
}

/** Finds the month of the nearest event, as the store does. */
export function stubExample(events: readonly StubEvent[]) {
  return async (at: Date) => {
    const month = at.toISOString().slice(0, 7);
    const starts = events
      .map(({ id, start }) => ({ id, start }))
      .sort((a, b) => (a.start < b.start ? -1 : 1));
    const found = starts.find(({ start }) => start >= month) ?? starts.at(-1);
    return (
      found && { id: found.id, year: Number(found.start.slice(0, 4)), month: Number(found.start.slice(5, 7)) }
    );
  };
}

/** Lists are FullCalendar's JSON, as the calendar's feed is. */
export function stubService(events: readonly StubEvent[]): EventsPortType {
  const within = (from: number, to: number) =>
    JSON.stringify(
      events
        .filter(({ start, end }) => Date.parse(start) < to && Date.parse(end) > from)
        .map(({ id, title, start, end, allDay, url, description = '', location = '', category = '' }) => ({
          id: String(id),
          title,
          start,
          end,
          allDay,
          ...(url !== undefined && { url }),
          extendedProps: { description, location, category },
        })),
    );
  return {
    async selectEventsRanged(from, to) {
      if (from > to) throw new SoapException('from must not be after to.', { code: 'Client' });
      return within(Number(from), Number(to));
    },
    async selectEvent(id, asJson) {
      const event = events.find((one) => one.id === id);
      if (asJson) return JSON.stringify(event ?? null);
      return event === undefined ? '<events></events>' : `<events><event><id>${id}</id></event></events>`;
    },
    async selectEvents(month, year) {
      if (month < 1 || month > 12) {
        throw new SoapException(`month must be from 1 to 12, not ${month}.`, { code: 'Client' });
      }
      return within(Date.UTC(year, month - 1), Date.UTC(year, month));
    },
  };
}
