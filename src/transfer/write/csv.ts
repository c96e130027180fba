import { FIELD_NAMES } from '../../event/fields';
import type { Writer } from './writer';

/** CSV with a header (RFC 4180). */
export const csvWriter: Writer = {
  head: record(FIELD_NAMES),
  event: (event) => record(FIELD_NAMES.map((field) => String(event[field]))),
  tail: () => '',
};

function record(values: readonly string[]): string {
  return `${values.map(quotedWhereNeeded).join(',')}\r\n`;
}

function quotedWhereNeeded(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
