/** Returns one word of a POSIX shell, as it is typed. */
export function shellWord(word: string): string {
  return /^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
