import type { EventValues, ExtraFields } from '../event/fields';

/** A checked event, as the store takes it; an id that is `undefined` is for the store to give. */
export type EventRecord = Omit<EventValues, 'id'> & {
  readonly id: number | undefined;
  readonly extra: ExtraFields;
};

/** What a uid begins with that is made of an event's title, start and location. */
export const DIGEST = 'sha256:';

/** Where a row stands: a line counted from 1, or an element of a JSON array counted from 1. */
export interface Place {
  readonly file: string;
  readonly unit: 'line' | 'element';
  readonly number: number;
  /** Where its list lies in the document, where that is not the list itself. */
  readonly list?: readonly string[];
}

/** What a file holds in a row, by its own names. */
export type Fields = Readonly<Record<string, unknown>>;

/** A row as its file holds it, before any check. */
export interface RawRow {
  readonly place: Place;
  readonly fields: Fields;
  /**
   * The reader already gave the fields their names and exclusive ends (iCalendar): no mapping applies, and `extra` is
   * what is no field. Of other rows it is what the mapping leaves.
   */
  readonly isNamed: boolean;
  readonly extra?: ExtraFields;
}
