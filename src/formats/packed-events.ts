/**
 * Events as the store packs them, in one text: the values of all of them, one after the other. Ten thousand rows of a
 * dozen columns cost the drivers several times what the database needs to find them; in one text they cost little more
 * than the events' ready JSON.
 */
import { onceFor } from '../memory/once-for';
import { digits } from '../time/digits';
import { type EventRow, type ExtraFields, ROW_FIELDS, type RowField } from './event';

/** Between any two values, of one event or two: the store takes it into no text, and JSON escapes it. */
export const SEPARATOR = '\u001f';

const SEPARATOR_UNIT = SEPARATOR.charCodeAt(0);
/** Of `true` and `false` the first. */
const TRUE_UNIT = 't'.charCodeAt(0);

/** An instant is packed for all-day events only: of others it is the time itself. */
export const BASE = { startInstant: 'start', endInstant: 'end' } as const;

export function isInstant(field: RowField): field is keyof typeof BASE {
  return Object.hasOwn(BASE, field);
}

/**
 * The values in their order in the text. The id is always the first: PGlite loses a byte order mark that a text begins
 * with.
 */
export function packedFields(fields: readonly RowField[]): readonly RowField[] {
  const needed = new Set<RowField>([
    'id',
    ...fields,
    ...fields.filter(isInstant).map((field) => BASE[field]),
  ]);
  return ROW_FIELDS.filter((field) => needed.has(field));
}

/** Packs events that come from elsewhere than the store. */
export function packEvents(rows: readonly EventRow[]): PackedEvents {
  const values = rows.flatMap((row) =>
    ROW_FIELDS.map((field) => (field === 'extra' ? JSON.stringify(row.extra ?? {}) : String(row[field]))),
  );
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
    return new EventCursor(this.text, this.fields);
  }
}

/** Where a field's offsets stand in a cursor's `from` and `to`. */
export const AT = Object.fromEntries(ROW_FIELDS.map((field, index) => [field, index])) as Readonly<
  Record<RowField, number>
>;

/** A format asks with the same list at every call. */
const orderOf = onceFor((fields: readonly RowField[]) =>
  Uint8Array.from(packedFields(fields), (field) => AT[field]),
);

/** What most events carry beyond their fields. */
const NO_EXTRA: ExtraFields = Object.freeze({});
const NO_EXTRA_LENGTH = '{}'.length;

/** One of some events, and then the next. A value that was not asked for is empty, 0 or false. */
export class EventCursor {
  /** The text's UTF-16: copying from an array takes a third of the time that it takes from a part of a string. */
  readonly units: Uint16Array;
  /** By a field's number of `AT`: the offsets between which its value stands. */
  readonly from = new Int32Array(ROW_FIELDS.length);
  readonly to = new Int32Array(ROW_FIELDS.length);
  readonly #text: string;
  /** The numbers of the event's fields, in the order of their values. */
  readonly #order: Uint8Array;
  #next = 0;
  #extra: ExtraFields | undefined;

  constructor(text: string, fields: readonly RowField[]) {
    this.#text = text;
    this.#order = orderOf(fields);
    this.units = new Uint16Array(text.length);
    Buffer.from(this.units.buffer).write(text, 'utf16le');
  }

  /** @returns whether there is one */
  next(): boolean {
    const { units, from, to } = this;
    let at = this.#next;
    if (at >= units.length) return false;
    for (const index of this.#order) {
      from[index] = at;
      while (at < units.length && units[at] !== SEPARATOR_UNIT) at++;
      to[index] = at++;
    }
    this.#next = at;
    this.#extra = undefined;
    return true;
  }

  isEmpty(index: number): boolean {
    return this.from[index] === this.to[index];
  }

  get id(): number {
    return this.#integer(AT.id);
  }

  get start(): number {
    return this.#integer(AT.start);
  }

  get end(): number {
    return this.#integer(AT.end);
  }

  get startInstant(): number {
    return this.#integer(this.isEmpty(AT.startInstant) ? AT.start : AT.startInstant);
  }

  get endInstant(): number {
    return this.#integer(this.isEmpty(AT.endInstant) ? AT.end : AT.endInstant);
  }

  get allDay(): boolean {
    return this.units[this.from[AT.allDay] ?? 0] === TRUE_UNIT;
  }

  get extra(): ExtraFields {
    this.#extra ??= this.#readExtra();
    return this.#extra;
  }

  /** The event apart from this cursor. */
  row(): EventRow {
    const { id, start, end, startInstant, endInstant, allDay, extra } = this;
    return {
      id,
      uid: this.#read(AT.uid),
      title: this.#read(AT.title),
      description: this.#read(AT.description),
      location: this.#read(AT.location),
      url: this.#read(AT.url),
      category: this.#read(AT.category),
      start,
      end,
      allDay,
      startInstant,
      endInstant,
      extra,
    };
  }

  #read(index: number): string {
    return this.#text.slice(this.from[index], this.to[index]);
  }

  #readExtra(): ExtraFields {
    const text = this.#read(AT.extra);
    return text.length <= NO_EXTRA_LENGTH ? NO_EXTRA : (JSON.parse(text) as ExtraFields);
  }

  /** Milliseconds of the years 1 to 9999 are exact as JavaScript's numbers. */
  #integer(index: number): number {
    const [from = 0, to = 0] = [this.from[index], this.to[index]];
    return this.#text.startsWith('-', from)
      ? -digits(this.#text, from + 1, to)
      : digits(this.#text, from, to);
  }
}
