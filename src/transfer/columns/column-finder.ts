import type { Fields } from '../event-record';
import { type Columns, findColumns, type Mapping } from './columns';

const MAX_KINDS = 1000;

/** Finds the columns of rows, once for all of the same names: most files have rows of one kind. */
export class ColumnFinder {
  readonly #byNames = new Map<string, Columns>();
  #last: { readonly fields: Fields; readonly columns: Columns } | undefined;

  constructor(private readonly mapping: Mapping) {}

  of(fields: Fields): Columns {
    // A row is asked for more than once, one after the other.
    if (this.#last?.fields !== fields) this.#last = { fields, columns: this.#find(fields) };
    return this.#last.columns;
  }

  #find(fields: Fields): Columns {
    const names = Object.keys(fields);
    const kind = names.join('\0');
    const known = this.#byNames.get(kind);
    if (known !== undefined) return known;
    const columns = findColumns(names, this.mapping);
    if (this.#byNames.size >= MAX_KINDS) this.#byNames.clear();
    this.#byNames.set(kind, columns);
    return columns;
  }
}
