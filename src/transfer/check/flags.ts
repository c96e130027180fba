/** The words for yes and no, of every program that writes a flag: one rule, however the column was found. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
  ['t', true],
  ['f', false],
  ['1', true],
  ['0', false],
]);

/** As a refusal says it. */
export const FLAGS_ALLOWED = 'must be true or false, yes or no, y or n, t or f, 1 or 0';

/** What a boolean, a number or a text says, or `undefined` when it is none of the words. */
export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'object' ? undefined : WORDS.get(String(value).trim().toLowerCase());
}
