import { type ExtraFields, FIELD_NAMES } from '../../formats/event-fields';
import { isCellText, isNullCell, JSON_COLUMN, writtenName } from '../columns/extra-names';
import type { ExtraColumns, Writer } from './writer';

/** CSV with a header (RFC 4180): the fields, then a column for each extra field. */
export const csvWriter: Writer = {
  hasColumns: true,
  head: ({ names, others }) =>
    record([...FIELD_NAMES, ...names.map(writtenName), ...(others ? [JSON_COLUMN] : [])]),
  event: ({ fields, extra }, _first, columns) =>
    record([...FIELD_NAMES.map((field) => String(fields[field])), ...extraCells(extra, columns)]),
  tail: () => '',
};

function extraCells(extra: ExtraFields, { names, others }: ExtraColumns): string[] {
  const cells = names.map((name) => {
    const value = Object.hasOwn(extra, name) ? extra[name] : undefined;
    return isCellText(value) ? value : '';
  });
  return others ? [...cells, otherMembers(extra, new Set(names))] : cells;
}

function otherMembers(extra: ExtraFields, names: ReadonlySet<string>): string {
  const others = Object.entries(extra).filter(([name, value]) => !(names.has(name) && isCellText(value)));
  if (others.length === 0) return '';
  return JSON.stringify(Object.fromEntries(others.map(([name, value]) => [writtenName(name), value])));
}

function record(values: readonly string[]): string {
  return `${values.map(quotedWhereNeeded).join(',')}\r\n`;
}

function quotedWhereNeeded(value: string): string {
  const needsQuotes = isNullCell(value) || /[",\r\n]|^\s|\s$/.test(value);
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}
