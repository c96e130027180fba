import { FIELD_NAMES, FIELDS, type Field } from '../../event/fields';
import { TEXT_MEMBERS } from '../../formats/propose/field-words';
import { isObject } from '../../json';
import { readTime } from '../../time/iso';
import type { ColumnFinder } from '../columns/column-finder';
import { type Path, valueAt } from '../columns/columns';
import { idOf, isKey, present } from '../columns/values';
import type { Fields } from '../event-record';
import { mapOption, type Proposal } from './proposals';

/** Where ids stand in an object that is one: MongoDB's `{"$oid":…}`, DynamoDB's `{"S":…}`; else in its one member. */
const ID_MEMBERS = ['$oid', '$uuid', 'S', 'N', 'value', 'id'] as const;

/**
 * The `--map` that takes what a field's own column holds and the field can't be: an id of another program as the uid,
 * of an object what is in it. `undefined` where none would.
 */
export function misfit(field: Field, path: Path, value: unknown): Proposal | undefined {
  const { kind } = FIELDS[field];
  if (kind === 'id') return otherId(path, value);
  if (!isObject(value) || kind === 'flag') return undefined;
  const member = kind === 'time' ? timeMember(value) : textMember(value);
  return member === undefined ? undefined : [field, [...path, member].join('.')];
}

type Members = Readonly<Record<string, unknown>>;

function otherId(path: Path, value: unknown): Proposal | undefined {
  if (!isObject(value))
    return idOf(value) === undefined && isKey(value) ? ['uid', path.join('.')] : undefined;
  const names = Object.keys(value);
  const member = ID_MEMBERS.find((name) => isKey(value[name])) ?? (names.length === 1 ? names[0] : undefined);
  return member !== undefined && isKey(value[member]) ? ['uid', [...path, member].join('.')] : undefined;
}

/** JSON-LD's `@type` says what the object is, and is none of its texts. */
function textMember(value: Members): string | undefined {
  const isText = (name: string) => typeof value[name] === 'string' && !name.startsWith('@');
  return TEXT_MEMBERS.find(isText) ?? Object.keys(value).find(isText);
}

/** The zone may stand before the time. */
function timeMember(value: Members): string | undefined {
  const names = Object.keys(value);
  return names.find((name) => readTime(String(value[name])) !== undefined) ?? names[0];
}

/**
 * Those of the first rows, one for each field: a refusal tells them together, so that nobody meets them one by one. Of
 * rows that hold a field in different members, or as it is, one `--map` takes all.
 */
export function misfitsOf(rows: readonly Fields[], columns: ColumnFinder): Proposal[] {
  const found = new Map<Field, Set<string>>();
  const plain = new Map<Field, string>();
  for (const row of rows) {
    const { of } = columns.of(row);
    for (const field of FIELD_NAMES) {
      const column = of.get(field)?.find(({ path }) => holds(row, path));
      if (column === undefined || column.guessed) continue;
      const value = valueAt(row, column.path);
      const [target, name] = misfit(field, column.path, value) ?? [];
      if (target !== undefined && name !== undefined)
        found.set(target, (found.get(target) ?? new Set()).add(name));
      else if (!isObject(value)) plain.set(field, column.path.join('.'));
    }
  }
  return Array.from(found, ([field, names]): Proposal => {
    // Of uids one column is all: a uid may be whatever the ids of the other rows are.
    if (field === 'uid') return [field, [...names][0] ?? ''];
    const asItIs = plain.get(field);
    const members = [...names].sort((one, other) => memberRank(one) - memberRank(other));
    return [field, [...members, ...(asItIs === undefined ? [] : [asItIs])].join('|')];
  });
}

/** What an object is called goes before its address. */
function memberRank(name: string): number {
  const rank = TEXT_MEMBERS.findIndex((member) => name.endsWith(`.${member}`));
  return rank === -1 ? TEXT_MEMBERS.length : rank;
}

/** What a refusal of the value proposes: what all of the first rows need, where that takes it. */
export function misfitIn(misfits: readonly Proposal[], alone: Proposal): Proposal {
  const [field, name] = alone;
  return misfits.find(([other, names]) => other === field && names.split('|').includes(name)) ?? alone;
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
