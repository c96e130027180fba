/**
 * Events as the store packs them, in one text: of each its ready JSON, and behind it what that doesn't hold. Ten
 * thousand rows of a dozen columns cost the drivers several times what the database needs to find them, and one text of
 * a dozen values costs the database half as much again as their ready JSON.
 */
import { onceFor } from '../memory/once-for';
import { type EventRow, eventJson, ROW_FIELDS, type RowField } from './event';
import { BESIDE, type Beside, EventCursor, SEPARATOR } from './event-cursor';

/** Those of the fields that stand behind the JSON, in their order there. */
export const besideOf = onceFor((fields: readonly RowField[]): readonly Beside[] =>
  BESIDE.filter((field) => fields.includes(field)),
);

/** Packs events that come from elsewhere than the store. */
export function packEvents(rows: readonly EventRow[]): PackedEvents {
  const values = rows.flatMap((row) => [
    eventJson(row),
    ...BESIDE.map((field) => JSON.stringify(row[field] ?? {})),
  ]);
  return new PackedEvents(values.join(SEPARATOR), ROW_FIELDS);
}

/** Some events, each read when its turn comes: of ten thousand then only one is there at a time. */
export class PackedEvents implements Iterable<EventRow> {
  /**
   * @param text a `SEPARATOR` between any two values
   * @param fields those that were asked for
   */
  constructor(
    private readonly text: string,
    private readonly fields: readonly RowField[],
  ) {}

  *[Symbol.iterator](): Generator<EventRow> {
    for (const event = this.cursor(); event.next(); ) yield event.row();
  }

  /** Before the first event. */
  cursor(): EventCursor {
    return new EventCursor(this.text, besideOf(this.fields));
  }
}
