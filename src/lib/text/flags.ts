/** Reads the words for yes and no that programs write. */

/**
 * The pairs are English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, as Outlook and spreadsheets
 * write them. English is first.
 */
const PAIRS: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['t', 'f'],
  ['1', '0'],
  ['-1', '0'],
  ['on', 'off'],
  ['checked', 'unchecked'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['wahr', 'falsch'],
  ['ein', 'aus'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['verdadero', 'falso'],
  ['vero', 'falso'],
  ['ja', 'nee'],
  ['waar', 'onwaar'],
  ['aan', 'uit'],
  ['sim', 'não'],
  ['sim', 'nao'],
  ['verdadeiro', 'falso'],
  ['tak', 'nie'],
  ['prawda', 'fałsz'],
];

/** Maps all words, in lower case, to true for yes and to false for no. */
const WORDS: ReadonlyMap<string, boolean> = new Map(
  PAIRS.flatMap(([yes, no]) => [
    [yes, true],
    [no, false],
  ]),
);

/** A message that refuses a value ends with this text. */
export const FLAGS_ALLOWED = 'must be true or false, yes or no, on or off, y or n, t or f, 1 or 0';

/** Reads yes or no from a boolean, a number or a text. Returns `undefined` for any other word. */
export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'object' ? undefined : WORDS.get(String(value).trim().toLowerCase());
}

/** Returns all pairs of words for yes and no, in the letter case of `word`. */
export function flagPairs(word: string): readonly (readonly [yes: string, no: string])[] {
  return PAIRS.map(([yes, no]) => [inCaseOf(word, yes), inCaseOf(word, no)]);
}

function inCaseOf(pattern: string, word: string): string {
  if (pattern === pattern.toLowerCase()) return word;
  if (pattern === pattern.toUpperCase()) return word.toUpperCase();
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
