import { FIELDS } from '../event-record';
import type { Writer } from './writer';

/** CSV with a header (RFC 4180). */
export const csvWriter: Writer = {
  head: record([...FIELDS]),
  event: (event) => record(FIELDS.map((field) => String(event[field]))),
  tail: () => '',
};

function record(values: readonly string[]): string {
  return `${values.map(quotedWhereNeeded).join(',')}\r\n`;
}

function quotedWhereNeeded(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
