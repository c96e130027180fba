/** Which calls and refused requests are meant by a rule's `when` or an expectation's `where`. */
import type { BindingName } from '../../contract/bindings';
import type { Arguments, OperationName, XsdValue } from '../../contract/operations';
import type { ArgumentMatch, ArgumentValue, When } from '../types';

/** What a request came to. */
export interface Candidate {
  readonly refused: boolean;
  readonly binding: BindingName | undefined;
  readonly operation: OperationName | undefined;
  readonly args: Arguments | undefined;
}

/** One condition: `undefined` when it holds, else what differs. */
type Condition = (candidate: Candidate) => string | undefined;

/** A compiled `When`. */
export class Matcher {
  readonly #conditions: readonly Condition[];

  /** @param when checked before */
  constructor({ operation, binding, arguments: args = {}, refused = false }: When = {}) {
    this.#conditions = [
      (one) => (one.refused === refused ? undefined : one.refused ? 'it was refused' : 'it was not refused'),
      ...oneOf('operation', operation),
      ...oneOf('binding', binding),
      ...Object.entries(args).map(([name, match]) => argument(name, match)),
    ];
  }

  matches(candidate: Candidate): boolean {
    return this.#conditions.every((condition) => condition(candidate) === undefined);
  }

  differences(candidate: Candidate): readonly string[] {
    return this.#conditions.flatMap((condition) => condition(candidate) ?? []);
  }
}

function oneOf(part: 'operation' | 'binding', wanted: string | readonly string[] | undefined): Condition[] {
  if (wanted === undefined) return [];
  const names = typeof wanted === 'string' ? [wanted] : wanted;
  return [
    (candidate) => {
      const is = candidate[part];
      if (is !== undefined && names.includes(is)) return undefined;
      return `${part} is ${is ?? 'none'}, not ${names.join(' or ')}`;
    },
  ];
}

function argument(name: string, match: ArgumentMatch): Condition {
  const holds = predicate(match);
  return ({ args }) => {
    const value = args !== undefined && Object.hasOwn(args, name) ? args[name] : undefined;
    if (value !== undefined && holds(value)) return undefined;
    return `${name} is ${value ?? 'not an argument'}, not ${describeMatch(match)}`;
  };
}

function predicate(match: ArgumentMatch): (value: XsdValue) => boolean {
  if (typeof match !== 'object') return (value) => isSame(value, match);
  if ('in' in match) return (value) => match.in.some((one) => isSame(value, one));
  const [from, to] = [match.from, match.to].map((bound) => (bound === undefined ? undefined : BigInt(bound)));
  return (value) => {
    if (typeof value === 'boolean') return false;
    const number = BigInt(value);
    return (from === undefined || number >= from) && (to === undefined || number <= to);
  };
}

function isSame(value: XsdValue, wanted: ArgumentValue): boolean {
  return String(value) === String(wanted);
}

function describeMatch(match: ArgumentMatch): string {
  if (typeof match !== 'object') return String(match);
  if ('in' in match) return `one of ${match.in.join(', ')}`;
  const from = match.from === undefined ? '' : ` from ${match.from}`;
  const to = match.to === undefined ? '' : ` to ${match.to}`;
  return `${from}${to}`.trim();
}

/** In words, for a sentence: `SelectEvent by soap12 with intEventID 7`. */
export function describeWhen({ operation, binding, arguments: args = {}, refused }: When = {}): string {
  const list = (names: string | readonly string[]) =>
    typeof names === 'string' ? names : names.join(' or ');
  const what = refused === true ? 'a refused request' : operation === undefined ? 'a call' : list(operation);
  const by = binding === undefined ? '' : ` by ${list(binding)}`;
  const given = Object.entries(args).map(([name, match]) => `${name} ${describeMatch(match)}`);
  return `${what}${by}${given.length === 0 ? '' : ` with ${given.join(' and ')}`}`;
}
