import { groupBy } from '../../lib/group-by';
import { flagOf } from '../../lib/text/flags';
import { quoted } from '../../lib/text/quoted';
import type { Clock } from '../../lib/time/clock';
import { namedZone } from '../../lib/time/zones';
import { END_NAMES } from '../field-forms';
import { isZoneName } from '../names';
import type { ReadEvent } from '../read';
import { type ColumnPlaceholders, Fitter } from './fit';
import { type Column, isGiven, type Sample } from './sample';
import { isLocal, lacksZeros, type TimeForms, timeForms } from './times';
import { distinctEvents, isTextual, possiblePlaceholders, type SearchedField } from './values';
import { fieldNamed } from './words';

/** Infers the fields of a sample's events. A word in a name suggests a field, and every value must prove it. */
export class Fields {
  /** Contains the placeholders that the sample proves, without their braces. */
  readonly bodies = new Map<Column, string>();
  readonly proved = new Set<SearchedField>();
  /** Lists the fields that the names of columns with values suggest. */
  readonly named: ReadonlySet<SearchedField>;
  readonly #clock: Clock;
  readonly #fitter: Fitter;
  /** These are the columns whose names suggest a field, the likeliest first. */
  readonly #named: ReadonlyMap<SearchedField, readonly { readonly column: Column }[]>;
  readonly #known = new Map<Column, TimeForms>();
  readonly #columns: readonly Column[];
  readonly #otherZone: string | undefined;
  readonly #distinct: readonly number[];

  constructor(
    readonly sample: Sample,
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#fitter = new Fitter(sample, clock);
    // An Atom entry of OData has elements of its own, such as `title`, which do not belong to the event.
    const isOfEvent = ({ path }: Column) => path.includes('m:properties');
    const own = sample.columns.filter(({ isInner }) => isInner !== true);
    this.#columns = own.some(isOfEvent) ? own.filter(isOfEvent) : own;
    const named = this.#columns.flatMap((column) => {
      const { field, rank } = fieldNamed(column.path) ?? {};
      return field === undefined || rank === undefined ? [] : [{ column, field, rank }];
    });
    named.sort((one, other) => one.rank - other.rank);
    this.#named = groupBy(named, ({ field }) => field);
    const holdsValues = ({ values }: Column) => values.some((one) => isGiven(one) && typeof one !== 'object');
    this.named = new Set(named.flatMap(({ column, field }) => (holdsValues(column) ? field : [])));
    this.#distinct = distinctEvents(sample);
    this.#otherZone = otherZoneIn(sample.columns, clock);
    for (const field of ['id', 'uid', 'allDay', 'start', 'end'] as const) this.#prove(field);
    if (!this.proved.has('end')) this.#prove('duration');
    for (const field of ['title', 'description', 'location', 'url', 'category'] as const) this.#prove(field);
  }

  #prove(field: SearchedField): void {
    let best: ColumnPlaceholders | undefined;
    for (const bodies of this.#choices(field)) {
      const { fits } = this.#fitter.fit(this.bodies, bodies);
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
      .flatMap((name) => this.#named.get(name) ?? [])
      .map(({ column }) => column)
      .filter((column) => !isText || this.sample.kind === 'csv' || !isChanged(column));
    const given = named.filter((column) => column.values.some(isGiven));
    // A column that is empty in every event can't be proved, so the likeliest name decides.
    const columns = given.length === 0 && isText ? named.slice(0, 1) : given;
    if (field === 'start' || field === 'end') return yield* this.#times(field, columns);
    for (const column of columns) {
      for (const body of possiblePlaceholders(field, column, this.#distinct, this.#forms(column)))
        yield new Map([[column, body]]);
    }
  }

  #forms(column: Column): TimeForms {
    const forms = this.#known.get(column) ?? timeForms(column, this.#clock, this.sample.columns);
    this.#known.set(column, forms);
    return forms;
  }

  /**
   * Yields the placeholders of a time. It is in one column, or its date and its time of day are in two columns. An end
   * may lack a date of its own, and then has that of the start.
   */
  *#times(field: 'start' | 'end', columns: readonly Column[]): Generator<ColumnPlaceholders> {
    const isOtherZone = (column: Column) =>
      this.#otherZone !== undefined && this.#forms(column).whole.some(isLocal);
    const filled = ({ values }: Column) => values.filter(isGiven).length;
    const sorted = columns
      .filter((column) => !isOtherZone(column))
      .sort((one, other) => filled(other) - filled(one));
    // If the values of an end do not show whether hours have leading zeros, the form of the start is tried first.
    const known = new Set([...this.bodies.values()].map((body) => body.replace(/^start/, '')));
    const forms = (column: Column, part: 'whole' | 'day' | 'clock') =>
      this.#forms(column)[part].toSorted((a, b) => Number(known.has(b)) - Number(known.has(a)));
    const clocks = sorted.flatMap((column) => forms(column, 'clock').map((form) => [column, form] as const));
    const hasClock = clocks.length > 0 || this.#hasUnreadClock(columns);
    for (const name of field === 'end' ? END_NAMES : ['start']) {
      for (const column of sorted) {
        for (const [other, clock] of clocks)
          for (const day of other === column ? [] : forms(column, 'day'))
            yield new Map([
              [column, name + day],
              [other, name + clock],
            ]);
        // If only the date were read, the time of day in the other column would be lost.
        if (hasClock && forms(column, 'day').length > 0) continue;
        for (const form of forms(column, 'whole')) yield new Map([[column, name + form]]);
      }
    }
    // Other columns of the end show that some events end on another day, even if these columns can't be read.
    const isClock = (column: Column) => forms(column, 'clock').length > 0;
    if (field === 'end' && columns.every(isClock))
      for (const [column, form] of clocks) yield new Map([[column, `end${form}`]]);
  }

  /** Returns true for times of day that no form reads, such as `9-10 Uhr` or `{"Hours":9}`. */
  #hasUnreadClock(columns: readonly Column[]): boolean {
    const parts = this.#columns.filter(
      ({ path }) => fieldNamed(path) === undefined && fieldNamed(path.slice(0, -1))?.field === 'start',
    );
    const isUnread = (column: Column) => {
      const { whole, day, clock } = this.#forms(column);
      return (
        whole.length + day.length + clock.length === 0 && column.values.some((one) => /\d/.test(String(one)))
      );
    };
    return (
      columns.some(isUnread) || parts.some(({ values }) => values.some((one) => typeof one === 'number'))
    );
  }

  /**
   * Lists what a person must decide about the columns with times or texts. Each is the text of a note:
   * `no title is proved: {title} may be at "Name"`.
   */
  open(): readonly string[] {
    const { bodies, proved } = this;
    const free = this.sample.columns.filter((column) => column.isInner !== true && !bodies.has(column));
    const starts = proved.has('start') ? [] : free.flatMap((column) => this.#openStart(column));
    const titles = proved.has('title') ? [] : free.filter(({ values }) => isTextual(values.filter(isGiven)));
    const needsEnd = proved.has('start') && !proved.has('end') && !proved.has('duration');
    const ends = needsEnd ? free.flatMap((column) => this.#openEnd(column)) : [];
    return [
      ...starts,
      ...titles.map((column) => `no title is proved: {title} may be at ${nameOf(column)}`),
      ...this.unreadFlags.map(openFlag),
      ...ends,
    ].slice(0, MAX_OPEN);
  }

  /** Lists the columns whose name means the all-day flag, but whose values have no form or several. */
  get unreadFlags(): readonly Column[] {
    const named = this.proved.has('allDay') ? [] : (this.#named.get('allDay') ?? []);
    return named.map(({ column }) => column).filter(({ values }) => values.some(isGiven));
  }

  /**
   * Lists what the sample does not show about the times that it proves. Each is the text of a note.
   * @param events the events of the sample
   */
  unshown(events: readonly ReadEvent[]): readonly string[] {
    const times = [...this.bodies].flatMap(([column, body]) => {
      const [, form] = /^(?:start|end[A-Za-z]*)(.*)$/.exec(body) ?? [];
      if (form === undefined) return [];
      const { whole, day, clock } = this.#forms(column);
      return [{ body, form, isShown: !lacksZeros(form, [...whole, ...day, ...clock]) }];
    });
    const shown = new Set(times.flatMap(({ form, isShown }) => (isShown ? form : [])));
    const zeros = times.find(({ form }) => !shown.has(form));
    const parts = (['start', 'end'] as const)
      .filter((field) => events.some(({ draft }) => draft[field]?.kind === 'date'))
      .flatMap((field) => this.#named.get(field) ?? [])
      .filter(({ column }) => !column.values.some(isGiven));
    return [
      ...(zeros === undefined ? [] : [`whether 9 is written 9 or 09 is not proved for {${zeros.body}}`]),
      ...parts.map(
        ({ column }) =>
          `${nameOf(column)} is always empty: if it can hold a time, use a sample in which it does`,
      ),
    ];
  }

  /** Returns the first form of a whole time that writes values of the column's type. */
  #wholeForm(field: 'start' | 'end', column: Column): string | undefined {
    return this.#forms(column).whole.find((one) => this.#fitter.holds(new Map([[column, field + one]])));
  }

  /** Says why a column is not the end although its name and each of its values suggest it. */
  #openEnd(column: Column): readonly string[] {
    if (fieldNamed(column.path)?.field !== 'end') return [];
    const form = this.#wholeForm('end', column);
    if (form === undefined) return this.#openUnwritten('end', column);
    const { refusal } = this.#fitter.fit(this.bodies, new Map([[column, `end${form}`]]));
    return refusal === undefined ? [] : [`no end is proved: by {end${form}} at ${nameOf(column)} ${refusal}`];
  }

  /** Says that no form writes a column. A column with times of day is left out, because it is only a part of a time. */
  #openUnwritten(field: 'start' | 'end', column: Column): readonly string[] {
    const [first] = column.values.filter(isGiven);
    if (first === undefined || this.#forms(column).clock.length > 0) return [];
    return [
      `no ${field} is proved: no form writes every value at ${nameOf(column)}, such as ${quoted(first)}`,
    ];
  }

  #openStart(column: Column): readonly string[] {
    const field = fieldNamed(column.path)?.field;
    const forms = this.#forms(column);
    const name = nameOf(column);
    if (field !== undefined && field !== 'start') return [];
    if (forms.isAmbiguous)
      return [`no start is proved: ${name} may have the day first or the month, as {start@local:dd/MM/yyyy}`];
    const form = this.#wholeForm('start', column);
    if (form === undefined) return field === 'start' ? this.#openUnwritten('start', column) : [];
    if (forms.whole.some(isLocal) && this.#otherZone !== undefined)
      return [`no start is proved: set TIME_ZONE to the zone beside ${name}, ${this.#otherZone}`];
    const placeholder = `{start${form}}`;
    if (field === undefined) return [`no start is proved: ${placeholder} may be at ${name}`];
    const tried = new Map([[column, `start${form}`]]);
    const { refusal } = this.#fitter.fit(this.bodies, tried);
    const others = new Map([...this.bodies].filter(([, body]) => !body.startsWith('allDay')));
    if (refusal !== undefined && this.#fitter.fit(others, tried).refusal === undefined)
      return [
        `no start is proved: ${name} contradicts the all-day column: is TIME_ZONE that of the old service?`,
      ];
    return refusal === undefined ? [] : [`no start is proved: by ${placeholder} at ${name} ${refusal}`];
  }
}

function openFlag(column: Column): string {
  const given = column.values.filter(isGiven);
  const odd = given.find((value) => flagOf(value) === undefined) ?? given[0];
  return `no allDay is proved: several forms or none write every value at ${nameOf(column)}, such as ${quoted(odd)}`;
}

/**
 * Returns true if a field would change the texts: an import turns CR LF into LF, and reads an empty text as no value.
 * An extra field keeps both. For tables this does not matter, because most are imported once and not served.
 */
function isChanged({ values }: Column): boolean {
  return (
    values.some((value) => typeof value === 'string' && value.includes('\r')) ||
    (values.includes('') && values.some((value) => value == null))
  );
}

const MONTHS_2026 = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month));

/** Returns the first zone in the sample whose offsets differ from the clock's. Times would be wrong by hours. */
function otherZoneIn(columns: readonly Column[], clock: Clock): string | undefined {
  const named = columns
    .filter(({ path }) => path.some(isZoneName))
    .flatMap(({ values }) => values.filter(isGiven));
  const other = [...new Set(named.map(String))].sort().find((name) => {
    const offsetAt = namedZone(name);
    return (
      offsetAt === undefined || MONTHS_2026.some((instant) => offsetAt(instant) !== clock.offsetAt(instant))
    );
  });
  return other && JSON.stringify(other);
}

/** Only the first notes are shown, because nobody reads a longer list. */
const MAX_OPEN = 3;

function nameOf({ path }: Column): string {
  return JSON.stringify(path.join('.'));
}
