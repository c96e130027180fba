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

/** The same for text, as far as it can be told before it is read. */
export function refuseHtml(head: string, file: string): void {
  if (/^\s*<(!doctype html|html)/i.test(head))
    throw new TransferError(`${file} looks like an HTML page; ${EXPECTED}.`);
}
