import { FIELD_NAMES, FIELDS, type Field } from '../../event/fields';
import { TEXT_MEMBERS } from '../../formats/file/field-words';
import { isObject } from '../../json';
import type { ColumnFinder } from './column-finder';
import { type Path, valueAt } from './columns';
import { mapOption, type Proposal } from './proposals';
import type { Fields } from './sample';
import { idOf, isKey, present } from './values';

/**
 * The `--map` that takes what a field's own column holds and the field can't be: an id of another program as the uid, of
 * an object what is in it. `undefined` where none would.
 */
export function misfit(field: Field, path: Path, value: unknown): Proposal | undefined {
  if (FIELDS[field].kind === 'id')
    return idOf(value) === undefined && isKey(value) ? ['uid', path.join('.')] : undefined;
  if (!isObject(value) || FIELDS[field].kind === 'flag') return undefined;
  const names = Object.keys(value);
  const isText = (name: string) => typeof value[name] === 'string';
  const known = FIELDS[field].kind === 'text' ? TEXT_MEMBERS.find((name) => isText(name)) : undefined;
  const member = known ?? (FIELDS[field].kind === 'text' ? names.find(isText) : names[0]);
  return member === undefined ? undefined : [field, [...path, member].join('.')];
}

/** Those of the first rows, one for each field: a refusal tells them together, so that nobody meets them one by one. */
export function misfitsOf(rows: readonly Fields[], columns: ColumnFinder): Proposal[] {
  const found = new Map<Field, Proposal>();
  for (const row of rows) {
    const { of } = columns.of(row);
    for (const field of FIELD_NAMES) {
      const column = found.has(field) ? undefined : of.get(field)?.find(({ path }) => holds(row, path));
      if (column === undefined || column.guessed) continue;
      const proposal = misfit(field, column.path, valueAt(row, column.path));
      if (proposal !== undefined) found.set(field, proposal);
    }
  }
  return [...found.values()];
}

function holds(row: Fields, path: Path): boolean {
  return present(valueAt(row, path)) !== undefined;
}

/** What goes behind a refusal that has another way of its own: `''` where nothing else is in the way. */
export function alsoNeeded(proposals: readonly Proposal[]): string {
  return proposals.length === 0
    ? ''
    : `; these will be needed too: ${proposals.map((one) => mapOption(one)).join(' ')}`;
}
