/** Returns true for an object, but not for null and arrays. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A larger object is never an event. With a million members, each step of a search for events would take seconds. */
export const MAX_MEMBERS = 1000;

export function isWide(value: object): boolean {
  return Object.keys(value).length > MAX_MEMBERS;
}

/** Parses JSON. Returns `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Replaces each string in JSON by as many blanks, so that brackets and numbers keep their places. One expression for
 * strings with escapes would overflow the stack at some megabytes.
 */
export function blankStrings(json: string): string {
  return json.replace(/\\./gs, '  ').replace(/"[^"]*"?/g, (string) => ' '.repeat(string.length));
}

/** Returns the value at a path of names and indexes, or `undefined`. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = Reflect.get(found, step);
  }
  return found;
}

/** Represents any value that `JSON.parse` returns. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
