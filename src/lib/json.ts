export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object with more members than this is never an event. With a million members, each step of a search for events
 * would take seconds.
 */
export const MAX_MEMBERS = 1000;

export function hasTooManyMembers(value: object): boolean {
  return Object.keys(value).length > MAX_MEMBERS;
}

/** Parses JSON. Returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Splits JSON at its strings. Every second part is a string with its quotes. A regular expression for strings with
 * escapes would overflow the stack at a string of some megabytes.
 */
export function splitAtStrings(json: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let quote = json.indexOf('"'); quote >= 0; quote = json.indexOf('"', from)) {
    const end = stringEnd(json, quote);
    parts.push(json.slice(from, quote), json.slice(quote, end));
    from = end;
  }
  return [...parts, json.slice(from)];
}

/** Returns the offset after the string that begins at an offset. A string without an end is the rest of the text. */
function stringEnd(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json[before] === '\\') before--;
    // After an odd number of backslashes the quote is escaped.
    if ((end - before) % 2 === 1) return end + 1;
  }
  return json.length;
}

/**
 * No event has brackets that are nested deeper than this. Millions of open brackets would take a gigabyte of memory,
 * and `JSON.stringify` fails at some thousands.
 */
export const MAX_OPEN = 256;

/** Finds a member like `flawIn`. Returns `undefined` also if the search ended at a bracket. */
export function repeatedMember(json: string): readonly (string | number)[] | undefined {
  const flaw = flawIn(json);
  return flaw === 'depth' ? undefined : flaw;
}

/**
 * Finds the first member whose name occurs twice in its object, because `JSON.parse` would keep only the last value.
 * The search ends at the first bracket that is nested deeper than `MAX_OPEN` levels.
 * @param json valid JSON
 * @returns the names and indexes that lead to the member, or `depth` if a bracket ended the search, or `undefined` if
 *   there is neither
 */
export function flawIn(json: string): readonly (string | number)[] | 'depth' | undefined {
  const open: { readonly names: Set<string>; at: string | number }[] = [];
  const parts = splitAtStrings(json);
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      for (const token of part) {
        if (token === '{') open.push({ names: new Set(), at: '' });
        else if (token === '[') open.push({ names: new Set(), at: 0 });
        else if (token === '}' || token === ']') open.pop();
        else if (token === ',') {
          const around = open.at(-1);
          if (typeof around?.at === 'number') around.at += 1;
        }
        if (open.length > MAX_OPEN) return 'depth';
      }
      continue;
    }
    const around = open.at(-1);
    if (around === undefined || !/^\s*:/.test(parts[index + 1] ?? '')) continue;
    around.at = part.includes('\\') ? String(JSON.parse(part)) : part.slice(1, -1);
    if (around.names.has(around.at)) return open.map(({ at }) => at);
    around.names.add(around.at);
  }
  return undefined;
}

/** Returns the value at a path of names and indexes, or `undefined` if the path leads nowhere. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
