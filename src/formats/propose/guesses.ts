import type { Field } from '../../event/fields';
import { isOtherTime, type Proposed, wordRank } from './field-words';
import { clockField, guessFieldAt, idRank, plain, type TimeName } from './guess-field';
import { formOf } from './guess-form';
import { guessClockForm, guessDateForm, guessTimeForm } from './guess-time';

/** What no name tells of an answer's times. */
export interface Supposed {
  /** Instants are of the time zone's clock. */
  readonly isLocal: boolean;
  /** An event that lasts all day ends on its last day. */
  readonly endsOnLastDay: boolean;
}

/** Fields that no name says outright, and how surely words in eight languages must say them. */
export type Sought = ReadonlyMap<Proposed | 'id', number>;

/** The placeholders of one proposal: each field and each extra field is shown once. */
export class Guesses {
  private readonly fields = new Set<Field>();
  private readonly extras = new Set<string>();
  /** Those of `fields` that show no time of day. */
  private readonly dates = new Set<TimeName>();
  /** Those that members seem to be of that show a time of day alone. */
  private readonly clocks = new Set<TimeName>();
  private readonly placedClocks = new Set<TimeName>();

  constructor(
    private readonly supposed: Supposed,
    private readonly sought: Sought,
    private readonly apart: ReadonlySet<TimeName>,
  ) {}

  found(field: Field): boolean {
    return this.fields.has(field);
  }

  /** Times of which a time of day was seen, and no more than a date beside it; an end may have the start's. */
  seenApart(): ReadonlySet<TimeName> {
    return new Set(
      [...this.clocks].filter((field) => this.dates.has(field) || (field === 'end' && !this.found(field))),
    );
  }

  /**
   * A placeholder for the values that a member has in a sample's events; an extra field where it is none of the known
   * ones, or does not look like what its name says.
   * @param path the names of the objects in which it stands, and its own
   * @returns `undefined` for an extra field that no placeholder can name: one without a name, or with braces in it
   */
  placeholder(path: readonly string[], values: readonly unknown[]): string | undefined {
    const name = path.at(-1) ?? '';
    const given = values.filter((value) => value !== undefined && value !== null && value !== '');
    const suffix = values.includes(undefined) ? '?' : values.includes(null) ? '|null' : '';
    for (const field of [guessFieldAt(path), ...this.byWords(path, given)]) {
      if (field === undefined || this.fields.has(field) || isMark(field, name, given)) continue;
      const form = this.formOf(field, given);
      if (form === undefined) continue;
      this.fields.add(field);
      if (isTimeName(field) && guessDateForm(given) !== undefined) this.dates.add(field);
      return `{${this.called(field)}${form}${suffix}}`;
    }
    const clock = this.clockAt(path, given);
    if (clock !== undefined) return `{${clock}${suffix}}`;
    const extra = this.extra(path);
    return name === '' || /[{}]/.test(extra) ? undefined : `{extra.${extra}${suffix || suffixBeside(extra)}}`;
  }

  private clockAt(path: readonly string[], given: readonly unknown[]): string | undefined {
    const form = guessClockForm(given);
    const field = form === undefined || isOtherTime(path) ? undefined : clockField(path);
    if (field === undefined) return undefined;
    this.clocks.add(field);
    if (!this.apart.has(field) || this.placedClocks.has(field)) return undefined;
    this.placedClocks.add(field);
    return this.called(field) + form;
  }

  private called(field: Field): string {
    return field === 'end' && this.supposed.endsOnLastDay ? 'endInclusive' : field;
  }

  private byWords(path: readonly string[], given: readonly unknown[]): readonly Field[] {
    const rank = (field: Proposed | 'id') => (field === 'id' ? idRank(path, given) : wordRank(field, path));
    const fields = [...this.sought].filter(([field, least]) => (rank(field) ?? Infinity) <= least);
    return fields.map(([field]) => field).filter((field) => field === 'id' || suits(field, path, given));
  }

  /** The member's name, with those around it where another has it already. */
  private extra(path: readonly string[]): string {
    let name = path.at(-1) ?? '';
    for (let length = 2; this.extras.has(name); length++)
      name = length > path.length ? `${path.join('.')} ${length}` : path.slice(-length).join('.');
    this.extras.add(name);
    return name;
  }

  private formOf(field: Field, values: readonly unknown[]): string | undefined {
    const date = isTimeName(field) && this.apart.has(field) ? guessDateForm(values) : undefined;
    const form = date ?? formOf(field, values);
    // A pattern says itself whose clock it shows.
    const isEither = form !== undefined && !form.startsWith('@local') && !form.includes('y');
    return isTimeName(field) && this.supposed.isLocal && isEither ? `@local${form}` : form;
  }
}

/** Whether what is called so can be the field by its values, too: a word in a name says less than a name. */
function suits(field: Proposed, path: readonly string[], given: readonly unknown[]): boolean {
  if (field === 'start' || field === 'end')
    return !isOtherTime(path) && (field === 'end' || wordRank('end', path) === undefined);
  if (given.length === 0 || field === 'allDay') return given.length > 0;
  return given.every((value) => typeof value === 'string') && !given.some((value) => isNoText(value));
}

function isTimeName(field: Field): field is TimeName {
  return field === 'start' || field === 'end';
}

function isNoText(value: string): boolean {
  return /^https?:/.test(value) || guessTimeForm([value]) !== undefined;
}

/** A name that ends in `?` or `|null` itself has `|null` appended, so that its end isn't read as a suffix. */
function suffixBeside(name: string): string {
  return /\?$|\|null$/.test(name) ? '|null' : '';
}

/** What says the same of each event says what an event is, as `"kind": "calendar#event"` does, and nothing of one. */
function isMark(field: Field, name: string, values: readonly unknown[]): boolean {
  if (field !== 'category' || plain(name).includes('categor')) return false;
  return values.length > 1 && values.every((value) => value === values[0]);
}
