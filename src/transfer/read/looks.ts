import { TransferError } from '../errors';

/** How files begin that are taken for event files by mistake: their first bytes, what they are, what to do. */
const SIGNATURES: readonly (readonly [beginning: string, what: string])[] = [
  ['PK\x03\x04', 'a spreadsheet (.xlsx, .ods) or another zip archive: save the sheet as CSV and import that'],
  ['\xd0\xcf\x11\xe0', 'an old spreadsheet or document (.xls, .doc): save the sheet as CSV and import that'],
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'a document (RTF)'],
  ['\x1f\x8b', 'a gzip archive: unpack it and import what is in it'],
  ['SQLite format 3', 'an SQLite database: export its table as CSV and import that'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['GIF8', 'a picture'],
];

export const EXPECTED = 'JSON, JSON Lines, CSV with a header or iCalendar are expected';

/**
 * Looks at the first bytes of a file.
 * @throws TransferError that names what they are, when that is nothing that holds events
 */
export function refuseOtherFiles(head: Uint8Array, file: string): void {
  const beginning = Buffer.from(head.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([signature]) => beginning.startsWith(signature));
  if (found !== undefined) throw new TransferError(`${file} looks like ${found[1]}; ${EXPECTED}.`);
}

/** A table of HTML, which programs save under the names of spreadsheets too. */
const HTML_TABLE = /<table\b[^<>]*>\s*<(?:thead|tbody|tr|caption|colgroup|col)\b/i;

/** The same for text, as far as it can be told before it is read. */
export function refuseHtml(head: string, file: string): void {
  const isPage = /^\s*<(!doctype html|html)/i.test(head);
  // In other markup a table may stand in a description.
  const isHtml = isPage || /^\s*<(?:table|body|div|section|center|meta|style)\b/i.test(head);
  if (isHtml && HTML_TABLE.test(head))
    throw new TransferError(
      `${file} looks like an HTML table; open it in a spreadsheet program, save it as CSV and import that.`,
    );
  if (isPage) throw new TransferError(`${file} looks like an HTML page; ${EXPECTED}.`);
}
