import { groupBy } from '../../lib/group-by';
import { lazy } from '../../lib/memoize';
import { namedZone, type TimeZone } from '../../lib/time/zones';
import { END_NAMES } from '../field-forms';
import { isZoneName } from '../names';
import { type ColumnPlaceholders, Fitter } from './fit';
import { type Column, isGiven, type Sample } from './sample';
import { datePatterns, isLocalForm, type TimeForms, timeForms } from './times';
import { distinctEvents, possiblePlaceholders, type SearchedField } from './values';
import { fieldNamed } from './words';

/** Infers the fields of a sample's events. A word in a name suggests a field, and every value must prove it. */
export class Fields {
  /** Maps each column whose values are proved to be a field to its placeholder, without braces. */
  readonly bodies = new Map<Column, string>();
  readonly proved = new Set<SearchedField>();
  readonly #zone: TimeZone;
  readonly fitter: Fitter;
  readonly #named: ReadonlyMap<SearchedField, readonly { readonly column: Column }[]>;
  readonly #known = new Map<Column, TimeForms>();
  readonly #patterns = lazy(() =>
    this.sample.columns.map((column) => datePatterns(this.fitter.withoutStandIn(column))),
  );
  readonly #columns: readonly Column[];
  /**
   * This is a time zone that the sample names, in quotation marks, if its offsets differ from those of the service's
   * zone.
   */
  readonly otherZone: string | undefined;
  readonly #distinct: readonly number[];

  constructor(
    readonly sample: Sample,
    zone: TimeZone,
  ) {
    this.#zone = zone;
    this.fitter = new Fitter(sample, zone);
    // An Atom entry of OData has elements of its own, such as `title`, which do not belong to the event.
    const isOfEvent = ({ path }: Column) => path.includes('m:properties');
    const outer = sample.columns.filter(({ isInner }) => isInner !== true);
    this.#columns = outer.some(isOfEvent) ? outer.filter(isOfEvent) : outer;
    const named = this.#columns.flatMap((column) => {
      const found = fieldNamed(column.path);
      return found === undefined ? [] : [{ column, ...found }];
    });
    named.sort((one, other) => one.rank - other.rank);
    this.#named = groupBy(named, ({ field }) => field);
    this.#distinct = distinctEvents(sample);
    this.otherZone = otherZoneIn(sample.columns, zone);
    for (const field of ['id', 'uid', 'allDay', 'start', 'end'] as const) this.#prove(field);
    if (!this.proved.has('end')) this.#prove('duration');
    for (const field of ['title', 'description', 'location', 'url', 'category'] as const) this.#prove(field);
  }

  #prove(field: SearchedField): void {
    let best: ColumnPlaceholders | undefined;
    for (const bodies of this.#choices(field)) {
      const { fits } = this.fitter.fit(this.bodies, bodies);
      const isTime = field === 'start' || field === 'end';
      if (fits === 'exact' || (fits === 'read' && isTime && best === undefined)) best = bodies;
      if (fits === 'exact') break;
    }
    if (best === undefined) return;
    this.proved.add(field);
    for (const [column, body] of best) this.bodies.set(column, body);
  }

  *#choices(field: SearchedField): Generator<ColumnPlaceholders> {
    const isText = field === 'description' || field === 'location' || field === 'url' || field === 'category';
    const named = [field, ...(field === 'uid' && !this.proved.has('id') ? (['id'] as const) : [])]
      .flatMap((name) => this.columnsNamed(name))
      .filter((column) => !isText || this.sample.kind === 'csv' || !isChanged(column));
    const given = named.filter((column) => column.values.some(isGiven));
    // A column that is empty in every event can't be proved, so the likeliest name decides.
    const columns = given.length === 0 && isText ? named.slice(0, 1) : given;
    if (field === 'start' || field === 'end') return yield* this.#times(field, columns);
    for (const column of columns) {
      for (const body of this.possible(field, column)) yield new Map([[column, body]]);
    }
  }

  /** Returns the columns whose names suggest a field, the likeliest first. */
  columnsNamed(field: SearchedField): readonly Column[] {
    return (this.#named.get(field) ?? []).map(({ column }) => column);
  }

  /** Returns the placeholders that the values of a column allow, the likeliest first. */
  possible(field: Exclude<SearchedField, 'start' | 'end'>, column: Column): readonly string[] {
    return possiblePlaceholders(field, column, this.sample, this.#distinct, this.forms(column));
  }

  forms(column: Column): TimeForms {
    const forms =
      this.#known.get(column) ?? timeForms(this.fitter.withoutStandIn(column), this.#zone, this.#patterns);
    this.#known.set(column, forms);
    return forms;
  }

  /**
   * Yields the placeholders of a time: for one column, or for a column with its date and a column with its time of day.
   * An end may have no date of its own, and then has the date of the start.
   */
  *#times(field: 'start' | 'end', columns: readonly Column[]): Generator<ColumnPlaceholders> {
    const isOtherZone = (column: Column) =>
      this.otherZone !== undefined && this.forms(column).whole.some(isLocalForm);
    const filled = ({ values }: Column) => values.filter(isGiven).length;
    const sorted = columns
      .filter((column) => !isOtherZone(column))
      .sort((one, other) => filled(other) - filled(one));
    // If the values of an end do not show whether hours have leading zeros, the form of the start is tried first.
    const known = new Set([...this.bodies.values()].map((body) => body.replace(/^start/, '')));
    const forms = (column: Column, part: 'whole' | 'day' | 'clock') =>
      this.forms(column)[part].toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)));
    const clocks = sorted.flatMap((column) => forms(column, 'clock').map((form) => [column, form] as const));
    const hasClock = clocks.length > 0 || this.#hasUnreadClock(columns);
    const hasDateTimes =
      field === 'start' &&
      sorted.some((column) => forms(column, 'whole').length > 0 && !this.forms(column).isDays);
    const hasFlag = this.columnsNamed('allDay').some(({ values }) => values.some(isGiven));
    const isDate = (column: Column) =>
      forms(column, 'day').some((one) => forms(column, 'whole').includes(one));
    for (const name of field === 'end' ? END_NAMES : ['start']) {
      for (const column of sorted) {
        for (const [other, clock] of clocks)
          for (const day of other === column ? [] : forms(column, 'day'))
            yield new Map([
              [column, name + day],
              [other, name + clock],
            ]);
        // If only the date were read, the time of day in the other column would be lost.
        if ((hasClock && this.forms(column).isDays) || (hasDateTimes && isDate(column))) continue;
        // Without a flag, midnights alone are dates. An import then refuses a time of day, and does not lose a last day.
        const days = hasFlag || isDate(column) ? [] : forms(column, 'day');
        for (const form of [...days, ...forms(column, 'whole')]) yield new Map([[column, name + form]]);
      }
    }
    // The end is read without a date only if all its columns are times of day. Any other column shows that some events
    // end on another day, even if no form reads this column.
    const isClock = (column: Column) => forms(column, 'clock').length > 0;
    if (field === 'end' && columns.every(isClock))
      for (const [column, form] of clocks) yield new Map([[column, `end${form}`]]);
  }

  /** Returns true if a column may hold times of day that no form reads, such as `9-10 Uhr` or `{"Hours":9}`. */
  #hasUnreadClock(columns: readonly Column[]): boolean {
    const parts = this.#columns.filter(
      ({ path }) => fieldNamed(path) === undefined && fieldNamed(path.slice(0, -1))?.field === 'start',
    );
    const isUnread = (column: Column) => {
      const { whole, day, clock } = this.forms(column);
      return (
        whole.length + day.length + clock.length === 0 &&
        column.values.some((one) => /\d/.test(JSON.stringify(one) ?? ''))
      );
    };
    return (
      columns.some(isUnread) || parts.some(({ values }) => values.some((one) => typeof one === 'number'))
    );
  }

  /** Lists the columns whose name means the all-day flag, but whose values fit no form, or more than one. */
  get unreadFlags(): readonly Column[] {
    const named = this.proved.has('allDay') ? [] : this.columnsNamed('allDay');
    return named.filter(({ values }) => values.some(isGiven));
  }
}

/**
 * Returns true if a field would change the texts of a column: an import turns CR LF into LF, and reads an empty text as
 * no value. An extra field keeps both. For tables this does not matter, because most are imported once and not served.
 */
function isChanged({ values }: Column): boolean {
  return (
    values.some((value) => typeof value === 'string' && value.includes('\r')) ||
    (values.includes('') && values.some((value) => value == null))
  );
}

const MONTHS_2026 = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month));

/**
 * Returns a time zone that the sample names, if its offsets differ from those of the service's zone. Without this zone,
 * times would be wrong by hours.
 */
function otherZoneIn(columns: readonly Column[], zone: TimeZone): string | undefined {
  const named = columns
    .filter(({ path }) => path.some(isZoneName))
    .flatMap(({ values }) => values.filter((one) => isGiven(one) && typeof one !== 'object'));
  const other = [...new Set(named.map(String))].sort().find((name) => {
    const named = namedZone(name);
    return MONTHS_2026.some((instant) => named?.offsetAt(instant) !== zone.offsetAt(instant));
  });
  return other && JSON.stringify(other);
}
