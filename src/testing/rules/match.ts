import type { BindingName } from '../../contract/bindings';
import type { Arguments, OperationName, XsdValue } from '../../contract/operations';
import { linearRegExp } from '../../lib/text/regexp';
import { headerIn } from '../exchange/message';
import type { ArgumentMatch, HeaderMatch, When } from '../schema/rules';

/** Contains the properties of a request that conditions can test. */
export interface Candidate {
  readonly refused: boolean;
  readonly binding: BindingName | undefined;
  readonly operation: OperationName | undefined;
  readonly args: Arguments | undefined;
  /** This is the list of the request's headers, in which each name is followed by its value. */
  readonly rawHeaders: readonly string[];
}

type Value = XsdValue | string;

/** Checks one value of a request. `name`, `wanted` and `missing` are only used in messages. */
interface Condition {
  readonly name: string;
  readonly wanted: string;
  /** These words say that a request does not have the value. */
  readonly missing: string;
  /** This is true if only requests without the value match. */
  readonly absent?: boolean;
  valueIn(candidate: Candidate): Value | undefined;
  fits(value: Value): boolean;
}

const MAX_LISTED = 10;

export class Matcher {
  /** Describes the requests that match: `SelectEvent by soap12 with intEventID 7`. */
  readonly description: string;
  readonly #refused: boolean;
  readonly #conditions: readonly Condition[];

  /** @param when a condition that was checked for mistakes */
  constructor({ operation, binding, arguments: args = {}, headers = {}, refused = false }: When = {}) {
    const others = [
      ...Object.entries(args).map(([name, match]) => argument(name, match)),
      ...Object.entries(headers).map(([name, match]) => header(name, match)),
    ];
    this.#refused = refused;
    this.#conditions = [...oneOf('operation', operation), ...oneOf('binding', binding), ...others];
    const call = refused ? 'a refused request' : alternatives(operation ?? 'a call');
    const by = binding === undefined ? '' : ` by ${alternatives(binding)}`;
    const withOthers = others.map(({ name, wanted }) => `${name} ${wanted}`).join(' and ');
    this.description = `${call}${by}${withOthers === '' ? '' : ` with ${withOthers}`}`;
  }

  /** @param refused says whether calls or refused requests match; by default the `When` decides */
  matches(candidate: Candidate, refused = this.#refused): boolean {
    return candidate.refused === refused && this.#conditions.every((one) => holds(one, candidate));
  }

  differences(candidate: Candidate): readonly string[] {
    const failing = this.#conditions.filter((one) => !holds(one, candidate));
    const words = failing.map(
      ({ name, wanted, missing, valueIn }) => `${name} is ${valueIn(candidate) ?? missing}, not ${wanted}`,
    );
    if (candidate.refused === this.#refused) return words;
    return [candidate.refused ? 'it was refused' : 'it was not refused', ...words];
  }
}

function holds({ valueIn, fits, absent = false }: Condition, candidate: Candidate): boolean {
  const value = valueIn(candidate);
  return value === undefined ? absent : fits(value);
}

function alternatives(names: string | readonly string[]): string {
  return [names].flat().join(' or ');
}

function oneOf(name: 'operation' | 'binding', match: string | readonly string[] = []): readonly Condition[] {
  const names = new Set<Value>([match].flat());
  if (names.size === 0) return [];
  const wanted = alternatives(match);
  return [{ name, wanted, missing: 'none', valueIn: (of) => of[name], fits: (value) => names.has(value) }];
}

function argument(name: string, match: ArgumentMatch): Condition {
  return { name, missing: 'not an argument', valueIn: ({ args }) => args?.[name], ...compiled(match) };
}

function compiled(match: ArgumentMatch): Pick<Condition, 'wanted' | 'fits'> {
  if (typeof match !== 'object')
    return { wanted: String(match), fits: (value) => String(value) === String(match) };
  if (match.in !== undefined) {
    const values = new Set(match.in.map(String));
    const listed = match.in.slice(0, MAX_LISTED).join(', ');
    const others = match.in.length > MAX_LISTED ? ' and others' : '';
    return { wanted: `one of ${listed}${others}`, fits: (value) => values.has(String(value)) };
  }
  const from = match.from === undefined ? undefined : BigInt(match.from);
  const to = match.to === undefined ? undefined : BigInt(match.to);
  return {
    wanted: [from === undefined ? [] : `from ${from}`, to === undefined ? [] : `to ${to}`].flat().join(' '),
    fits: (value) =>
      (from === undefined || BigInt(value) >= from) && (to === undefined || BigInt(value) <= to),
  };
}

function header(name: string, match: HeaderMatch): Condition {
  const { equals, matches, absent = false } = typeof match === 'string' ? { equals: match } : match;
  const pattern = matches === undefined ? undefined : linearRegExp(matches);
  const lowerCase = name.toLowerCase();
  return {
    name,
    wanted: equals ?? (absent ? 'absent' : `like ${matches}`),
    missing: 'not sent',
    absent,
    valueIn: ({ rawHeaders }) => headerIn(rawHeaders, lowerCase),
    fits: (value) => (pattern === undefined ? value === equals : pattern.test(String(value))),
  };
}
