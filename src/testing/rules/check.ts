/** What no schema says of a rule: that it contradicts itself, or that no call could ever match it. */
import http from 'node:http';
import { SaxesParser } from 'saxes';
import { OPERATIONS, type Parameter } from '../../contract/operations';
import { Problem } from '../problem';
import { check, pointerPart, wrong } from '../schema/check';
import { NEW_RULE, WHEN } from '../schemas';
import type { ArgumentMatch, NewRule, Then, When } from '../types';

/** What takes the answer's place or spoils it; a rule has one of them, or a delay alone. */
const ACTIONS = ['fault', 'result', 'status', 'unavailable', 'cut', 'reset', 'malformed', 'trickle'] as const;

/** What needs a call to answer. */
const OF_CALLS = ['fault', 'result', 'unavailable'] as const;

const RANGES = { int: [-(2n ** 31n), 2n ** 31n - 1n], long: [-(2n ** 63n), 2n ** 63n - 1n] } as const;

/** @throws Problem with the field and what is allowed there */
export function checkRule(body: unknown): NewRule {
  check(NEW_RULE, body);
  const rule = body as NewRule;
  checkWhen(rule.when, '/when');
  checkThen(rule.then, rule.when);
  return rule;
}

/** @throws Problem */
export function checkedWhen(body: unknown, field: string): When {
  check(WHEN, body, field);
  checkWhen(body as When, field);
  return body as When;
}

function checkWhen(when: When | undefined, field: string): void {
  if (when === undefined) return;
  const { operation, arguments: args = {}, refused } = when;
  const named = Object.keys(args);
  if (refused === true && (operation !== undefined || named.length > 0)) {
    const part = operation === undefined ? 'arguments' : 'operation';
    throw contradiction(`${field}/${part}`, 'A request that was refused never became a call: leave it out');
  }
  const operations = OPERATIONS.filter(
    ({ name }) => operation === undefined || [operation].flat().includes(name),
  );
  for (const name of named) {
    const place = `${field}/arguments/${pointerPart(name)}`;
    const parameter = operations.flatMap(({ parameters }) => parameters).find((one) => one.name === name);
    if (parameter === undefined) {
      const allowed = operations.flatMap(({ parameters }) => parameters.map((one) => one.name));
      throw new Problem(
        'wrong-value',
        `${place} is no argument of these calls; there are ${allowed.join(', ')}.`,
        {
          field: place,
          allowed,
        },
      );
    }
    const match = args[name];
    if (match !== undefined) checkMatch(match, parameter, place);
  }
  const someHasAll = operations.some(({ parameters }) =>
    named.every((name) => parameters.some((one) => one.name === name)),
  );
  if (!someHasAll) {
    throw contradiction(
      `${field}/arguments`,
      `No operation has all of ${named.join(', ')}: nothing would match`,
    );
  }
}

function checkMatch(match: ArgumentMatch, { type }: Parameter, field: string): void {
  if (typeof match !== 'object') {
    checkValue(match, type, field);
  } else if ('in' in match) {
    if ('from' in match || 'to' in match) throw contradiction(field, 'It is a list or a range, not both');
    for (const [index, value] of match.in.entries()) checkValue(value, type, `${field}/in/${index}`);
  } else {
    if (type === 'boolean') throw wrong(field, match, 'true or false');
    const { from, to } = match;
    if (from !== undefined) checkValue(from, type, `${field}/from`);
    if (to !== undefined) checkValue(to, type, `${field}/to`);
    if (from !== undefined && to !== undefined && BigInt(from) > BigInt(to))
      throw contradiction(field, 'from is after to: nothing would match');
  }
}

function checkValue(value: unknown, type: Parameter['type'], field: string): void {
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw wrong(field, value, 'true or false');
    return;
  }
  const [least, most] = RANGES[type];
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^(?:0|-?[1-9]\d{0,18})$/.test(value));
  const number = isNumber ? BigInt(value) : undefined;
  if (number !== undefined && number >= least && number <= most) return;
  throw wrong(field, value, `a whole number from ${least} to ${most}, as a number or as text`);
}

function checkThen(then: Then, when: When | undefined): void {
  const [first, second] = ACTIONS.filter((action) => then[action] !== undefined);
  if (first !== undefined && second !== undefined)
    throw contradiction(`/then/${second}`, `There is ${first} already, and a rule does one thing`);
  for (const part of ['headers', 'body'] as const) {
    if (then[part] !== undefined && then.status === undefined)
      throw contradiction(`/then/${part}`, 'It goes with status only');
  }
  const ofCall = OF_CALLS.find((action) => then[action] !== undefined);
  if (when?.refused === true && ofCall !== undefined)
    throw contradiction(`/then/${ofCall}`, 'A request that was refused has no call to answer: use status');
  const bindings = [when?.binding ?? []].flat();
  if (
    then.malformed === 'wrong-version' &&
    bindings.length > 0 &&
    !bindings.some((one) => one.startsWith('soap'))
  )
    throw contradiction('/then/malformed', 'GET and POST have no version of SOAP: name soap11 or soap12');
  if ((then.status === 204 || then.status === 304) && (then.body ?? '') !== '')
    throw contradiction('/then/body', `An answer of status ${then.status} has no body`);
  for (const [name, value] of Object.entries(then.headers ?? {})) checkHeader(name, value);
  if (then.fault?.detail !== undefined) checkXml(then.fault.detail);
}

function checkHeader(name: string, value: string): void {
  const field = `/then/headers/${pointerPart(name)}`;
  if (/^(content-length|transfer-encoding|connection)$/i.test(name))
    throw wrong(field, value, 'left out: the service writes it');
  try {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
  } catch {
    throw wrong(field, value, 'a header that HTTP can carry');
  }
}

function checkXml(xml: string): void {
  const parser = new SaxesParser({ xmlns: true, fragment: true });
  let failure: string | undefined;
  parser.on('error', ({ message }) => {
    failure ??= message;
  });
  parser.write(xml).close();
  if (failure !== undefined) throw wrong('/then/fault/detail', xml, 'well-formed XML');
}

function contradiction(field: string, sentence: string): Problem {
  return new Problem('contradiction', `${field}: ${sentence}.`, { field });
}
