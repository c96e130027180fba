/** Finds lists of events in a document of JSON. */
import { isObject, isWide } from '../../lib/json';

/** The search goes this deep because GraphQL answers `{"data":{"group":{"events":{"edges":[…]}}}}`. */
const MAX_DEPTH = 6;

export interface List {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
}

/** Finds the lists that hold only objects, or nothing. */
export function listsIn(
  value: Readonly<Record<string, unknown>>,
  path: readonly string[] = [],
): readonly List[] {
  if (isWide(value)) return [];
  return Object.entries(value).flatMap(([name, member]): readonly List[] => {
    const inside = [...path, name];
    if (Array.isArray(member)) return member.every(isObject) ? [{ path: inside, list: member }] : [];
    return isObject(member) && inside.length < MAX_DEPTH ? listsIn(member, inside) : [];
  });
}
