import type { WrittenEvent } from '../../event/fields';

/** A file format for export. The file is head, events, tail. */
export interface Writer {
  readonly head: string;
  event(event: WrittenEvent, first: boolean): string;
  tail(count: number): string;
}
