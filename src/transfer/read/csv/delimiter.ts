const DELIMITERS = [',', ';', '\t'] as const;
/** A header that has not ended by then is none. */
const MOST = 1_000_000;

/**
 * The text, and what stands between its values: as it is given, as a first line `sep=;` says, which spreadsheets write
 * for each other, else what its header has most of.
 */
export async function withDelimiter(
  text: AsyncIterable<string>,
  given: string | undefined,
): Promise<{ delimiter: string; whole: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < MOST && !/[^\r\n][\r\n]+[^\r\n]/.test(head.trimStart())) {
    const next = await iterator.next();
    if (next.done) break;
    head += next.value;
  }
  const told = /^\s*"?sep=([^\r\n"])"?\s*?(?=\r|\n|$)/i.exec(head);
  // The line goes, its end stays: lines are counted as they are in the file.
  const rest = told === null ? head : head.slice(told[0].length);
  async function* whole(): AsyncGenerator<string> {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { delimiter: given ?? told?.[1] ?? mostOf(rest.trimStart()), whole: whole() };
}

/** The delimiter that the first line has most of outside of quotation marks. */
function mostOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && /[\r\n]/.test(character)) break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return DELIMITERS.reduce((most, one) => (count(one) > count(most) ? one : most));
}
