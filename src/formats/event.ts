import { type EventValues, type ExtraFields, FIELD_NAMES } from '../event/fields';

export type { ExtraFields };

/** An event as the formats that are rendered from rows take it. */
export interface EventRow extends EventValues {
  /** As `start`, but an all-day event's is the midnight of the service's time zone. */
  readonly startInstant: number;
  readonly endInstant: number;
  readonly extra?: ExtraFields;
}

export type RowField = keyof EventRow;

/** Everything that a row may hold. */
export const ROW_FIELDS = [
  ...FIELD_NAMES,
  'startInstant',
  'endInstant',
  'extra',
] as const satisfies readonly RowField[];

/** `2026-03-01T09:00:00Z`, with `.123` when the milliseconds are not zero. The years 1 to 9999. */
export function isoInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** `2026-03-01` */
export function isoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
