/**
 * Defines the subset of JSON Schema (2020-12) that checks bodies and parameters, describes them in OpenAPI, and gives
 * them TypeScript types.
 */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

export interface Schema {
  /** A schema with a title is described once in OpenAPI, under this name. */
  readonly title?: string;
  readonly type?: JsonType | readonly JsonType[];
  /** A refusal shows the text before the first semicolon if no other keyword says in words what is allowed. */
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly maxLength?: number;
  readonly pattern?: string;
  /** check.ts lists the formats that are checked; others are documentation. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** These members exclude each other. JSON Schema has no keyword for that, so OpenAPI has only the description. */
  readonly exclusive?: readonly string[];
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
}

export type Members = Readonly<Record<string, Schema>>;

export interface ObjectSchema<M extends Members, Required extends string> {
  readonly type: 'object';
  readonly properties: M;
  readonly required: readonly Required[];
  readonly additionalProperties: false;
}

/** Returns a schema with the title by which OpenAPI lists it. */
export function titled<const S extends Schema>(title: string, schema: S): S {
  return { title, ...schema };
}

export function objectSchema<const M extends Members>(properties: M): ObjectSchema<M, never>;
export function objectSchema<const M extends Members, const Required extends keyof M & string>(
  properties: M,
  required: readonly Required[],
): ObjectSchema<M, Required>;
export function objectSchema(
  properties: Members,
  required: readonly string[] = [],
): ObjectSchema<Members, string> {
  return { type: 'object', properties, required, additionalProperties: false };
}

export function allRequired<const M extends Members>(properties: M): ObjectSchema<M, keyof M & string> {
  return objectSchema(properties, Object.keys(properties));
}

/** Returns a schema that allows one value or a list of values. A list means any of its values. */
export function oneOrSeveral<const S extends Schema & { readonly enum: readonly string[] }>(schema: S) {
  return {
    anyOf: [schema, { type: 'array', items: schema, minItems: 1, maxItems: 100 }],
    description: `one of ${schema.enum.join(', ')}, or a list of them`,
  } as const satisfies Schema;
}

export type FromSchema<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly anyOf: readonly (infer Alternative)[] }
    ? FromSchema<Alternative>
    : S extends { readonly type: infer Type }
      ? FromType<Type extends readonly (infer One)[] ? One : Type, S>
      : unknown;

export type FromQuery<M> = { readonly [Name in keyof M]?: FromSchema<M[Name]> };

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type FromType<Type, S> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends 'array'
    ? readonly (S extends { readonly items: infer Item } ? FromSchema<Item> : unknown)[]
    : FromMembers<S> & FromOthers<S>;

type FromMembers<S> = S extends { readonly properties: infer M }
  ? { readonly [Name in keyof M as Name extends RequiredOf<S> ? Name : never]: FromSchema<M[Name]> } & {
      readonly [Name in keyof M as Name extends RequiredOf<S> ? never : Name]?: FromSchema<M[Name]>;
    }
  : unknown;

type RequiredOf<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type FromOthers<S> = S extends { readonly additionalProperties: infer Other }
  ? Other extends false
    ? unknown
    : Readonly<Record<string, FromSchema<Other>>>
  : unknown;
