// @ts-check
/** A rule from the form's fields, and a rule in words. */
import { Refusal } from './control-api.mjs';
import { numberOf, textOf } from './control-parts.mjs';

/** What each choice of the form means; its field is `value`, where it has one. */
const ACTIONS = {
  fault: (/** @type {FormData} */ data) => ({
    fault: { code: data.get('code'), text: textOf(data, 'value') ?? 'on demand' },
  }),
  result: (/** @type {FormData} */ data) => ({ result: String(data.get('value') ?? '') }),
  status: (/** @type {FormData} */ data) => ({ status: numberOf(data, 'value') ?? 500 }),
  unavailable: () => ({ unavailable: true }),
  delay: () => ({}),
  cut: (/** @type {FormData} */ data) => ({ cut: numberOf(data, 'value') ?? 0 }),
  'reset-before': () => ({ reset: 'before' }),
  'reset-after-headers': () => ({ reset: 'after-headers' }),
  truncated: () => ({ malformed: 'truncated' }),
  unescaped: () => ({ malformed: 'unescaped' }),
  'wrong-version': () => ({ malformed: 'wrong-version' }),
  'wrong-content-type': () => ({ malformed: 'wrong-content-type' }),
  'wrong-namespace': () => ({ malformed: 'wrong-namespace' }),
  trickle: (/** @type {FormData} */ data) => ({ trickle: numberOf(data, 'value') ?? 100 }),
};

/** @typedef {keyof typeof ACTIONS} Action */

/** What the field `value` of an action is; the others have none. @type {Readonly<Record<string, string>>} */
export const VALUE_LABELS = {
  fault: 'Text of the fault',
  result: 'Result string',
  status: 'HTTP status',
  cut: 'Bytes before the reset',
  trickle: 'Bytes a second',
};

/** @param {FormData} data */
export function ruleOf(data) {
  const when = {
    ...list('operation', data),
    ...list('binding', data),
    ...argumentsOf(textOf(data, 'arguments')),
  };
  const after = numberOf(data, 'after');
  const times = numberOf(data, 'times');
  const ms = numberOf(data, 'delay');
  const then = {
    ...(ms === undefined ? {} : { delay: { ms } }),
    ...ACTIONS[/** @type {Action} */ (data.get('action'))](data),
  };
  return {
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(after === undefined ? {} : { after }),
    ...(times === undefined ? {} : { times }),
    then,
  };
}

/**
 * @param {'operation' | 'binding'} name
 * @param {FormData} data
 */
function list(name, data) {
  const chosen = textOf(data, name);
  return chosen === undefined ? {} : { [name]: [chosen] };
}

/** @param {string | undefined} text as `intEventID=7, bolAsJSON=true`, or `from=1..9` for a range */
function argumentsOf(text) {
  if (text === undefined) return {};
  const pairs = text.split(',').map((pair) => {
    const [name = '', value] = pair.split('=').map((part) => part.trim());
    if (value === undefined || name === '')
      throw new Refusal(`“${pair.trim()}” is no argument: write intEventID=7.`);
    const [from, to] = value.split('..');
    return [
      name,
      to === undefined ? argumentOf(value) : { from: argumentOf(from ?? ''), to: argumentOf(to) },
    ];
  });
  return { arguments: Object.fromEntries(pairs) };
}

/** 64-bit values stay as they were written. @param {string} text */
function argumentOf(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isSafeInteger(number) && text !== '' ? number : text;
}

/**
 * @param {{ when?: { operation?: unknown, binding?: unknown, arguments?: object, refused?: boolean } }} rule
 * @returns {string} which calls it is for
 */
export function describeWhen({ when = {} }) {
  if (when.refused) return 'refused requests';
  const operations = when.operation === undefined ? 'every call' : [when.operation].flat().join(', ');
  const args = Object.entries(when.arguments ?? {}).map(([name, value]) => `${name}=${describeValue(value)}`);
  const bindings = when.binding === undefined ? '' : ` by ${[when.binding].flat().join(', ')}`;
  return `${operations}${args.length === 0 ? '' : `(${args.join(', ')})`}${bindings}`;
}

/** @param {any} value */
function describeValue(value) {
  if (typeof value !== 'object' || value === null) return String(value);
  return 'in' in value ? `{${value.in.join(', ')}}` : `${value.from ?? ''}..${value.to ?? ''}`;
}

/** @param {{ then: object, after?: number, times?: number }} rule */
export function describeThen({ then, after, times }) {
  const acts = Object.entries(then).map(([name, value]) =>
    value === true ? name : `${name} ${JSON.stringify(value)}`,
  );
  return [
    acts.join(', '),
    ...(after === undefined ? [] : [`after ${after}`]),
    ...(times === undefined ? [] : [`${times} times`]),
  ].join('; ');
}
