import { BINDINGS } from '../../contract/bindings';
import { OPERATIONS } from '../../contract/operations';
import { readTime } from '../../time/iso';
import { Problem } from '../problem';
import { checkedWhen } from '../rules/check';
import { Matcher } from '../rules/match';
import { wrong } from '../schema/check';
import type { When } from '../types';
import type { Entry } from './entry';

const OUTCOMES = ['ok', 'fault', 'error', 'refused'] as const;

/** The query parameters by which the journal is asked. */
export const FILTERS = ['operation', 'binding', 'outcome', 'since', 'limit'] as const;

/** Begins the name of a parameter that is about an argument: `arg.month`. */
const ARGUMENT = 'arg.';

export interface Filter {
  readonly isMeant: (entry: Entry) => boolean;
  /** The newest so many. */
  readonly limit: number;
}

/**
 * @param also names of parameters that are read elsewhere
 * @throws Problem for parameters that there are not, and values that are not allowed
 */
export function readFilter(query: URLSearchParams, also: readonly string[] = []): Filter {
  const known: readonly string[] = [...FILTERS, ...also];
  for (const name of query.keys()) {
    if (known.includes(name) || name.startsWith(ARGUMENT)) continue;
    throw new Problem(
      'wrong-value',
      `There is no parameter ${name}; there are ${known.join(', ')} and arg.NAME.`,
      {
        field: name,
        allowed: [...known, 'arg.NAME'],
      },
    );
  }
  const outcomes = valuesOf(query, 'outcome', OUTCOMES);
  const isAsked = matcherOf(query);
  const isLate = sinceOf(query.get('since'));
  return {
    isMeant: (entry) =>
      isLate(entry) && (outcomes.length === 0 || outcomes.includes(entry.outcome)) && isAsked(entry),
    limit: wholeNumber(query, 'limit', { byDefault: Infinity, least: 1, most: 10_000 }),
  };
}

/** A parameter's whole number. @throws Problem */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  { byDefault, least, most }: { readonly byDefault: number; readonly least: number; readonly most: number },
): number {
  const text = query.get(name);
  if (text === null) return byDefault;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw wrong(name, text, `a whole number from ${least} to ${most}`);
  return number;
}

function matcherOf(query: URLSearchParams): (entry: Entry) => boolean {
  const operations = valuesOf(
    query,
    'operation',
    OPERATIONS.map(({ name }) => name),
  );
  const bindings = valuesOf(
    query,
    'binding',
    BINDINGS.map(({ name }) => name),
  );
  const args = [...query]
    .filter(([name]) => name.startsWith(ARGUMENT))
    .map(([name, value]) => [name.slice(ARGUMENT.length), flagOr(value)] as const);
  const when: When = {
    ...(operations.length === 0 ? {} : { operation: operations }),
    ...(bindings.length === 0 ? {} : { binding: bindings }),
    ...(args.length === 0 ? {} : { arguments: Object.fromEntries(args) }),
  };
  if (Object.keys(when).length === 0) return () => true;
  const calls = new Matcher(checkedWhen(when, ''));
  // By binding alone refused requests are meant, too.
  const refusals = new Matcher({ ...when, refused: true });
  return (entry) => (entry.refused ? refusals : calls).matches(entry);
}

function flagOr(value: string): string | boolean {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function valuesOf<Value extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Value[],
): readonly Value[] {
  return query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .map((text) => {
      const found = allowed.find((one) => one === text);
      if (found === undefined) throw wrong(name, text, allowed);
      return found;
    });
}

/** After an entry, by its id, or from a time on. */
function sinceOf(text: string | null): (entry: Entry) => boolean {
  if (text === null) return () => true;
  if (/^\d{1,15}$/.test(text)) return ({ id }) => id > Number(text);
  const time = readTime(text);
  if (time?.kind !== 'instant')
    throw wrong('since', text, 'the id of a request, or a time such as 2026-03-01T09:00:00Z');
  return ({ at }) => at >= time.instant;
}
