/** Finds mistakes that a schema can't express: rules that contradict themselves or can't match any request. */
import { OPERATIONS, type Parameter } from '../../contract/operations';
import { contradiction, mistake, pointerPart, unknownName } from '../schema/check';
import type { Mistake } from '../schema/journal';
import type { ArgumentMatch, Delay, NewRule, Then, When } from '../schema/rules';

/** These actions apply only to calls. */
const OF_CALLS = ['fault', 'result', 'unavailable'] as const;

const RANGES = { int: [-(2n ** 31n), 2n ** 31n - 1n], long: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

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
  return [...mistakesInCall(when, field, fieldOf), ...mistakesInHeaders(when, field)];
}

/** Finds a header that occurs twice in different letter case. */
function mistakesInHeaders({ headers = {} }: When, field: string): readonly Mistake[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined ? [] : [contradiction(`${field}/headers`, `${twice} is there twice`)];
}

function mistakesInCall(when: When, field: string, fieldOf: (name: string) => string): readonly Mistake[] {
  const { operation, arguments: args = {}, refused } = when;
  const named = Object.keys(args);
  if (refused === true && (operation !== undefined || named.length > 0)) {
    const part = operation === undefined ? 'arguments' : 'operation';
    const sentence = 'A request that was refused never became a call: leave it out';
    return [contradiction(`${field}/${part}`, sentence)];
  }
  const operations = OPERATIONS.filter(
    ({ name }) => operation === undefined || [operation].flat().includes(name),
  );
  const parameters = operations.flatMap((one) => one.parameters);
  const ofArguments = Object.entries(args).flatMap(([name, match]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter !== undefined) return mistakesInMatch(match, parameter, fieldOf(name));
    const allowed = parameters.map((one) => one.name);
    return [unknownName(fieldOf(name), allowed)];
  });
  const isPossible = operations.some(({ parameters: own }) =>
    named.every((name) => own.some((one) => one.name === name)),
  );
  const sentence = `No operation has all of ${named.join(', ')}: nothing would match`;
  const impossible =
    isPossible || ofArguments.length > 0 ? [] : [contradiction(`${field}/arguments`, sentence)];
  return [...ofArguments, ...impossible];
}

function mistakesInMatch(match: ArgumentMatch, { type }: Parameter, field: string): readonly Mistake[] {
  if (typeof match !== 'object') return mistakesInValue(match, type, field);
  const { from, to, in: values } = match;
  if (values !== undefined) {
    if (Object.keys(match).length > 1) return [contradiction(field, 'It is a list or a range, not both')];
    return values.flatMap((value, index) => mistakesInValue(value, type, `${field}/in/${index}`));
  }
  if (type === 'boolean') return [mistake(field, match, 'true or false')];
  const ofBounds = [
    ...(from === undefined ? [] : mistakesInValue(from, type, `${field}/from`)),
    ...(to === undefined ? [] : mistakesInValue(to, type, `${field}/to`)),
  ];
  if (ofBounds.length > 0 || from === undefined || to === undefined) return ofBounds;
  return BigInt(from) > BigInt(to) ? [contradiction(field, 'from is after to: nothing would match')] : [];
}

function mistakesInValue(value: unknown, type: Parameter['type'], field: string): readonly Mistake[] {
  if (type === 'boolean') return typeof value === 'boolean' ? [] : [mistake(field, value, 'true or false')];
  const [least, most] = RANGES[type];
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^(?:0|-?[1-9]\d{0,18})$/.test(value));
  const number = isNumber ? BigInt(value) : undefined;
  if (number !== undefined && number >= least && number <= most) return [];
  return [mistake(field, value, `a whole number from ${least} to ${most}, as a number or as text`)];
}

function mistakesInThen(then: Then, when: When): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const contradict = (field: string, sentence: string) => mistakes.push(contradiction(field, sentence));
  const ofCall = OF_CALLS.find((action) => then[action] !== undefined);
  if (when.refused === true && ofCall !== undefined)
    contradict(`/then/${ofCall}`, 'A request that was refused has no call to answer: use status');
  const bindings = [when.binding ?? []].flat();
  const isSoap = bindings.length === 0 || bindings.some((one) => one.startsWith('soap'));
  if (then.malformed === 'wrong-version' && !isSoap)
    contradict('/then/malformed', 'GET and POST have no version of SOAP: name soap11 or soap12');
  if ((then.status === 204 || then.status === 304) && (then.body ?? '') !== '')
    contradict('/then/body', `An answer of status ${then.status} has no body`);
  for (const [name, value] of Object.entries(then.headers ?? {})) {
    const field = `/then/headers/${pointerPart(name)}`;
    if (/^(content-length|transfer-encoding|connection)$/i.test(name))
      mistakes.push(mistake(field, value, 'left out: the service writes it'));
  }
  return then.delay === undefined ? mistakes : [...mistakes, ...mistakesInDelay(then.delay)];
}

function mistakesInDelay({ percentiles = {} }: Delay): readonly Mistake[] {
  const sorted = Object.entries(percentiles).sort(([a], [b]) => Number(a) - Number(b));
  const isRising = sorted.every(([, value], index) => value >= (sorted[index - 1]?.[1] ?? 0));
  const sentence = 'A higher percentile is never the shorter delay';
  return isRising ? [] : [contradiction('/then/delay/percentiles', sentence)];
}
