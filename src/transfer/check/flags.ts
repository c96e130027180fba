// As Outlook and spreadsheets write them in German, French, Spanish, Italian, Dutch, Portuguese and Polish.
const YES = [
  'ja',
  'j',
  'wahr',
  'ein',
  'oui',
  'vrai',
  'sí',
  'si',
  'sì',
  'verdadero',
  'vero',
  'waar',
  'aan',
  'sim',
  'verdadeiro',
  'tak',
  'prawda',
];
const NO = [
  'nein',
  'falsch',
  'aus',
  'non',
  'faux',
  'falso',
  'nee',
  'onwaar',
  'uit',
  'não',
  'nao',
  'nie',
  'fałsz',
];

/** The words for yes and no, of every program that writes a flag: one rule, however the column was found. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', 't', '1', 'on', ...YES].map((word) => [word, true] as const),
  ...['false', 'no', 'n', 'f', '0', 'off', ...NO].map((word) => [word, false] as const),
]);

/** As a refusal says it. */
export const FLAGS_ALLOWED = 'must be true or false, yes or no, on or off, y or n, t or f, 1 or 0';

/** What a boolean, a number or a text says, or `undefined` when it is none of the words. */
export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'object' ? undefined : WORDS.get(String(value).trim().toLowerCase());
}
