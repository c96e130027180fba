import { Problem } from '../problem';
import { mistakesInWhen } from '../rules/check';
import { describeWhen, Matcher } from '../rules/match';
import { refuse } from '../schema/check';
import type { NearMiss, Verification, Verified } from '../schema/journal';
import { type Entry, toJournalEntry } from './entry';

const MOST_NEAREST = 3;

/**
 * Holds a journal against an expectation.
 * @throws Problem when it fails: a sentence, and the requests that came closest
 */
export function verify(entries: readonly Entry[], { where = {}, count }: Verification): Verified {
  const { atLeast, atMost } = boundsOf(count);
  const isOpposed = atLeast > atMost;
  const field = '/count';
  const opposed = isOpposed ? [{ field, detail: `${field}: atLeast is more than atMost.` }] : [];
  refuse([...mistakesInWhen(where, '/where'), ...opposed]);
  const matcher = new Matcher(where);
  const found = entries.filter((entry) => matcher.matches(entry)).length;
  if (found >= atLeast && found <= atMost) return { count: found };
  const wanted = describeBounds(atLeast, atMost);
  const came = found === 1 ? 'came once' : found === 0 ? 'never came' : `came ${found} times`;
  throw new Problem('expectation', `Expected ${describeWhen(where)} ${wanted}, but it ${came}.`, {
    nearest: found > atMost ? [] : nearest(entries, matcher),
  });
}

function boundsOf(count: Verification['count']): { readonly atLeast: number; readonly atMost: number } {
  if (typeof count === 'number') return { atLeast: count, atMost: count };
  return { atLeast: count?.atLeast ?? (count === undefined ? 1 : 0), atMost: count?.atMost ?? Infinity };
}

function describeBounds(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return atLeast === 0 ? 'never' : `exactly ${times(atLeast)}`;
  const least = atLeast === 0 ? [] : [`at least ${times(atLeast)}`];
  const most = atMost === Infinity ? [] : [`at most ${times(atMost)}`];
  return [...least, ...most].join(' and ');
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Those with the fewest differences, the newest first among equals. */
function nearest(entries: readonly Entry[], matcher: Matcher): readonly NearMiss[] {
  return entries
    .map((entry) => ({ entry, differences: matcher.differences(entry) }))
    .filter(({ differences }) => differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.entry.id - a.entry.id)
    .slice(0, MOST_NEAREST)
    .map(({ entry, differences }) => ({ request: toJournalEntry(entry), differences }));
}
