import { isObject } from '../../../json';

type Row = Readonly<Record<string, unknown>>;

/** What programs call the names of a table's columns: ColdFusion, pandas, databases. */
const NAMES = /^(columns?|columnnames|fields|headers?)$/i;

/**
 * The rows of a table whose columns are named once beside them, or `undefined`:
 * `{"COLUMNS":["ID",…],"DATA":[[1,…],…]}`, or with a list for each column,
 * `{"COLUMNS":["ID",…],"DATA":{"ID":[1,…],…}}`, as ColdFusion writes queries.
 */
export function tableRows(value: Row): readonly Row[] | undefined {
  const members = Object.entries(value);
  const names = members.find(([name, member]) => NAMES.test(name) && isNames(member))?.[1];
  if (!isNames(names)) return undefined;
  for (const [, member] of members) {
    if (member === names) continue;
    const rows = isObject(member) ? rowsOfColumns(names, member) : rowsOfLists(names, member);
    if (rows !== undefined) return rows;
  }
  return undefined;
}

function isNames(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return (
    value.every((name) => typeof name === 'string' && name !== '') && new Set(value).size === value.length
  );
}

function rowsOfLists(names: readonly string[], lists: unknown): readonly Row[] | undefined {
  // An empty list says nothing of columns.
  if (!Array.isArray(lists) || lists.length === 0) return undefined;
  const isRow = (list: unknown) => Array.isArray(list) && list.length === names.length;
  return lists.every(isRow) ? lists.map((list) => row(names, (index) => list[index])) : undefined;
}

function rowsOfColumns(names: readonly string[], columns: Row): readonly Row[] | undefined {
  const lists = names.map((name) => columns[name]).filter((list) => Array.isArray(list));
  const length = lists[0]?.length ?? 0;
  if (length === 0 || lists.length < names.length || lists.some((list) => list.length !== length))
    return undefined;
  return Array.from({ length }, (_, at) => row(names, (index) => lists[index]?.[at]));
}

function row(names: readonly string[], cellAt: (index: number) => unknown): Row {
  return Object.fromEntries(names.map((name, index) => [name, cellAt(index)]));
}
