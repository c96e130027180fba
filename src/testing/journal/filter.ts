/** The query parameters by which the journal is asked. */
import { OPERATIONS, type Parameter } from '../../contract/operations';
import { readTime } from '../../time/iso';
import { mistakesInWhen } from '../rules/check';
import { Matcher } from '../rules/match';
import { refuse, wrong } from '../schema/check';
import { OUTCOME } from '../schema/journal';
import { type ArgumentValue, BINDING, OPERATION, type When } from '../schema/rules';
import type { FromSchema, Schema } from '../schema/schema';
import type { Entry } from './entry';

/** Begins the name of a parameter that is about an argument: `arg.month`. */
const ARGUMENT = 'arg.';

const ARGUMENT_SCHEMAS: Readonly<Record<Parameter['type'], Schema>> = {
  int: { type: 'integer', format: 'int32' },
  long: { type: ['integer', 'string'], format: 'int64' },
  boolean: { type: 'boolean' },
};

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

/** What was read by `FILTERS`. */
type Query = { readonly [Name in keyof typeof OWN]?: FromSchema<(typeof OWN)[Name]> };

export interface Filter {
  readonly isMeant: (entry: Entry) => boolean;
  /** The newest so many. */
  readonly limit: number;
}

/** @throws Problem for arguments that no operation has together */
export function filterOf(query: Query): Filter {
  const { outcome, since, limit = Infinity, ...asked } = query;
  const isAsked = matcherOf(asked);
  const isLate = sinceOf(since);
  return {
    isMeant: (entry) => isLate(entry) && outcome?.includes(entry.outcome) !== false && isAsked(entry),
    limit,
  };
}

function matcherOf({
  operation,
  binding,
  ...args
}: Pick<Query, 'operation' | 'binding'>): (entry: Entry) => boolean {
  // The one cast: of the schemas of arguments every value is one.
  const given = Object.entries(args) as [string, ArgumentValue][];
  const named = given.map(([name, value]) => [name.slice(ARGUMENT.length), value] as const);
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
