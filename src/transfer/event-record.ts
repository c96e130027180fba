import type { EventDraft, SourceValue } from '../formats/draft';
import type { EventValues, ExtraFields, Field } from '../formats/event-fields';

/** Represents a checked event, as the store takes it; an id that is `undefined` is for the store to give. */
export type EventRecord = Omit<EventValues, 'id'> & {
  readonly id: number | undefined;
  readonly extra: ExtraFields;
};

/** A uid that is a digest of an event's title, start and location begins like this. */
export const DIGEST = 'sha256:';

/** Represents the place of a row: a line, or an element of a JSON array, counted from 1. */
export interface Place {
  readonly file: string;
  readonly unit: 'line' | 'element';
  readonly number: number;
}

/** Holds the values of a row by the file's own names. */
export type Fields = Readonly<Record<string, unknown>>;

/** Represents a row of CSV or JSON, whose names have to be found. */
export interface RawRow {
  readonly place: Place;
  readonly fields: Fields;
}

/** Represents a row that its reader understood, of a calendar or by a format file. */
export interface DraftRow {
  readonly place: Place;
  readonly draft: EventDraft;
  /** Counts the times without an offset that were read in the import's zone. */
  readonly floating?: number;
  /** Returns a field as the file has it. It is missing where the draft itself says it. */
  readonly sourceOf?: (field: Field) => SourceValue;
}

export type Row = RawRow | DraftRow;
