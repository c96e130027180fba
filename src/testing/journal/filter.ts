/** Searches the journal by query parameters, and compares it with an expectation. */
import { OPERATIONS } from '../../contract/operations';
import { readTime } from '../../lib/time/iso';
import { Problem } from '../problem';
import { mistakesInWhen } from '../rules/check';
import { Matcher } from '../rules/match';
import { contradiction } from '../schema/check';
import { type Mistake, type NearMiss, OUTCOME, type Verification, type Verified } from '../schema/journal';
import { type ArgumentValue, BINDING, OPERATION, VALUES, type When } from '../schema/rules';
import type { FromQuery, Schema } from '../schema/schema';
import { type Entry, type Journal, toJournalEntry } from './journal';

/** The names of parameters for arguments begin with this prefix, as in `arg.month`. */
const ARGUMENT = 'arg.';

const MAX_NEAREST = 3;

const OWN = {
  operation: { type: 'array', items: OPERATION },
  binding: { type: 'array', items: BINDING },
  outcome: { type: 'array', items: OUTCOME },
  since: {
    type: 'string',
    format: 'id-or-date-time',
    description: 'the id of a request, or a time such as 2026-03-01T09:00:00Z',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    description: 'how many requests are returned, the newest ones',
  },
} as const;

const OF_ARGUMENTS: Readonly<Record<`${typeof ARGUMENT}${string}`, Schema>> = Object.fromEntries(
  OPERATIONS.flatMap(({ parameters }) => parameters).map(({ name, type }) => [
    `${ARGUMENT}${name}`,
    VALUES[type],
  ]),
);

export const FILTERS = { ...OWN, ...OF_ARGUMENTS };

type Query = FromQuery<typeof FILTERS>;

export interface Filter {
  readonly matches: (entry: Entry) => boolean;
  /** At most this number of entries is returned: the newest entries. */
  readonly limit: number;
}

/** Returns mistakes for arguments that no operation has together. */
export function mistakesInFilter(query: Query): readonly Mistake[] {
  return mistakesInWhen(whenOf(query), '', (name) => ARGUMENT + name);
}

export function filterOf(query: Query): Filter {
  const { outcome, since, limit = Infinity } = query;
  const matcher = new Matcher(whenOf(query));
  const isLate = isSince(since ?? '0');
  return {
    matches: (entry) =>
      isLate(entry) && outcome?.includes(entry.outcome) !== false && matcher.matches(entry, entry.refused),
    limit,
  };
}

function whenOf({ operation, binding, ...others }: Query): When {
  const named = Object.entries(others)
    .filter(([name]) => name.startsWith(ARGUMENT))
    // The cast is safe, because the schemas of arguments allow only these values.
    .map(([name, value]) => [name.slice(ARGUMENT.length), value as ArgumentValue] as const);
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(binding === undefined ? {} : { binding }),
    arguments: Object.fromEntries(named),
  };
}

/** Returns a function that tells if an entry is after the id, or from the time on, that `since` gives. */
function isSince(text: string): (entry: Entry) => boolean {
  const time = readTime(text);
  return time?.kind === 'instant' ? ({ at }) => at >= time.instant : ({ id }) => id > Number(text);
}

/** @param expected the valid part of a body */
export function mistakesInVerification({ where = {}, count }: Partial<Verification>): readonly Mistake[] {
  const { atLeast, atMost } = boundsOf(count);
  const opposed = atLeast > atMost ? [contradiction('/count', 'atLeast is more than atMost')] : [];
  return [...mistakesInWhen(where, '/where'), ...opposed];
}

/**
 * Compares a journal with an expectation.
 * @throws Problem if the expectation is not met; the problem has a sentence and the most similar requests
 */
export function verify(
  { entries, unanswered, forgotten }: Pick<Journal, 'entries' | 'unanswered' | 'forgotten'>,
  { where = {}, count }: Verification,
): Verified {
  const { atLeast, atMost } = boundsOf(count);
  const matcher = new Matcher(where);
  // A request that asks for a page is neither refused nor a call, and never becomes an entry.
  const arrived = unanswered.filter(({ refused, operation }) => refused || operation !== undefined);
  const found = [...entries, ...arrived].filter((request) => matcher.matches(request)).length;
  const isMet = found >= atLeast && found <= atMost;
  if (isMet && (forgotten === 0 || atMost === Infinity)) return { count: found };
  const wanted = describeBounds(atLeast, atMost);
  if (forgotten > 0 && found <= atMost)
    throw new Problem(
      'expectation',
      `Expected ${matcher.description} ${wanted}, but the journal has lost its oldest ${forgotten} requests, so the expectation can't be checked: empty the journal with DELETE /requests before the test.`,
    );
  const came = found === 1 ? 'came once' : found === 0 ? 'never came' : `came ${found} times`;
  const sentence = `Expected ${matcher.description} ${wanted}, but it ${came}.`;
  throw new Problem('expectation', sentence, {}, nearest(entries, matcher, found > atMost));
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

/**
 * Returns the requests with the fewest differences, or matching requests if too many match, in both cases the newest
 * first.
 */
function nearest(entries: readonly Entry[], matcher: Matcher, areTooMany: boolean): readonly NearMiss[] {
  return entries
    .map((entry) => ({ entry, differences: matcher.differences(entry) }))
    .filter(({ differences }) => (differences.length === 0) === areTooMany)
    .sort((a, b) => a.differences.length - b.differences.length || b.entry.id - a.entry.id)
    .slice(0, MAX_NEAREST)
    .map(({ entry, differences }) => ({ request: toJournalEntry(entry), differences }));
}
