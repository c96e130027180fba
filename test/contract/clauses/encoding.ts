/** Checks how bytes become characters (contract 2.8, 3.5). */
import {
  type Clause,
  type ClauseAnswer,
  type ClauseRequest,
  clause,
  E11,
  E12,
  envelope,
  fault,
  formatException,
  nothing,
  readError,
  result,
  UNABLE_TO_PROCESS,
  xmlError,
} from './clause';

const before = (bytes: readonly number[]) => (text: string) =>
  Buffer.concat([Buffer.from(bytes), Buffer.from(text)]);
const behind = (bytes: readonly number[]) => (text: string) =>
  Buffer.concat([Buffer.from(text), Buffer.from(bytes)]);
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const utf32le = (text: string) =>
  Buffer.concat(Array.from(text, (one) => Buffer.from(Uint32Array.of(one.codePointAt(0) ?? 0).buffer)));
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const withMark = (encode: (text: string) => Buffer) => (text: string) => encode(`\ufeff${text}`);
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const SOAP12 = 'application/soap+xml';
const ACTION = 'action="{A}SelectEvent"';
/** Each U+00FF in the text becomes a byte that is not valid UTF-8. */
const badUtf8 = (text: string) =>
  Buffer.concat(
    text.split('\u00ff').flatMap((part, at) => [...(at > 0 ? [Buffer.from([0xff])] : []), Buffer.from(part)]),
  );

function boolean(
  contentType: string,
  value: string,
  encode?: ClauseRequest['encode'],
  declaration = '',
): ClauseRequest {
  const soap12 = contentType.startsWith('application/');
  const wrapper = `<SelectEvent xmlns="{ns}"><bolAsJSON>${value}</bolAsJSON></¦SelectEvent>`;
  const headers = { 'Content-Type': contentType, SOAPAction: '"{A}SelectEvent"' };
  const body = declaration + envelope(soap12 ? E12 : E11, wrapper);
  return { method: 'POST', headers, body, ...(encode === undefined ? {} : { encode }) };
}

const shown = (version: '1.1' | '1.2', text: string) =>
  readError(formatException(`The string '${text}' is not a valid Boolean value.`), version);

type Seen = readonly [
  contentType: string,
  sent: string,
  shown: string,
  encode?: ClauseRequest['encode'],
  declaration?: string,
];

const seen: readonly Seen[] = [
  ['text/xml; charset=utf-8', 'é', 'é'],
  ["text/xml; charset=\t'utf-8'", 'é', 'é'],
  ['text/xml; Charset = utf-8 ', 'é', 'é'],
  ['text/xml; charset=iso-8859-1', 'é', 'é', latin1],
  ['text/xml; charset=windows-1252', '\u20ac', '\u20ac', (text) => latin1(text.replace('\u20ac', '\u0080'))],
  ['text/xml', 'é', '?', latin1, declared('iso-8859-1')],
  // .NET knows only the last of these names. It reads the request as ASCII with each of them.
  ...[
    'nope, utf8, utf_8, cesu8, ucs2, binary, base64, hex, utf16, utf16le, utf32, utf-7-imap, ut:f-8, , utf-16 le',
    'ISO8859_1, latin-1, 1252, cp1252, win1252, windows1252, us-ascii',
  ]
    .join(', ')
    .split(', ')
    .map((charset): Seen => [`text/xml; charset=${charset}`, 'Ã©', '??', latin1]),
  ['text/xml; charset=utf-8', '\u00ff', '\ufffd', badUtf8],
  ['text/xml; charset=utf-8', 'é', 'é', undefined, declared('iso-8859-1')],
  ['text/xml; charset=unicode-2-0-utf-8', 'é', 'é'],
  ['text/xml; charset=x-unicode-2-0-utf-8', 'é', 'é'],
  ...['Latin1', 'iso_8859-1:1987', 'x-ansi', 'csISOLatin9'].map(
    (charset): Seen => [`text/xml; charset=${charset}`, 'é', 'é', latin1],
  ),
  ['text/xml; charset=utf-16', 'é', 'é', utf16le],
  ['text/xml; charset=utf-16', 'é', 'é', withMark(utf16le)],
  ['text/xml; charset=utf-16', 'é', 'é', withMark(utf16be)],
  ...['utf-16le', 'ucs-2', 'ISO-10646-UCS-2', 'unicode'].map(
    (charset): Seen => [`text/xml; charset=${charset}`, 'é', 'é', utf16le],
  ),
  ['text/xml; charset=utf-16BE', 'é', 'é', utf16be],
  ['text/xml; charset=unicodeFFFE', 'é', 'é', utf16be],
  // With this Content-Type the declaration is ignored, even if the syntax of its name is wrong.
  ['text/xml; charset=utf-8', 'é', 'é', undefined, declared('-8 ?')],
  ['text/xml; charset=utf-8', 'é', 'é', withMark(utf16be)],
  ['text/xml', 'é', 'é', (text) => Buffer.from(`\ufeff${text}`)],
  ['text/xml; charsetX=utf-8', 'é', 'é'],
  ['text/xml; a="b;charset=utf-8"', 'é', 'é'],
  [SOAP12, 'é', 'é'],
  [SOAP12, 'é', 'é', latin1, declared('iso-8859-1')],
  [SOAP12, 'é', 'é', latin1, `<?xml${' '.repeat(20_000)}version="1.0" encoding='iso-8859-1'?>`],
  ['application/soap+xml; charset=nope', 'é', 'é', latin1, declared('iso-8859-1')],
  [SOAP12, 'é', 'é', withMark(utf16le), declared('utf-16')],
  [SOAP12, 'é', 'é', utf16le, '<?xml version="1.0"?>'],
  [SOAP12, 'é', 'é', utf32le],
  [SOAP12, 'é', 'é', utf32le, declared('ucs-4')],
  [SOAP12, 'é', 'é', undefined, declared('UCS-4')],
  [SOAP12, '\u00ff', '\ufffd', badUtf8, declared('ucs-4')],
  // Only with the name UTF-8 itself the reader is strict.
  [SOAP12, '\u00ff', '\ufffd', badUtf8, declared('unicode-2-0-utf-8')],
  [SOAP12, 'é', 'é', (text) => utf32le(text).swap32()],
  [SOAP12, 'é', 'é', (text) => Buffer.concat([Buffer.from('\ufeff'), latin1(text)]), declared('iso-8859-1')],
  ['application/soap+xml; charset=utf-8', '\u00ff', '\ufffd', badUtf8],
  ['application/soap+xml; charset=utf-8', 'é', 'é', undefined, declared('bogus')],
  ['text/xml; charset=utf-8', 'é', 'é', withMark(utf32le)],
  ['text/xml; charset=utf-8', 'é', 'é', (text) => withMark(utf32le)(text).swap32()],
  // This is a processing instruction and no declaration, so it declares no encoding.
  [SOAP12, 'é', 'é', undefined, '<?ml version="1.0" encoding="bogus"?>'],
];

const unknownEncoding = (line: number, column: number) =>
  fault('1.2', 'Receiver', [
    UNABLE_TO_PROCESS,
    xmlError(`System does not support 'bogus' encoding. Line ${line}, position ${column}.`),
    [
      'System.ArgumentException',
      "'bogus' is not a supported encoding name. For information on defining a custom encoding, see the " +
        'documentation for the Encoding.RegisterProvider method.\r\nParameter name: name',
    ],
  ]);
const BOGUS = declared('bogus');

const unreadable: Readonly<Record<string, [value: string, encode?: Seen[3], declaration?: string]>> = {
  'bytes that are no UTF-8': ['\u00ff', badUtf8],
  'bytes that are no UTF-8 behind a byte order mark': ['\u00ff', withMark(badUtf8)],
  'bytes that are no UTF-8 and are declared as UTF-8': ['\u00ff', badUtf8, declared('UTF-8')],
  'an unknown encoding': ['true', undefined, BOGUS],
};

const wrongXml = (message: string) => fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, xmlError(message)]);
const noMark = wrongXml('There is no Unicode byte order mark. Cannot switch to Unicode.');

/** These requests have no action, so ASMX reads their bytes before it knows the operation. */
const withoutAction: readonly (readonly [string, declaration: string, ClauseAnswer, encode?: Seen[3]])[] = [
  ['an unknown encoding', BOGUS, unknownEncoding(1, 31)],
  [
    'an unknown encoding in the second line',
    BOGUS.replace(' encoding', '\r\nencoding'),
    unknownEncoding(2, 11),
  ],
  [
    'UTF-16 that is declared as UTF-8',
    declared('utf-8'),
    wrongXml("Name cannot begin with the '.' character, hexadecimal value 0x00. Line 1, position 40."),
    utf16le,
  ],
  ...['utf-16', 'UCS-2', 'iso-10646-ucs-2'].map(
    (name) => [`a declaration of ${name} in other bytes`, declared(name), noMark] as const,
  ),
  ['a declaration of UTF-16 in UTF-32', declared('UTF-16'), noMark, utf32le],
  [
    'an invalid character that begins like U+FFFD',
    '',
    wrongXml('Invalid character in the given encoding. Line 1, position 1.'),
    before([0xef, 0xbb]),
  ],
  [
    'a zero before `<`, which looks like UTF-16',
    '',
    wrongXml(
      "The '䕮' character, hexadecimal value 0x456E, cannot be included in a name. Line 1, position 3.",
    ),
    before([0]),
  ],
  [
    'a declaration of unicode in other bytes',
    declared('unicode'),
    wrongXml('Data at the root level is invalid. Line 1, position 41.'),
  ],
];

export const encodingClauses: readonly Clause[] = [
  ...seen.map(([contentType, sent, text, encode, declaration], at) => {
    const soap12 = contentType.startsWith('application/');
    return clause(
      `${soap12 ? '3.5' : '2.8'} case ${at}: ${contentType}`,
      boolean(soap12 ? `${contentType}; ${ACTION}` : contentType, sent, encode, declaration),
      shown(soap12 ? '1.2' : '1.1', text),
    );
  }),
  clause('2.8 EBCDIC is unknown here', boolean('text/xml; charset=IBM037', 'Ã©', latin1), shown('1.1', '??')),
  clause(
    '2.8 an undefined byte of windows-1252',
    boolean('text/xml; charset=windows-1252', '\x81', latin1),
    shown('1.1', '\x81'),
  ),
  clause(
    '2.8 bytes that are no character of gb2312',
    boolean('text/xml; charset=gb2312', '\x81\xff', latin1),
    shown('1.1', '\ufffd\ufffd'),
  ),
  ...[[0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98]].map((bytes) =>
    clause(
      `2.8 an incomplete character of ${bytes.length} bytes at the end is ignored`,
      boolean('text/xml; charset=utf-8', 'true', behind(bytes)),
      result('1.1', 'SelectEvent', 'SelectEvent|0|True'),
    ),
  ),
  clause(
    '2.8 bytes at the end that begin no character',
    boolean('text/xml; charset=utf-8', 'true', behind([0xed, 0xa0])),
    nothing('1.1', 400),
  ),
  clause(
    '2.8 UTF-7 with a byte beyond ASCII',
    boolean('text/xml; charset=utf-7', '\xe9', latin1),
    shown('1.1', 'é'),
  ),
  ...Object.entries(unreadable).map(([name, sent]) =>
    clause(`3.5 ${name}, action known`, boolean(`${SOAP12}; ${ACTION}`, ...sent), nothing('1.2', 400)),
  ),
  ...withoutAction.map(([name, declaration, answer, encode]) =>
    clause(`3.5 ${name}, no action`, boolean(SOAP12, 'true', encode, declaration), answer),
  ),
  clause(
    '3.5 UTF-8 in capitals',
    boolean(SOAP12, 'true', undefined, declared('UTF-8')),
    result('1.2', 'SelectEvent', 'SelectEvent|0|True'),
  ),
  clause(
    '3.5 an incomplete character at the end is ignored',
    boolean(SOAP12, 'true', (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xf0, 0x9f])])),
    result('1.2', 'SelectEvent', 'SelectEvent|0|True'),
  ),
  clause(
    '3.5 a NUL at the end behind white space is ignored',
    boolean(SOAP12, 'true', (text) => Buffer.from(`${text}\r\n\0`)),
    result('1.2', 'SelectEvent', 'SelectEvent|0|True'),
  ),
  clause(
    '3.5 a NUL before white space is not ignored',
    boolean(`${SOAP12}; ${ACTION}`, 'true', (text) => Buffer.from(`${text}\n\0\n`)),
    nothing('1.2', 400),
  ),
];
