/** Finds mistakes that a schema can't express: rules that contradict themselves or can't match any request. */
import { OPERATIONS } from '../../contract/operations';
import { contradiction, mistake, pointerPart, unknownName } from '../schema/check';
import type { Mistake } from '../schema/journal';
import type { ArgumentMatch, Delay, NewRule, Then, When } from '../schema/rules';

/** These actions apply only to calls. */
const OF_CALLS = ['fault', 'result', 'unavailable'] as const;

/**
 * @param rule the valid part of a body
 * @param states the states that the space's scenario can reach
 */
export function mistakesInRule(
  { when = {}, then = {}, inState }: Partial<NewRule>,
  states: readonly string[],
): readonly Mistake[] {
  const isUnknown = inState !== undefined && !states.includes(inState);
  const unknown = isUnknown ? [mistake('/inState', inState, states)] : [];
  return [...mistakesInWhen(when, '/when'), ...mistakesInThen(then, when), ...unknown];
}

/**
 * @param field the JSON Pointer of the condition
 * @param fieldOf returns the JSON Pointer of an argument, or the name of its parameter
 */
export function mistakesInWhen(
  when: When,
  field: string,
  fieldOf = (name: string) => `${field}/arguments/${pointerPart(name)}`,
): readonly Mistake[] {
  return [...mistakesInCall(when, field, fieldOf), ...mistakesInHeaders(when.headers, field)];
}

/** Finds a header that occurs twice in different letter case. */
function mistakesInHeaders(headers: object = {}, field: string): readonly Mistake[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? [] : [contradiction(`${field}/headers`, `${twice} is given twice`)];
}

function mistakesInCall(when: When, field: string, fieldOf: (name: string) => string): readonly Mistake[] {
  const { operation, arguments: args = {}, refused } = when;
  const named = Object.keys(args);
  if (refused === true && (operation !== undefined || named.length > 0)) {
    const part = operation === undefined ? 'arguments' : 'operation';
    const sentence = `A refused request is not a call, so it has no ${part}: leave ${part} out`;
    return [contradiction(`${field}/${part}`, sentence)];
  }
  const known = OPERATIONS.filter(
    ({ name }) => operation === undefined || [operation].flat().includes(name),
  ).map(({ parameters }) => parameters.map(({ name }) => name));
  const mistakes = Object.entries(args).flatMap(([name, match]) =>
    known.flat().includes(name)
      ? mistakesInMatch(match, fieldOf(name))
      : [unknownName(fieldOf(name), known.flat())],
  );
  const isPossible = known.some((names) => named.every((name) => names.includes(name)));
  if (isPossible || mistakes.length > 0) return mistakes;
  const sentence = `No operation has all of ${named.join(', ')}, so no call would match`;
  return [contradiction(fieldOf(named.at(-1) ?? ''), sentence)];
}

function mistakesInMatch(match: ArgumentMatch, field: string): readonly Mistake[] {
  if (typeof match !== 'object') return [];
  const { from, to, in: values } = match;
  if (values !== undefined && Object.keys(match).length > 1)
    return [contradiction(field, 'The value must be a list or a range, not both')];
  if (from === undefined || to === undefined || BigInt(from) <= BigInt(to)) return [];
  return [contradiction(field, 'from is after to, so no call would match')];
}

function mistakesInThen(then: Then, when: When): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const contradict = (field: string, sentence: string) => mistakes.push(contradiction(field, sentence));
  const ofCall = OF_CALLS.find((action) => then[action] !== undefined);
  if (when.refused === true && ofCall !== undefined)
    contradict(`/then/${ofCall}`, 'A refused request has no call to answer: use status');
  const bindings = [when.binding ?? []].flat();
  const isSoap = bindings.length === 0 || bindings.some((one) => one.startsWith('soap'));
  if (then.malformed === 'wrong-version' && !isSoap)
    contradict('/then/malformed', 'GET and POST have no version of SOAP: set binding to soap11 or soap12');
  if ((then.status === 204 || then.status === 304) && (then.body ?? '') !== '')
    contradict('/then/body', `An answer of status ${then.status} has no body`);
  for (const name of Object.keys(then.headers ?? {})) {
    if (/^(content-length|transfer-encoding|trailer|connection)$/i.test(name))
      contradict(
        `/then/headers/${pointerPart(name)}`,
        'The service sets this header itself: leave this header out',
      );
  }
  return [...mistakes, ...mistakesInHeaders(then.headers, '/then'), ...mistakesInDelay(then.delay)];
}

function mistakesInDelay({ percentiles = {} }: Delay = {}): readonly Mistake[] {
  const sorted = Object.entries(percentiles).sort(([a], [b]) => Number(a) - Number(b));
  const isRising = sorted.every(([, value], index) => value >= (sorted[index - 1]?.[1] ?? 0));
  const sentence = 'A higher percentile must not have a shorter delay';
  return isRising ? [] : [contradiction('/then/delay/percentiles', sentence)];
}
