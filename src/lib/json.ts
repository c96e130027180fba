/** Tells objects from null, arrays and scalars. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No event has more members. In an object with a million members, each step of a search for events takes seconds. */
export const MAX_MEMBERS = 1000;

export function isWide(value: object): boolean {
  return Object.keys(value).length > MAX_MEMBERS;
}

/** Parses JSON, and returns `undefined` for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Represents any value that `JSON.parse` returns. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
