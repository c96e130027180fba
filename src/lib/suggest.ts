/**
 * The candidate that was meant by a misspelt word: the same but for case, separators, keys hit twice and two that
 * changed places, else a slip or two away.
 */
export function suggest<Candidate extends string>(
  given: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const isMeant = [isSame, isStutter, isSwap, isSlip];
  for (const test of isMeant) {
    const meant = candidates.find((one) => test(given, one));
    if (meant !== undefined) return meant;
  }
  return undefined;
}

const bare = (text: string) => text.replace(/[\s_.-]/g, '').toUpperCase();

const isSame = (given: string, word: string) => bare(given) === bare(word);

/** PORTT: unlike other slips, a key hit twice makes no other word of a short one. */
const isStutter = (given: string, word: string) =>
  single(given) === single(word) && given.length > word.length;

/** PROT: neither do two keys that changed places. */
const isSwap = (given: string, word: string) =>
  given.length === word.length &&
  letters(given) === letters(word) &&
  editDistance(bare(given), bare(word)) === 1;

const letters = (text: string) => [...bare(text)].sort().join('');

const single = (text: string) => bare(text).replace(/(.)\1+/g, '$1');

/** One slip in a short word makes another word (PORT, POST): only long words are forgiven any. */
function isSlip(given: string, word: string): boolean {
  const slips = word.length >= 10 ? 2 : word.length >= 8 ? 1 : 0;
  return (
    Math.abs(given.length - word.length) <= slips &&
    editDistance(given.toUpperCase(), word.toUpperCase()) <= slips
  );
}

/**
 * The candidate that is fewest slips away, for a place where one of them must stand: at most a third of it may be
 * wrong.
 */
export function closest<Candidate extends string>(
  given: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const same = candidates.find((one) => bare(given) === bare(one));
  if (same !== undefined || given.length > 64) return same;
  const ranked = candidates
    .map((one) => ({ one, slips: editDistance(given.toUpperCase(), one.toUpperCase()) }))
    .filter(({ one, slips }) => slips <= one.length / 3)
    .sort((a, b) => a.slips - b.slips);
  return ranked[0]?.one;
}

/** How many characters must be put in, left out, changed or swapped with their neighbour (optimal string alignment). */
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
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(best, at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}
