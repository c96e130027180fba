/** Quotes a text as one word of a POSIX shell, if necessary. */
export function shellWord(word: string): string {
  return /^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
