/** Searches of the journal: by query parameters, and by an expectation. */
import { OPERATIONS, type Parameter } from '../../contract/operations';
import { readTime } from '../../lib/time/iso';
import { Problem } from '../problem';
import { mistakesInWhen } from '../rules/check';
import { describeWhen, Matcher } from '../rules/match';
import { refuse, wrong } from '../schema/check';
import { type NearMiss, OUTCOME, type Verification, type Verified } from '../schema/journal';
import { type ArgumentValue, BINDING, OPERATION, type When } from '../schema/rules';
import type { FromSchema, Schema } from '../schema/schema';
import { type Entry, toJournalEntry } from './journal';

/** Begins the name of a parameter that is about an argument: `arg.month`. */
const ARGUMENT = 'arg.';

const ARGUMENT_SCHEMAS: Readonly<Record<Parameter['type'], Schema>> = {
  int: { type: 'integer', format: 'int32' },
  long: { type: ['integer', 'string'], format: 'int64' },
  boolean: { type: 'boolean' },
};

const MOST_NEAREST = 3;

const OWN = {
  operation: { type: 'array', items: OPERATION },
  binding: { type: 'array', items: BINDING },
  outcome: { type: 'array', items: OUTCOME },
  since: { type: 'string', description: 'after the request of this id, or from a time on' },
  limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'the newest so many' },
} as const;

const OF_ARGUMENTS: Readonly<Record<`${typeof ARGUMENT}${string}`, Schema>> = Object.fromEntries(
  OPERATIONS.flatMap(({ parameters }) => parameters).map(({ name, type }) => [
    `${ARGUMENT}${name}`,
    ARGUMENT_SCHEMAS[type],
  ]),
);

export const FILTERS = { ...OWN, ...OF_ARGUMENTS };

/** The query that `FILTERS` describes. */
type Query = { readonly [Name in keyof typeof OWN]?: FromSchema<(typeof OWN)[Name]> };

export interface Filter {
  readonly matches: (entry: Entry) => boolean;
  /** The newest so many. */
  readonly limit: number;
}

/** @throws Problem for arguments that no operation has together */
export function filterOf(query: Query): Filter {
  const { outcome, since, limit = Infinity, ...asked } = query;
  const isCall = matcherOf(asked);
  const isLate = sinceOf(since);
  return {
    matches: (entry) => isLate(entry) && outcome?.includes(entry.outcome) !== false && isCall(entry),
    limit,
  };
}

function matcherOf({
  operation,
  binding,
  ...args
}: Pick<Query, 'operation' | 'binding'>): (entry: Entry) => boolean {
  // The one cast: of the schemas of arguments every value is one.
  const values = Object.entries(args) as [string, ArgumentValue][];
  const named = values.map(([name, value]) => [name.slice(ARGUMENT.length), value] as const);
  const when: When = {
    ...(operation === undefined ? {} : { operation }),
    ...(binding === undefined ? {} : { binding }),
    ...(named.length === 0 ? {} : { arguments: Object.fromEntries(named) }),
  };
  if (Object.keys(when).length === 0) return () => true;
  refuse(mistakesInWhen(when, ''));
  const calls = new Matcher(when);
  // By binding alone refused requests are meant, too.
  const refusals = new Matcher({ ...when, refused: true });
  return (entry) => (entry.refused ? refusals : calls).matches(entry);
}

/** After an entry, by its id, or from a time on. */
function sinceOf(text: string | undefined): (entry: Entry) => boolean {
  if (text === undefined) return () => true;
  if (/^\d{1,15}$/.test(text)) return ({ id }) => id > Number(text);
  const time = readTime(text);
  if (time?.kind !== 'instant')
    throw wrong('since', text, 'the id of a request, or a time such as 2026-03-01T09:00:00Z');
  return ({ at }) => at >= time.instant;
}

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
