import type { EventDraft, SourceValue } from '../formats/draft';
import type { EventValues, ExtraFields, Field } from '../formats/event-fields';
import type { RowRefusal } from './errors';

/** Represents a checked event. If its id is `undefined`, the store chooses an id. */
export type EventRecord = Omit<EventValues, 'id'> & {
  readonly id: number | undefined;
  readonly extra: ExtraFields;
};

/** A uid with this prefix is a digest of the event's title, start and location. */
export const DIGEST_PREFIX = 'sha256:';

/** The uids of the sample events begin with this text. An import with rows removes the samples. */
export const SAMPLE_PREFIX = 'sample:';

/** Represents the place of a row: a line, or an element of a JSON array, counted from 1. */
export interface Place {
  readonly file: string;
  readonly unit: 'line' | 'element';
  readonly number: number;
}

/** Maps the names in the file to the values of a row. */
export type RawFields = Readonly<Record<string, unknown>>;

/** Represents a row of CSV or JSON before it is known which name means which field. */
export interface RawRow {
  readonly place: Place;
  readonly fields: RawFields;
}

/** Represents a row whose fields are known, but not checked yet. */
export interface DraftRow {
  readonly place: Place;
  readonly draft: EventDraft;
  /** This is the id with which SelectEvent was called, if its answer shows neither id nor uid. */
  readonly askedId?: number | undefined;
  /** This is true if the end is a date which is read as the day after the last, although nothing says so. */
  readonly isEndDate?: boolean;
  /** Returns the name and the values that the file has for a field. Without this function, messages use the draft. */
  readonly sourceOf?: (field: Field) => SourceValue;
  /** These are the refusals of the values that could not be read. */
  readonly refusals?: readonly RowRefusal[];
}

export type Row = RawRow | DraftRow;
