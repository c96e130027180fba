/** Recognises files of events, and files that can't have events, by their names and their first bytes. */
import path from 'node:path';
import { TransferError } from '../errors';

export const FILE_FORMATS = ['json', 'jsonl', 'csv', 'ics'] as const;

export type FileFormat = (typeof FILE_FORMATS)[number];

export const FORMAT_OF_EXTENSION: ReadonlyMap<string, FileFormat> = new Map([
  ['.json', 'json'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.ics', 'ics'],
]);

/**
 * Detects the format of a file by its name, or else by its first characters. JSON that begins with an object may be
 * JSON Lines, because some tools write them into .json files.
 */
export function detectFormat(name: string, head: string): FileFormat {
  const named = FORMAT_OF_EXTENSION.get(path.extname(name).toLowerCase());
  if (named !== undefined) return named;
  if (/^[[{]/.test(head)) return 'json';
  return /^BEGIN:VCALENDAR/i.test(head) ? 'ics' : 'csv';
}

/** Lists the first bytes of files without events, each with their kind and, after a colon, advice. */
const SIGNATURES: readonly (readonly [beginning: string, what: string])[] = [
  ['PK\x03\x04', 'a spreadsheet (.xlsx, .ods) or another zip archive: save the sheet as CSV and import that'],
  ['\xd0\xcf\x11\xe0', 'an old spreadsheet or document (.xls, .doc): save the sheet as CSV and import that'],
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'a document (RTF)'],
  ['\x1f\x8b', 'a gzip archive: unpack it and import what is in it'],
  ['SQLite format 3', 'an SQLite database: export its table as CSV and import that'],
  ['\x00\x01\x00\x00Standard ', 'an Access database: export its table as CSV and import that'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
];

export const FORMATS_EXPECTED = 'JSON, JSON Lines, CSV with a header or iCalendar are expected';

/**
 * Checks the first bytes of a file.
 * @throws TransferError that names the kind of file if it can't hold events
 */
export function refuseOtherFiles(head: Uint8Array, file: string): void {
  const beginning = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([signature]) => beginning.startsWith(signature));
  if (found === undefined) return;
  const [, what] = found;
  throw new TransferError(`${file} looks like ${what}${what.includes(':') ? '' : `; ${FORMATS_EXPECTED}`}.`);
}

/** @throws TransferError if the text has nothing but white space */
export function refuseEmpty(text: string, file: string): void {
  if (text.trim() === '') throw new TransferError(`${file} is empty.`);
}

/** Matches an HTML table. Some programs save an HTML table with the file name of a spreadsheet. */
const HTML_TABLE = /<table\b[^<>]*>\s*<(?:thead|tbody|tr|caption|colgroup|col)\b/i;

/**
 * Checks the beginning of a text.
 * @throws TransferError that names the kind of text if it can't be read as events
 */
export function refuseOtherText(head: string, file: string): void {
  const start = head.trimStart();
  const isPage = /^<(!doctype html|html)/i.test(start);
  // In other markup a table may be part of a description.
  const isHtml = isPage || /^<(?:table|body|div|section|center|meta|style)\b/i.test(start);
  if (isHtml && HTML_TABLE.test(head))
    throw new TransferError(
      `${file} looks like an HTML table; open it in a spreadsheet program, save it as CSV and import that.`,
    );
  if (isPage) throw new TransferError(`${file} looks like an HTML page; ${FORMATS_EXPECTED}.`);
  if (/^"?ListSchema=/.test(start))
    throw new TransferError(
      `${file} begins with SharePoint's line ListSchema=, and its header follows: remove that line.`,
    );
  if (CUT_JSON.test(start))
    throw new TransferError(
      `${file} is JSON that SQL Server cut into lines of 2033 characters (FOR JSON): join its lines.`,
    );
}

/** Matches the name of SQL Server's FOR JSON column, or JSON that has a line break in a value after 2033 characters. */
const CUT_JSON = /^"?JSON_F52E2B61-18A1-11d1-B105-00805F49916B|^\[\{[^\r\n]{2030}[^\r\n,[{}\]]\r?\n/i;
