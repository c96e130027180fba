import type { BindingName } from '../../contract/bindings';
import type { Arguments, OperationName, XsdValue } from '../../contract/operations';
import { headerIn } from '../exchange/message';
import type { ArgumentMatch, HeaderMatch, When } from '../schema/rules';

/** The properties of a request that conditions look at. */
export interface Candidate {
  readonly refused: boolean;
  readonly binding: BindingName | undefined;
  readonly operation: OperationName | undefined;
  readonly args: Arguments | undefined;
  /** The names and values of the request's headers in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

/** The words are a method of their own: a call may be compared with thousands of rules, and few need them. */
interface Condition {
  holds(candidate: Candidate): boolean;
  difference(candidate: Candidate): string;
}

const MAX_LISTED = 10;

/** A compiled `When`. */
export class Matcher {
  readonly #conditions: readonly Condition[];

  /** @param when checked before */
  constructor({ operation, binding, arguments: args = {}, headers = {}, refused = false }: When = {}) {
    this.#conditions = [
      {
        holds: (one) => one.refused === refused,
        difference: (one) => (one.refused ? 'it was refused' : 'it was not refused'),
      },
      ...oneOf('operation', operation),
      ...oneOf('binding', binding),
      ...Object.entries(args).map(([name, match]) => argument(name, match)),
      ...Object.entries(headers).map(([name, match]) => header(name, match)),
    ];
  }

  matches(candidate: Candidate): boolean {
    return this.#conditions.every((condition) => condition.holds(candidate));
  }

  differences(candidate: Candidate): readonly string[] {
    const failing = this.#conditions.filter((condition) => !condition.holds(candidate));
    return failing.map((condition) => condition.difference(candidate));
  }
}

function oneOf(part: 'operation' | 'binding', wanted: string | readonly string[] | undefined): Condition[] {
  if (wanted === undefined) return [];
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  return [
    {
      holds: ({ [part]: is }) => is !== undefined && names.includes(is),
      difference: ({ [part]: is }) => `${part} is ${is ?? 'none'}, not ${names.join(' or ')}`,
    },
  ];
}

function argument(name: string, match: ArgumentMatch): Condition {
  const fits = predicate(match);
  const valueIn = ({ args }: Candidate) =>
    args !== undefined && Object.hasOwn(args, name) ? args[name] : undefined;
  return {
    holds(candidate) {
      const value = valueIn(candidate);
      return value !== undefined && fits(value);
    },
    difference: (candidate) =>
      `${name} is ${valueIn(candidate) ?? 'not an argument'}, not ${describeArgument(match)}`,
  };
}

function predicate(match: ArgumentMatch): (value: XsdValue) => boolean {
  if (typeof match !== 'object') return (value) => String(value) === String(match);
  if (match.in !== undefined) {
    const wanted = new Set(match.in.map(String));
    return (value) => wanted.has(String(value));
  }
  const [from, to] = [match.from, match.to].map((bound) => (bound === undefined ? undefined : BigInt(bound)));
  return (value) => {
    if (typeof value === 'boolean') return false;
    const number = BigInt(value);
    return (from === undefined || number >= from) && (to === undefined || number <= to);
  };
}

function describeArgument(match: ArgumentMatch): string {
  if (typeof match !== 'object') return String(match);
  if (match.in !== undefined) {
    const listed = match.in.slice(0, MAX_LISTED).join(', ');
    return `one of ${listed}${match.in.length > MAX_LISTED ? ' and others' : ''}`;
  }
  const from = match.from === undefined ? '' : ` from ${match.from}`;
  const to = match.to === undefined ? '' : ` to ${match.to}`;
  return `${from}${to}`.trim();
}

function header(name: string, match: HeaderMatch): Condition {
  const { equals, matches, absent = false } = typeof match === 'string' ? { equals: match } : match;
  const pattern = matches === undefined ? undefined : new RegExp(matches, 'u');
  const valueIn = ({ rawHeaders }: Candidate) => headerIn(rawHeaders, name.toLowerCase());
  return {
    holds(candidate) {
      const value = valueIn(candidate);
      if (value === undefined || absent) return value === undefined && absent;
      return pattern === undefined ? value === equals : pattern.test(value);
    },
    difference: (candidate) => `${name} is ${valueIn(candidate) ?? 'not sent'}, not ${describeHeader(match)}`,
  };
}

function describeHeader(match: HeaderMatch): string {
  if (typeof match === 'string') return match;
  const { equals, matches } = match;
  return equals ?? (matches === undefined ? 'absent' : `like ${matches}`);
}

/** Describes a condition: `SelectEvent by soap12 with intEventID 7`. */
export function describeWhen({ operation, binding, arguments: args, headers, refused }: When = {}): string {
  const list = (names: string | readonly string[]) => [names].flat().join(' or ');
  const what = refused === true ? 'a refused request' : operation === undefined ? 'a call' : list(operation);
  const by = binding === undefined ? '' : ` by ${list(binding)}`;
  const given = [
    ...Object.entries(args ?? {}).map(([name, match]) => `${name} ${describeArgument(match)}`),
    ...Object.entries(headers ?? {}).map(([name, match]) => `${name} ${describeHeader(match)}`),
  ];
  return `${what}${by}${given.length === 0 ? '' : ` with ${given.join(' and ')}`}`;
}
