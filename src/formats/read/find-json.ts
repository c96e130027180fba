/** Where the events stand in an answer in JSON. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json';
import type { JsonPlan } from '../file/json';
import { nameAt, type Path } from '../file/json-path';
import type { Wrapping } from '../file/json-wrapping';
import { quotedText } from '../file/problems';
import { type Around, type Difference, differenceOf } from './around';

export interface FoundValues {
  readonly values: readonly unknown[];
  readonly varying: readonly string[];
  readonly isList: boolean;
}

/** @returns a function that finds the values of an answer's events, or says what it is instead */
export function valueFinder(plan: JsonPlan): (text: string) => FoundValues | string {
  const none: unknown = JSON.parse(plan.none);
  const difference = { list: comparison(plan.list), single: comparison(plan.single) };
  return (text) => {
    // A service without a string at all for none is not told apart from one with an empty one.
    if (text === '' && none === '') return { values: [], varying: [], isList: true };
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      return text === '' ? 'it is empty' : `it is not JSON: ${quotedText(text)}`;
    }
    if (isDeepStrictEqual(answer, none)) return { values: [], varying: [], isList: plan.saysNone };
    const list = at(answer, plan.list.path);
    const single = at(answer, plan.single.path);
    if (isListOf(plan, list) && (list.every((event) => fitsEvent(plan, event)) || !fitsEvent(plan, single))) {
      const { problem, varying } = difference.list(answer, list.length === 0);
      return problem ?? { values: list, varying, isList: true };
    }
    if (fitsEvent(plan, single)) {
      const { problem, varying } = difference.single(answer, false);
      return problem ?? { values: [single], varying, isList: false };
    }
    const place = plan.list.path.length === 0 ? 'there is no array' : `${nameAt(plan.list.path)} is no array`;
    return difference.list(answer, false).problem ?? `${place} of events`;
  };
}

function isListOf(plan: JsonPlan, value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && (value.length === 0 || value.some((event) => fitsEvent(plan, event)));
}

/** What a format has around its list. */
export function aroundList({ list }: JsonPlan): Around {
  return constants(list);
}

function constants({ before, after, path }: Wrapping): Around {
  return around(JSON.parse(`${before}null${after}`), path);
}

function comparison(wrapping: Wrapping) {
  const { path } = wrapping;
  const format = constants(wrapping);
  return (answer: unknown, isEmpty: boolean): Difference =>
    differenceOf(format, around(answer, path), isEmpty);
}

/** As deep as a format file may go; what lies deeper counts as one value. */
const MAX_DEPTH = 64;

/** What is no object and no array, outside of the events. */
function around(answer: unknown, events: Path): Around {
  const found = new Map<string, unknown>();
  const slot = nameAt(events);
  const look = (value: unknown, path: Path): void => {
    const name = nameAt(path);
    if (name === slot) return;
    if (typeof value !== 'object' || value === null || path.length === MAX_DEPTH) found.set(name, value);
    else if (Array.isArray(value)) for (const [index, one] of value.entries()) look(one, [...path, index]);
    else for (const [member, one] of Object.entries(value)) look(one, [...path, member]);
  };
  look(answer, []);
  return found;
}

/** Whether a value is of the event's kind: an object with a member of the event's, an array, or neither. */
export function fitsEvent({ leaves: [leaf], names }: JsonPlan, value: unknown): boolean {
  const step = leaf?.path[0];
  if (typeof step === 'number') return Array.isArray(value);
  if (typeof step === 'string')
    return isObject(value) && Object.keys(value).some((name) => names.has(nameAt([name])));
  return value !== null && value !== undefined && typeof value !== 'object';
}

export function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined;
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}
