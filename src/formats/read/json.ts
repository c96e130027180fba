import { isObject } from '../../json';
import type { JsonPlan } from '../file/json';
import { nameAt, type Path } from '../file/json-path';
import { at, fitsEvent, valueFinder } from './find-json';
import { type Capture, valueReader } from './text';

/** An event as it was found in an answer. */
export interface Found {
  readonly captures: readonly Capture[];
  /** A sentence for each value that the format's text doesn't fit. */
  readonly unread: readonly string[];
}

export interface FoundEvents {
  readonly events: readonly Found[];
  readonly unnamed: readonly string[];
  /** What stands around the events and came otherwise than the format has it, as counts and times do. */
  readonly varying: readonly string[];
  /** It is what a list operation answers, with events or, as far as the format says so, without. */
  readonly isList: boolean;
}

/** Names past this many are told no more. */
export const MAX_NAMES = 100;

/** @returns a function that finds the events of an answer, or says what it is instead */
export function jsonEvents(plan: JsonPlan): (text: string) => FoundEvents | string {
  const leaves = plan.leaves.map(({ path, parts }) => ({ path, read: valueReader(parts) }));
  const find = valueFinder(plan);
  return (text) => {
    const found = find(text);
    if (typeof found === 'string') return found;
    const unnamed = new Set<string>();
    for (const event of found.values) addUnnamed(event, [], plan.names, unnamed);
    return { ...found, events: found.values.map(read), unnamed: [...unnamed] };
  };

  function read(event: unknown): Found {
    const captures: Capture[] = [];
    const unread: string[] = [];
    for (const { path, read } of leaves) {
      const value = at(event, path);
      if (read === undefined || value === undefined || value === null) continue;
      const found = read(value);
      if (found === undefined) unread.push(`${nameAt(path)} can't be told apart by its text in the format`);
      else captures.push(...found);
    }
    if (!fitsEvent(plan, event)) unread.push('it is not of the shape of the format’s event');
    return { captures, unread };
  }
}

/** The format's own objects are looked into; what it shows as a whole, or not at all, is not. */
function addUnnamed(value: unknown, path: Path, names: ReadonlySet<string>, unnamed: Set<string>): void {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const inside = [...path, name];
    const shown = nameAt(inside);
    if (!names.has(shown)) {
      if (unnamed.size < MAX_NAMES) unnamed.add(shown);
    } else if ([...names].some((one) => one.startsWith(`${shown}.`)))
      addUnnamed(member, inside, names, unnamed);
  }
}
