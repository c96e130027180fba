/** The members of an event in the order in which files hold them. */
export const FIELDS = [
  'id',
  'uid',
  'title',
  'description',
  'location',
  'url',
  'category',
  'start',
  'end',
  'allDay',
] as const;

export type Field = (typeof FIELDS)[number];

/** A checked event, as the store takes it. */
export interface EventRecord {
  /** 1 to 2147483647; `undefined` is for the store to give. */
  readonly id: number | undefined;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly category: string;
  /** Milliseconds since 1970; of an all-day event the UTC midnight of its first date. */
  readonly startsAt: number;
  /** Exclusive, not before `startsAt`. */
  readonly endsAt: number;
  readonly allDay: boolean;
}

/** Where a row stands: a line counted from 1, or an element of a JSON array counted from 1. */
export interface Place {
  readonly file: string;
  readonly unit: 'line' | 'element';
  readonly number: number;
}

/** A row as its file holds it, before any check. */
export interface RawRow {
  readonly place: Place;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The reader already gave the fields their names and exclusive ends (iCalendar): no mapping applies. */
  readonly translated: boolean;
}
