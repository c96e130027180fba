import type { ExtraFields, WrittenEvent } from '../../formats/event-fields';

/** An event as an export hands it to a writer. */
export interface ExportedEvent {
  readonly fields: WrittenEvent;
  readonly extra: ExtraFields;
}

/** What extra fields there are in the store. */
export interface ExtraColumns {
  /** Those that a column can hold: of some event the value is text that is not empty. */
  readonly names: readonly string[];
  /** Some event has a value that no column can hold. */
  readonly others: boolean;
}

/** A file format for export. The file is head, events, tail. */
export interface Writer {
  /** Its head names all columns: they must be known before the first event. */
  readonly hasColumns?: boolean;
  head(columns: ExtraColumns): string;
  event(event: ExportedEvent, first: boolean, columns: ExtraColumns): string;
  tail(count: number): string;
}
