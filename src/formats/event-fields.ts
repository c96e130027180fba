/**
 * Lists the fields of an event. The staging table, the select lists, the checks, the columns of readers and writers,
 * the export and the types of the formats are made from this table. A new field needs a row here, a migration, and a
 * change of the formats that show it.
 */

/** Decides how a field is stored, checked and written. */
export type FieldKind = 'id' | 'text' | 'time' | 'flag';

interface Description {
  readonly column: string;
  readonly kind: FieldKind;
  /** Only a text field has this member: if it is true, the text must not be empty. */
  readonly required?: boolean;
  /** Only a text field has this member: if it is true, the text is a URL to which a page may link. */
  readonly isAddress?: boolean;
  /** Only a text field has this member: the text has at most this number of characters. */
  readonly longest?: number;
  /** Only a text field has this member: the text is written as this property of a VEVENT (RFC 5545 3.8.1). */
  readonly property?: string;
}

/** Maps each field of an event, in the order in which files hold the fields, to its description. */
export const FIELDS = {
  id: { column: 'id', kind: 'id' },
  // Postgres can't index a value of more than 2,704 bytes. 500 characters have at most 2,000 bytes.
  uid: { column: 'uid', kind: 'text', longest: 500, property: 'uid' },
  title: { column: 'title', kind: 'text', required: true, property: 'summary' },
  description: { column: 'description', kind: 'text', property: 'description' },
  location: { column: 'location', kind: 'text', property: 'location' },
  url: { column: 'url', kind: 'text', isAddress: true, property: 'url' },
  category: { column: 'category', kind: 'text', property: 'categories' },
  start: { column: 'starts_at', kind: 'time' },
  end: { column: 'ends_at', kind: 'time' },
  allDay: { column: 'all_day', kind: 'flag' },
} as const satisfies Readonly<Record<string, Description>>;

export type Field = keyof typeof FIELDS;

type FieldOf<K extends FieldKind> = { [F in Field]: (typeof FIELDS)[F]['kind'] extends K ? F : never }[Field];

export type TextField = FieldOf<'text'>;

interface TypeOf {
  readonly id: number;
  readonly text: string;
  /**
   * Times are milliseconds since 1970 in UTC. If the event lasts all day, they are the UTC midnights of its dates. The
   * end is exclusive.
   */
  readonly time: number;
  readonly flag: boolean;
}

/** The parameter of `SelectEvent` is a signed 32-bit integer, so no id is larger. The smallest id is 1. */
export const MAX_ID = 2_147_483_647;

/** Returns an id that is a number or digits, or `undefined` for any other value. */
export function idOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= MAX_ID ? id : undefined;
}

export type EventValues = { readonly [F in Field]: TypeOf[(typeof FIELDS)[F]['kind']] };

/** Maps the names of the values that are not fields of an event to these values as JSON. An import keeps them. */
export type ExtraFields = Readonly<Record<string, unknown>>;

/**
 * An event may have at most this number of extra fields. The database has the same limit as a constraint (migration
 * 0002).
 */
export const MAX_EXTRA_FIELDS = 64;

export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[];

/** An import rejects an event without these fields. */
export const REQUIRED_FIELDS = ['title', 'start'] as const satisfies readonly Field[];

export const TEXT_FIELDS = FIELD_NAMES.filter((field): field is TextField => FIELDS[field].kind === 'text');

/** Returns a field's description, typed with the members that only some fields have. */
export function specOf(field: Field): Description {
  return FIELDS[field];
}
