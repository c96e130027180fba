/** Decodes the character sets that .NET and iconv-lite decode differently, in the way of .NET (contract 2.8). */
import iconv from 'iconv-lite';
import { lazy } from '../lib/memoize';

const BASE64 = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (character, index) => [
    character.charCodeAt(0),
    index,
  ]),
);
const [NUL, PLUS, MINUS] = [0, 0x2b, 0x2d];

/**
 * Decodes like .NET's UTF7Encoding. After a `+` each character of Base64 has six bits of UTF-16, until another byte ends
 * the sequence. A byte beyond ASCII is the character of the same number.
 */
export function utf7(bytes: Buffer): string {
  const units = Buffer.allocUnsafe(2 * bytes.length);
  let length = 0;
  let inBase64 = false;
  let isFirst = false;
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    const value = inBase64 ? BASE64.get(byte) : undefined;
    if (value !== undefined) {
      bits = ((bits << 6) | value) & 0xffffff;
      count += 6;
      if (count >= 16) {
        count -= 16;
        length = units.writeUInt16LE((bits >> count) & 0xffff, length);
      }
      isFirst = false;
    } else if (byte === PLUS) {
      [inBase64, isFirst, bits, count] = [true, true, 0, 0];
    } else {
      // `+-` is a plus. Any other minus only ends the sequence, as a NUL does.
      const isEnd = inBase64 && (byte === MINUS || byte === NUL);
      if (!isEnd) length = units.writeUInt16LE(byte, length);
      else if (isFirst && byte === MINUS) length = units.writeUInt16LE(PLUS, length);
      inBase64 = false;
    }
  }
  return units.toString('utf16le', 0, length);
}

/**
 * Maps encodings to a private-use character. .NET reads the first byte from 0xa0 on that the encoding does not define
 * as this character, and each further undefined byte as the next character.
 */
const PRIVATE_FROM: Readonly<Record<string, number>> = {
  'iso-8859-3': 0xf7f5,
  'iso-8859-6': 0xf7c8,
  'iso-8859-7': 0xf7c2,
  'iso-8859-8': 0xf79c,
  'windows-1253': 0xf8f9,
  'windows-1255': 0xf88d,
  'windows-1257': 0xf8fc,
  'windows-874': 0xf8c1,
  cp857: 0xf8bb,
  cp864: 0xf8be,
  maccroatian: 0xf8ff,
  macgreek: 0xf8a0,
  maciceland: 0xf8ff,
  macintosh: 0xf8ff,
  macromania: 0xf8ff,
};

/**
 * Maps encodings to the bytes that .NET reads as another character than iconv-lite does. Each byte is followed by the
 * character in .NET. U+FFFD stands for a byte that the encoding does not define.
 */
const OTHERS: Readonly<Record<string, string>> = {
  'asmo-708':
    '\x80│\x81┤\x82é\x83â\x84╡\x85à\x86╢\x87ç\x88ê\x89ë\x8aè\x8bï\x8cî\x8d╖\x8e╕\x8f╣\x90║\x91╗\x92╝\x93ô' +
    '\x94╜\x95╛\x96û\x97ù\x98┐\x99└\xa0\uf8c1\xa1┴\xa2┬\xa3├\xa5─\xa6┼\xa7╞\xa8╟\xa9╚\xaa╔\xab╩\xad╦\xae«' +
    '\xaf»\xb0░\xb1▒\xb2▓\xb3╠\xb4═\xb5╬\xb6╧\xb7╨\xb8╤\xb9╥\xba╙\xbc╘\xbd╒\xbe╓\xc0╫\xdb█\xdc▄\xdd▌\xde▐' +
    '\xdf▀\xf3\uf8c2\xf4\uf8c3\xf5\uf8c4\xf6\uf8c5\xf7\uf8c6\xf8\uf8c7\xf9╪\xfa┘\xfb┌\xfcµ\xfd£\xfe■' +
    '\xff\u00a0',
  'iso-8859-7': '\xa1\u02bd\xa2\u02bc\xa4\ufffd\xa5\ufffd\xaa\ufffd',
  'iso-8859-8': '\xaf\u203e\xfd\ufffd\xfe\ufffd',
  cp864: '%%',
  macintosh: '\xdb\u20ac',
  macthai:
    '\x7f?\x83\u0e48\x84\u0e49\x85\u0e4a\x86\u0e4b\x87\u0e4c\x88\u0e48\x89\u0e49\x8a\u0e4a\x8b\u0e4b\x8c\u0e4c' +
    '\x8f\u0e4d\x90?\x92\u0e31\x93\u0e47\x94\u0e34\x95\u0e35\x96\u0e36\x97\u0e37\x98\u0e48\x99\u0e49\x9a\u0e4a' +
    '\x9b\u0e4b\x9c\u0e4c\x9f?\xfc?\xfd?\xfe?\xff?',
  macturkish: '\xf0\uf8ff\xf5\uf8a0',
};

/**
 * Returns the decoder of an encoding whose characters are single bytes. As in .NET, a byte that the encoding does not
 * define is also a character.
 */
export function singleByteDecoder(name: string): (bytes: Buffer) => string {
  const table = lazy(() => {
    const others = new Map(OTHERS[name]?.match(/../gs)?.map(([byte, character]) => [byte, character]));
    let undefinedAs = PRIVATE_FROM[name] ?? 0xfffd;
    return Array.from({ length: 256 }, (_, byte) => {
      const character = others.get(String.fromCharCode(byte)) ?? iconv.decode(Buffer.of(byte), name);
      if (character !== '\ufffd') return character.charCodeAt(0);
      return byte < 0xa0 ? byte : undefinedAs++;
    });
  });
  return (bytes) => {
    const characters = table();
    const units = Buffer.allocUnsafe(2 * bytes.length);
    let length = 0;
    for (const byte of bytes) length = units.writeUInt16LE(characters[byte] ?? 0, length);
    return units.toString('utf16le');
  };
}
