import type { SourceValue } from '../../formats/draft';
import { FIELDS, type Field, idOf, specOf, type TextField } from '../../formats/event-fields';
import { isZoneName } from '../../formats/names';
import { isObject, type JsonValue, valueAt } from '../../lib/json';
import { FLAGS_ALLOWED, flagOf } from '../../lib/text/flags';
import { shellWord } from '../../lib/text/messages';
import { type Column, type Columns, type Path, pathsOf, withoutPaths } from '../columns/columns';
import { extraName } from '../columns/extra-names';
import type { Advice, RowRefusal } from '../errors';
import type { RawRow } from '../event-record';
import { ID_ALLOWED, refusalOf } from './draft';
import { isSafeAddress } from './values';

/** Reads the fields of one row from their columns, and knows the names of these columns for messages. */
export class RowFields {
  readonly refusals: RowRefusal[] = [];

  constructor(
    readonly row: RawRow,
    readonly columns: Columns,
  ) {}

  text(field: TextField): string | undefined {
    return this.parsed(field, (value) => textOf(field, value), 'must be text');
  }

  id(): number | undefined {
    const name = this.columns.byField.has('uid') ? this.sourceOf('id').name : 'NAME';
    const effect = `${shellWord(`uid=${name}`)} reads ids of other forms`;
    return this.parsed('id', idOf, ID_ALLOWED, { option: 'map', effect });
  }

  flag(field: Field): boolean | undefined {
    return this.parsed(field, flagOf, FLAGS_ALLOWED);
  }

  private parsed<Value>(
    field: Field,
    parse: (value: unknown) => Value | undefined,
    allowed: string,
    advice?: Advice,
  ): Value | undefined {
    const [value] = this.valuesOf(field);
    return value === undefined ? undefined : (parse(value) ?? this.refuse(field, allowed, advice));
  }

  /**
   * Returns the values that belong to no field. An alternative of `--map` that is not used, but has a value, is one of
   * these.
   */
  extra(): Record<string, JsonValue> {
    const taken = [...this.columns.byField].flatMap(([field, columns]) => {
      const used = this.columnOf(field);
      return columns.flatMap((column) => {
        if (column === used && !this.isOther(field, column)) return pathsOf(column);
        return pathsOf(column).filter((path) => this.presentValue(path) === undefined);
      });
    });
    const others = withoutPaths(this.row.fields, taken).map(([name, value]) => [extraName(name), value]);
    // The cast is safe, because values come from JSON.parse or are texts.
    return Object.fromEntries(others) as Record<string, JsonValue>;
  }

  refuse(field: Field, allowed: string, advice?: Advice): undefined {
    this.refusals.push(refusalOf(this.row.place, this.sourceOf(field), allowed, advice));
    return undefined;
  }

  /** Returns the value of a field, and the value of the column with its time of day. */
  valuesOf(field: Field): readonly [value: unknown, clock: unknown] {
    const column = this.columnOf(field);
    return [this.presentValue(column?.path), this.presentValue(column?.clock)];
  }

  sourceOf(field: Field): SourceValue {
    return {
      name: this.columnOf(field)?.path.join('.') ?? field,
      values: this.valuesOf(field).filter((value) => value !== undefined),
    };
  }

  /**
   * Returns the first of a field's columns that has a value, or else the first that has a time of day, or else the first
   * whose name was not guessed.
   */
  columnOf(field: Field): Column | undefined {
    const columns = this.columns.byField.get(field);
    return (
      columns?.find((one) => this.holds(field, one)) ??
      columns?.find(({ clock }) => this.presentValue(clock) !== undefined) ??
      columns?.find(({ isGuessed }) => !isGuessed)
    );
  }

  /** Finds the column that names the time zone of a field: first beside the field, then in the enclosing objects. */
  zoneBeside(field: Field): { readonly column: string; readonly zone: string } | undefined {
    const parents = (this.columnOf(field)?.path ?? []).map((_, index, path) => path.slice(0, index));
    for (const parent of parents.reverse()) {
      const object = valueAt(this.row.fields, parent);
      for (const name of Object.keys(object ?? {}).filter(isZoneName)) {
        const zone = valueAt(object, [name]);
        if (typeof zone === 'string' && zone.trim() !== '')
          return { column: [...parent, name].join('.'), zone };
      }
    }
    return undefined;
  }

  /**
   * Returns true if a value is not the field's, but an extra field: an object, or a value of the wrong type in a column
   * that was guessed.
   */
  private isOther(field: Field, column: Column): boolean {
    const value = this.presentValue(column.path);
    if (isObject(value)) return true;
    return column.isGuessed && value !== undefined && !fits(field, value);
  }

  private holds(field: Field, column: Column): boolean {
    return this.presentValue(column.path) !== undefined && !this.isOther(field, column);
  }

  /** Returns the value at a path. `null` and empty text count as absent. */
  private presentValue(path: Path | undefined): unknown {
    const value = path && valueAt(this.row.fields, path);
    return value === null || value === '' ? undefined : value;
  }
}

function textOf(field: Field, value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  // Ids of other programs may be numbers. Numbers that are too large for a safe integer lose digits in JSON, so that
  // different ids could become one.
  return field === 'uid' && Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Returns true if a value fits the field that was guessed from its column's name. */
function fits(field: Field, value: unknown): boolean {
  switch (FIELDS[field].kind) {
    case 'id':
      return idOf(value) !== undefined;
    case 'flag':
      // Only the flag has a name like this, so an unknown word is refused. Otherwise an all-day event could become an
      // event with times.
      return true;
    case 'time':
      return typeof value === 'string' || typeof value === 'number';
    case 'text': {
      const text = textOf(field, value);
      return text !== undefined && (!specOf(field).isAddress || isSafeAddress(text));
    }
  }
}
