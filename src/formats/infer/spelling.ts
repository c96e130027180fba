/**
 * Finds how a service spells JSON or XML where they allow several spellings, so that the format writes the same
 * spelling.
 */
import { splitAtStrings } from '../../lib/json';
import { characterOf, ESCAPABLE, escapeOf, replaceParts } from '../json-spelling';
import { escapeLikeXmlTextWriter, referencesIn } from '../xml-text';
import { SPECIAL_MARKUP } from '../xml-tree';
import { type Column, isGiven, type Sample } from './sample';

const JSON_DATE = /^"(\\?)\/Date\([-+\d]+\)\\?\/"$/;
/** Some serializers escape all characters beyond ASCII, and others only surrogates. */
const RANGES = ['\u0080-\uffff', '\ud800-\udfff'];
const ESCAPE = /\\(?:u([\da-f]{4})|(.))/gi;

interface Spelling {
  readonly escape?: string;
  readonly space?: Readonly<Record<string, string>>;
  readonly emptyElement?: string;
}

/** Returns the spelling that the sample always uses for characters, for white space and for empty elements. */
export function spellingOf({ kind, answers }: Sample): Spelling {
  if (kind === 'json') {
    const space = spaceIn(answers);
    return { ...jsonEscapeIn(answers), ...(space && { space }) };
  }
  const texts = answers.join('\n');
  return kind === 'xml' ? { ...xmlEscapeIn(texts), ...emptyElementIn(texts) } : {};
}

function jsonEscapeIn(answers: readonly string[]): Pick<Spelling, 'escape'> {
  const all = stringsIn(answers)
    .filter((text) => !JSON_DATE.test(text))
    .map((text) => text.slice(1, -1))
    .join('');
  const found = [...all.matchAll(ESCAPE)];
  const escaped = found.map(([, hex, character = '']) => (hex === undefined ? character : characterOf(hex)));
  // A backslash before a quote is the shortest way to write the quote, so it does not count as an escape.
  const plain = all.replace(ESCAPE, (_, _hex, character) => (character === '"' ? character : ''));
  const isAlways = (one: RegExp) => one.test(escaped.join('')) && !one.test(plain);
  const range = RANGES.find((one) => isAlways(new RegExp(`[${one}]`)));
  const always = [...new Set(escaped)].filter(
    (one) => ESCAPABLE.test(one) && !plain.includes(one) && !(range && new RegExp(`[${range}]`).test(one)),
  );
  if (range !== undefined) always.push(range);
  if (always.length === 0) return {};
  const digits = found.map(([, hex]) => hex).join('');
  const isUpper = /[A-F]/.test(digits) && !/[a-f]/.test(digits);
  const characters = always.sort().join('');
  return { escape: isUpper ? characters.replace(/[^-/]/g, (one) => escapeOf(one, true)) : characters };
}

/** By default the texts of elements contain the references in `IN_TEXTS`, and attributes those in `IN_ATTRIBUTES`. */
const IN_TEXTS = escapeLikeXmlTextWriter('&<>');
const IN_ATTRIBUTES = escapeLikeXmlTextWriter('&<>"\r\n', '"');

/** Finds the references in the texts of elements, or if there are no texts, in the values of attributes. */
function xmlEscapeIn(xml: string): Pick<Spelling, 'escape'> {
  const elements = Array.from(
    xml.replace(SPECIAL_MARKUP, '').matchAll(/>([^<>]*\S[^<>]*)</g),
    ([, text]) => text,
  );
  const isElements = elements.length > 0;
  const texts = (isElements ? elements : (xml.match(/"[^"]*"/g)?.map((one) => one.slice(1, -1)) ?? [])).join(
    '',
  );
  const found = referencesIn(texts);
  const usual = referencesIn(isElements ? IN_TEXTS : IN_ATTRIBUTES);
  const plain = texts.replace(/&[^;]*;/g, '');
  const isUsual = found.every(([, one]) => usual.some(([, other]) => one === other));
  const characters = new Set(found.map(([character]) => character));
  if (isUsual || characters.size < found.length || [...characters].some((one) => plain.includes(one)))
    return {};
  const others = referencesIn(IN_TEXTS).filter(([character]) => !characters.has(character));
  return { escape: [...others, ...found].map(([, one]) => one).join('') };
}

function emptyElementIn(given: string): Pick<Spelling, 'emptyElement'> {
  const xml = given.replace(SPECIAL_MARKUP, '.');
  if (/<([^\s<>/!?]+)[^<>]*><\/\1>/.test(xml)) return {};
  const endings = new Set(Array.from(xml.matchAll(/( ?)\/>/g), ([ending]) => ending));
  const [emptyElement, ...others] = endings;
  return emptyElement === undefined || others.length > 0 ? {} : { emptyElement };
}

/** Returns the white space around brackets, commas and colons, if it is always the same at the same depth. */
function spaceIn(answers: readonly string[]): Spelling['space'] {
  const spellings = new Map<string, Map<number, string>>();
  let isSame = true;
  // A single answer may have been saved by an editor, which adds a line end.
  for (const answer of answers.length === 1 ? answers.map((one) => one.trimEnd()) : answers)
    replaceParts(answer, (spelled, depth) => {
      const part = spelled.trim();
      const byDepth = spellings.get(part) ?? new Map<number, string>();
      isSame &&= (byDepth.get(depth) ?? spelled) === spelled;
      spellings.set(part, byDepth.set(depth, spelled));
      return spelled;
    });
  const all = [...spellings].flatMap(([part, byDepth]): [string, string][] => {
    const [only = part, ...others] = new Set(byDepth.values());
    // White space with a line end contains the indentation, so it is different at each depth.
    const isOne = others.length === 0 && !only.includes('\n');
    const named = isOne
      ? [[part, only] as const]
      : [...byDepth].map(([depth, one]) => [part + depth, one] as const);
    return named.flatMap(([name, one]) => (one === part ? [] : [[name, one]]));
  });
  return isSame && all.length > 0 ? Object.fromEntries(all) : undefined;
}

const stringsIn = (answers: readonly string[]) =>
  answers.flatMap((answer) => splitAtStrings(answer).filter((_, index) => index % 2 === 1));

/** Returns true if the slashes of every `/Date(…)/` are escaped, as .NET's serializers escape them. */
export function escapesDates({ kind, answers }: Sample): boolean {
  const dates = (kind === 'json' ? stringsIn(answers) : []).flatMap(
    (text) => JSON_DATE.exec(text)?.slice(1) ?? [],
  );
  return dates.length > 0 && dates.every((backslash) => backslash !== '');
}

/**
 * Returns true if some values of a column are not texts, which is possible only in JSON. Their JSON is copied
 * unchanged, because the store would sort the members of an object, and write 12.50 in another way. An import of
 * answers in XML stores the same numbers as texts, and these texts are then written as numbers, too.
 */
export function needsRaw({ values }: Column): boolean {
  return values.some((value) => isGiven(value) && typeof value !== 'string');
}
