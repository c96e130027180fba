/** What an event carries beyond its fields: names and JSON values as they were imported. */
export type ExtraFields = Readonly<Record<string, unknown>>;

/** An event as the formats that are rendered from rows take it. */
export interface EventRow {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly category: string;
  readonly allDay: boolean;
  /** Milliseconds since 1970, UTC; of an all-day event the UTC midnight of its first date. */
  readonly start: number;
  /** Exclusive; of an all-day event the UTC midnight of the date after its last. */
  readonly end: number;
  /** As `start`, but an all-day event's is the midnight of the service's time zone. */
  readonly startInstant: number;
  readonly endInstant: number;
  /** There for the formats that ask for it (`RowFormat.extra`). */
  readonly extra?: ExtraFields;
}

/** `2026-03-01T09:00:00Z`, with `.123` when the milliseconds are not zero. The years 1 to 9999. */
export function isoInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** `2026-03-01` */
export function isoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
