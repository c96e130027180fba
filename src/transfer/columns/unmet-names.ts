import type { Field } from '../../formats/event-fields';
import { listed, quoted, TransferError } from '../errors';
import type { Fields, Row } from '../event-record';
import { ColumnFinder, type Mapping, type Path } from './columns';

const MAX_NAMES = 31;

/** Watches whether the names that `--map` gives are anywhere: one that is not leaves its field empty in every event. */
export class UnmetNames {
  readonly #columns: ColumnFinder;
  /** Fields of which no column was met, and those of which no time of day was. */
  readonly #unmet: Set<Field>;
  readonly #clockless = new Set<Field>();
  readonly #names = new Set<string>();
  #rows = 0;

  constructor(private readonly mapping: Mapping) {
    this.#columns = new ColumnFinder(mapping);
    this.#unmet = new Set(mapping.keys());
    for (const [field, name] of mapping) if (name.includes('+')) this.#clockless.add(field);
  }

  look(row: Row): void {
    this.#rows += 1;
    if ('draft' in row || (this.#unmet.size === 0 && this.#clockless.size === 0)) return;
    const { of } = this.#columns.of(row.fields);
    for (const field of [...this.#unmet, ...this.#clockless]) {
      const columns = of.get(field) ?? [];
      if (columns.some(({ path }) => isIn(row.fields, path))) this.#unmet.delete(field);
      const isSplit = columns.some(({ clock }) => clock !== undefined);
      if (!isSplit || columns.some(({ clock }) => clock !== undefined && isIn(row.fields, clock)))
        this.#clockless.delete(field);
    }
    for (const name of Object.keys(row.fields)) if (this.#names.size < MAX_NAMES) this.#names.add(name);
  }

  /** @throws TransferError when rows came and a name was in none of them */
  refuse(files: string): void {
    const [field] = [...this.#unmet, ...this.#clockless];
    if (field === undefined || this.#rows === 0) return;
    const given = quoted(`${field}=${this.mapping.get(field)}`, 80);
    throw new TransferError(
      this.#names.size === 0
        ? `--map ${given} has nothing to name in ${files}: calendars and format files name the fields themselves.`
        : `--map ${given} names what no row of ${files} has; there is ${listed([...this.#names])}.`,
    );
  }
}

/** An empty cell of a column is there; a member that no row has is not. */
function isIn(fields: Fields, path: Path): boolean {
  let value: unknown = fields;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = Reflect.get(value, step);
  }
  return true;
}
