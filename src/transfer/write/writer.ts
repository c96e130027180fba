/** An event as files hold it: times are ISO 8601 in UTC, dates when it lasts all day. */
export interface ExportedEvent {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly category: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

/** A file format for export. The file is head, events, tail. */
export interface Writer {
  readonly head: string;
  event(event: ExportedEvent, first: boolean): string;
  tail(count: number): string;
}
