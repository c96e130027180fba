/** The part of JSON Schema (2020-12) by which bodies are checked, and which the OpenAPI description shows as it is. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

export interface Schema {
  readonly type?: JsonType;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** `false`: no others than `properties`. */
  readonly additionalProperties?: false | Schema;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
}

/** An object of these members and no others. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export function oneOrSeveral(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'array', items: schema, minItems: 1, maxItems: 100 }] };
}
