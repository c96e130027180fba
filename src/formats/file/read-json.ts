import { type JsonPlan, nameAt, type Path } from './json';
import { type Capture, valueReader } from './read-text';

/** An event as it was found in an answer. */
export interface Found {
  readonly captures: readonly Capture[];
  /** A sentence for each value that the format's text doesn't fit. */
  readonly unread: readonly string[];
}

export interface FoundEvents {
  readonly events: readonly Found[];
  readonly unnamed: readonly string[];
}

/** Names past this many are told no more. */
export const MAX_NAMES = 100;

/** @returns a function that finds the events of an answer, or says what it is instead */
export function jsonEvents(plan: JsonPlan): (text: string) => FoundEvents | string {
  const leaves = plan.leaves.map(({ path, parts }) => ({ path, read: valueReader(parts) }));
  const none = JSON.stringify(JSON.parse(plan.none));
  return (text) => {
    let answer: unknown;
    try {
      answer = JSON.parse(text);
    } catch {
      return 'it is not JSON';
    }
    const events = eventsOf(plan, answer, none);
    if (typeof events === 'string') return events;
    const unnamed = new Set<string>();
    for (const event of events) addUnnamed(event, [], plan.names, unnamed);
    return { events: events.map(read), unnamed: [...unnamed] };
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
    if (!fits(plan, event)) unread.push('it is not of the shape of the format’s event');
    return { captures, unread };
  }
}

function eventsOf(plan: JsonPlan, answer: unknown, none: string): readonly unknown[] | string {
  const list = at(answer, plan.list.path);
  const single = at(answer, plan.single.path);
  if (Array.isArray(list) && (list.every((event) => fits(plan, event)) || !fits(plan, single))) return list;
  if (JSON.stringify(answer) === none) return [];
  if (fits(plan, single)) return [single];
  const place = plan.list.path.length === 0 ? 'there is no array' : `${nameAt(plan.list.path)} is no array`;
  return `${place} of events`;
}

/** Whether a value is of the event's kind: an object, an array, or neither. */
function fits({ leaves: [leaf] }: JsonPlan, value: unknown): boolean {
  const step = leaf?.path[0];
  if (typeof step === 'number') return Array.isArray(value);
  if (typeof step === 'string') return isObject(value);
  return value !== null && value !== undefined && typeof value !== 'object';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) {
    if (typeof step === 'number') found = Array.isArray(found) ? found[step] : undefined;
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
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
