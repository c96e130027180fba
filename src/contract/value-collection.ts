/**
 * The pairs of a query string or a form body as ASP.NET's HttpValueCollection reads them (contract 1.5, 5.3):
 * split at `&`, each piece at its first `=`; a piece without `=` is a value with a null key; names compare without
 * case; the values of one name are joined with commas.
 */
export interface ValueCollection {
  /** Values of `name`, in any letter case, joined with `,`; `undefined` when the name does not occur. */
  get(name: string): string | undefined;
  /** The values without a name, joined with `,`; `undefined` when there are none. */
  readonly nullKey: string | undefined;
  /** Names in the order in which they first occur; `name` is `undefined` for the values without one. */
  readonly entries: readonly ValueEntry[];
}

export interface ValueEntry {
  readonly name: string | undefined;
  /** One item for each time that the name occurs. */
  readonly values: readonly string[];
}

/** ASP.NET's own limit (`aspnet:MaxHttpCollectionKeys`), against forms made to fill its memory. */
const MAX_NAMES = 1000;

/** There are more than 1,000 different names. */
export class TooManyNamesError extends Error {
  override readonly name = 'TooManyNamesError';
}

/** Turns the bytes of one decoded name or value into text. */
export type BytesDecoder = (bytes: Buffer) => string;

const utf8: BytesDecoder = (bytes) => bytes.toString('utf8');

/**
 * Reads `raw`: a query string without its `?`, each character a byte as Node's parser hands it over, or a form body.
 * @throws TooManyNamesError
 */
export function parseValues(raw: string | Buffer, decode: BytesDecoder = utf8): ValueCollection {
  const text = typeof raw === 'string' ? raw : raw.toString('latin1');
  const entries = new Map<string | undefined, { name: string | undefined; values: string[] }>();
  for (const piece of text === '' ? [] : text.split('&')) {
    const equals = piece.indexOf('=');
    const name = equals < 0 ? undefined : urlDecode(piece.slice(0, equals), decode);
    const value = urlDecode(equals < 0 ? piece : piece.slice(equals + 1), decode);
    const key = name === undefined ? undefined : foldCase(name);
    const entry = entries.get(key);
    if (entry !== undefined) entry.values.push(value);
    else if (entries.size < MAX_NAMES) entries.set(key, { name, values: [value] });
    else throw new TooManyNamesError();
  }
  const joined = (key: string | undefined) => entries.get(key)?.values.join(',');
  return {
    get: (name) => joined(foldCase(name)),
    nullKey: joined(undefined),
    entries: [...entries.values()],
  };
}

/** Ordinal and without case, as OrdinalIgnoreCase has it for the names that this contract knows: ASCII letters only. */
function foldCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * HttpUtility.UrlDecode: `+` is a blank, `%XX` a byte, `%uXXXX` a UTF-16 code unit; anything else after `%` stays
 * as it is (contract 5.3). `text` holds one byte a character.
 */
export function urlDecode(text: string, decode: BytesDecoder = utf8): string {
  if (!/[+%\u0080-\u00ff]/.test(text)) return text;
  let result = '';
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  const flush = () => {
    if (length > 0) result += decode(bytes.subarray(0, length));
    length = 0;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const escaped = character === PERCENT ? ESCAPE.exec(text.slice(at, at + 6)) : null;
    if (escaped?.[1] !== undefined) {
      flush();
      result += String.fromCharCode(Number.parseInt(escaped[1], 16));
    } else if (escaped?.[2] !== undefined) {
      bytes[length++] = Number.parseInt(escaped[2], 16);
    } else {
      bytes[length++] = character === PLUS ? BLANK : character;
    }
    if (escaped !== null) at += escaped[0].length - 1;
  }
  flush();
  return result;
}

const [PERCENT, PLUS, BLANK] = [0x25, 0x2b, 0x20];
/** Only a small `u` makes a code unit. */
const ESCAPE = /^%(?:u([0-9a-fA-F]{4})|([0-9a-fA-F]{2}))/;
