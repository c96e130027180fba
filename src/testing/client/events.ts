import type { ImportCounts, TestEvent } from '../schema/spaces';
import type { ControlHttp } from './http';

/** The formats that events travel in, by their media types. */
const MEDIA_TYPES = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
  ics: 'text/calendar',
} as const;

export type EventsFormat = keyof typeof MEDIA_TYPES;

/** A file's text, in a format. */
export interface EventsText {
  readonly format: EventsFormat;
  readonly text: string;
}

/** As the options of an import (docs/import.md). */
export interface EventsOptions {
  readonly zone?: string;
  readonly endDates?: 'inclusive' | 'exclusive';
  /** The files' names for fields: `{ title: 'name' }`. */
  readonly map?: Readonly<Record<string, string>>;
  /** What `now` and the other relative times count from: RFC 3339; now unless given. */
  readonly at?: string;
}

/** The events of one space. */
export class EventsControl {
  constructor(private readonly http: ControlHttp) {}

  /** The space holds these, and no others. */
  replace(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('PUT', events, options);
  }

  /** Adds these, or changes those of the same uid or id. */
  add(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('POST', events, options);
  }

  clear(): Promise<void> {
    return this.http.done('DELETE', '/events');
  }

  /** Every event, with all its fields. */
  list(): Promise<readonly TestEvent[]> {
    return this.http.json('GET', '/events');
  }

  private send(
    method: 'PUT' | 'POST',
    events: readonly TestEvent[] | EventsText,
    { map = {}, ...options }: EventsOptions,
  ): Promise<ImportCounts> {
    const { format, text } = isText(events)
      ? events
      : ({ format: 'json', text: JSON.stringify(events) } as const);
    const names = Object.entries(map).map(([field, name]) => `${field}=${name}`);
    const query = { ...options, map: names.length === 0 ? undefined : names.join(',') };
    return this.http.json(method, '/events', { query, body: text, contentType: MEDIA_TYPES[format] });
  }
}

function isText(events: readonly TestEvent[] | EventsText): events is EventsText {
  return 'format' in events;
}
