/**
 * Returns the candidate that was probably misspelt, or `undefined`, because no suggestion is better than a wrong
 * suggestion. Letter case, separators, doubled letters and one swap of neighbouring letters are ignored. Long words may
 * have one or two typing errors.
 */
export function suggest(input: string, candidates: readonly string[]): string | undefined {
  for (const test of [isSame, isStutter, isSwap, isTypo]) {
    const match = candidates.find((one) => test(input, one));
    if (match !== undefined) return match;
  }
  return undefined;
}

const bare = (text: string) => text.replace(/[\s_.-]/g, '').toUpperCase();

const isSame = (input: string, word: string) => bare(input) === bare(word);

/** Recognises PORTT. Unlike other typing errors, a doubled letter rarely turns a short word into another word. */
const isStutter = (input: string, word: string) =>
  single(input) === single(word) && input.length > word.length;

/** Recognises PROT: two neighbours were swapped. */
const isSwap = (input: string, word: string) =>
  input.length === word.length &&
  letters(input) === letters(word) &&
  editDistance(bare(input), bare(word)) === 1;

const letters = (text: string) => [...bare(text)].sort().join('');

const single = (text: string) => bare(text).replace(/(.)\1+/g, '$1');

/** Accepts typing errors only in long words, because one error turns a short word into another (PORT, POST). */
function isTypo(input: string, word: string): boolean {
  const allowed = word.length >= 10 ? 2 : word.length >= 8 ? 1 : 0;
  return (
    Math.abs(input.length - word.length) <= allowed &&
    editDistance(input.toUpperCase(), word.toUpperCase()) <= allowed
  );
}

/**
 * Returns the candidate that is most like the input, if at most a third of its letters differ. Use `suggest` instead if
 * the input may be something else than a misspelt candidate.
 */
export function closest(input: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(input);
  const same = candidates.find((one) => wanted === bare(one));
  if (same !== undefined || input.length > 64) return same;
  const ranked = candidates
    .map((one) => ({ one, distance: editDistance(input.toUpperCase(), one.toUpperCase()) }))
    .filter(({ one, distance }) => distance <= one.length / 3)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.one;
}

/** Counts inserted, deleted, changed and swapped characters (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change);
      row.push(best);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(best, at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}
