import { FIELD_NAMES } from '../../event/fields';
import { isObject } from '../../json';
import { findColumns, isEvent } from '../columns/columns';
import { jqPath } from '../columns/jq';
import type { Fields } from '../event-record';
import { rank } from './likeness';

/** How deep it may lie: `{"data":{"events":{"-Nx1":{…}}}}`. */
const MAX_DEPTH = 3;

/** An object whose members are the events, each by its id, as Firebase and PHP write lists. */
export interface Keyed {
  readonly path: readonly string[];
  readonly keys: readonly string[];
}

/** The object by whose keys the events of a file are held, where its one row is such a file. */
export function keyedIn(value: Fields, path: readonly string[] = []): Keyed | undefined {
  const members = Object.entries(value);
  if (isKeyed(members)) return { path, keys: members.map(([key]) => key) };
  if (path.length === MAX_DEPTH) return undefined;
  for (const [name, member] of members) {
    const found = isObject(member) ? keyedIn(member, [...path, name]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Members that are events, or several of one shape under names that are none of an event's own: `start` and `end` are.
 */
function isKeyed(members: readonly (readonly [string, unknown])[]): boolean {
  const objects = members.map(([, member]) => member).filter(isObject);
  if (objects.length === 0 || objects.length < members.length) return false;
  // One event alone may be wrapped in a member that is no id: {"event":{…}}.
  if (objects.every(isEvent)) return objects.length > 1 || /\d|^-/.test(members[0]?.[0] ?? '');
  const [first = {}, ...others] = objects;
  const shape = Object.keys(first);
  const isOneShape = others.every((one) => shape.filter((name) => name in one).length * 2 > shape.length);
  return others.length > 0 && shape.length > 1 && isOneShape && !members.some(([name]) => isFieldName(name));
}

function isFieldName(name: string): boolean {
  const known = findColumns([name], new Map()).of;
  if (FIELD_NAMES.some((field) => known.has(field))) return true;
  return (['title', 'start', 'end', 'location'] as const).some((field) => rank(field, [name]) !== undefined);
}

/** What jq makes a list of it by, in which the keys are the uids of events that have none. */
export function listProgram({ path }: Keyed): string {
  return `[${jqPath(path)} | to_entries[] | {uid: .key} + .value]`;
}
