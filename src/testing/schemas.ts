/** The bodies of the interface as schemas: what is checked, and what the OpenAPI description shows. */
import { BINDINGS } from '../contract/bindings';
import { OPERATIONS } from '../contract/operations';
import { object, oneOrSeveral, type Schema } from './schema/schema';
import { SPACE_SETTINGS } from './space-settings';

const NAME_PATTERN = '^[A-Za-z0-9_-]{1,64}$';

/** Of a space or a snapshot. */
export const NAME: Schema = {
  type: 'string',
  pattern: NAME_PATTERN,
  description: '1 to 64 letters, digits, - and _',
};

const OPERATION: Schema = { type: 'string', enum: OPERATIONS.map(({ name }) => name) };
const BINDING: Schema = { type: 'string', enum: BINDINGS.map(({ name }) => name) };

const VALUE: Schema = {
  anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 100 }, { type: 'boolean' }],
  description: 'a whole number, a decimal string or a boolean',
};

export const WHEN: Schema = object({
  operation: oneOrSeveral(OPERATION),
  binding: oneOrSeveral(BINDING),
  arguments: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        ...(VALUE.anyOf ?? []),
        {
          ...object({
            from: VALUE,
            to: VALUE,
            in: { type: 'array', items: VALUE, minItems: 1, maxItems: 1000 },
          }),
          minProperties: 1,
        },
      ],
      description: 'a value, {"from", "to"} or {"in": [...]}',
    },
  },
  refused: { type: 'boolean' },
});

const TEXT: Schema = { type: 'string' };
const COUNT: Schema = { type: 'integer', minimum: 0, maximum: 1_000_000_000 };

const THEN: Schema = {
  ...object({
    delay: object(
      {
        ms: { type: 'integer', minimum: 0, maximum: 600_000 },
        spread: { type: 'integer', minimum: 0, maximum: 600_000 },
      },
      ['ms'],
    ),
    fault: object(
      { code: { type: 'string', enum: ['Client', 'Server'] }, text: TEXT, actor: TEXT, detail: TEXT },
      ['code', 'text'],
    ),
    result: { anyOf: [TEXT, { type: 'null' }], description: 'text or null' },
    status: { type: 'integer', minimum: 200, maximum: 599 },
    headers: { type: 'object', additionalProperties: TEXT, maxProperties: 100 },
    body: TEXT,
    unavailable: { type: 'boolean', enum: [true] },
    cut: COUNT,
    reset: { type: 'string', enum: ['before', 'after-headers'] },
    malformed: {
      type: 'string',
      enum: ['truncated', 'unescaped', 'wrong-version', 'wrong-content-type', 'wrong-namespace'],
    },
    trickle: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
  }),
  minProperties: 1,
};

const RULE_PARTS = {
  when: WHEN,
  after: COUNT,
  times: { ...COUNT, minimum: 1 },
  then: THEN,
};

export const NEW_RULE: Schema = object(RULE_PARTS, ['then']);

export const RULE: Schema = object({ ...RULE_PARTS, id: TEXT, used: COUNT }, ['id', 'used', 'then']);

export const NEW_SPACE: Schema = object({
  name: NAME,
  ttl: { type: 'number', minimum: 0.001, maximum: 604_800, description: 'seconds, at most 604800' },
  from: NAME,
  settings: object(
    Object.fromEntries(
      SPACE_SETTINGS.map((name) => [
        name,
        {
          anyOf: [TEXT, { type: 'integer' }, { type: 'boolean' }],
          description: 'text as in the environment',
        },
      ]),
    ),
  ),
});

const NULLABLE_TEXT: Schema = { anyOf: [TEXT, { type: 'null' }] };

export const SPACE: Schema = object({ name: NAME, url: TEXT, wsdl: TEXT, expires: NULLABLE_TEXT }, [
  'name',
  'url',
  'wsdl',
  'expires',
]);

export const CLOCK: Schema = object({ now: { type: 'string', format: 'date-time' } }, ['now']);

export const SNAPSHOT: Schema = object({ name: NAME, taken: TEXT, events: COUNT, rules: COUNT }, [
  'name',
  'taken',
  'events',
  'rules',
]);

const COUNTS = ['read', 'added', 'changed', 'unchanged', 'removed'];

export const IMPORT_COUNTS: Schema = object(Object.fromEntries(COUNTS.map((name) => [name, COUNT])), COUNTS);

export const VERIFICATION: Schema = object({
  where: WHEN,
  count: {
    anyOf: [COUNT, { ...object({ atLeast: COUNT, atMost: COUNT }), minProperties: 1 }],
    description: 'a whole number, or {"atLeast", "atMost"}',
  },
});

export const VERIFIED: Schema = object({ count: COUNT }, ['count']);

const MESSAGE = {
  headers: { type: 'object', additionalProperties: TEXT },
  body: { anyOf: [TEXT, object({ base64: TEXT }, ['base64'])] },
  truncated: { type: 'boolean', enum: [true] },
} as const satisfies Readonly<Record<string, Schema>>;

export const ENTRY: Schema = object(
  {
    id: TEXT,
    at: { type: 'string', format: 'date-time' },
    ms: { type: 'number' },
    client: TEXT,
    binding: { anyOf: [BINDING, { type: 'null' }] },
    operation: { anyOf: [OPERATION, { type: 'null' }] },
    arguments: { anyOf: [{ type: 'object', additionalProperties: VALUE }, { type: 'null' }] },
    outcome: { type: 'string', enum: ['ok', 'fault', 'error', 'refused'] },
    status: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    rule: NULLABLE_TEXT,
    traceparent: NULLABLE_TEXT,
    request: object({ line: TEXT, ...MESSAGE }, ['line', 'headers', 'body']),
    response: object(MESSAGE, ['headers', 'body']),
  },
  [
    'id',
    'at',
    'ms',
    'client',
    'binding',
    'operation',
    'arguments',
    'outcome',
    'status',
    'rule',
    'request',
    'response',
  ],
);

export const PROBLEM: Schema = object(
  {
    type: TEXT,
    title: TEXT,
    status: { type: 'integer' },
    detail: TEXT,
    field: TEXT,
    allowed: { anyOf: [TEXT, { type: 'array', items: TEXT }] },
    nearest: {
      type: 'array',
      items: object({ request: ENTRY, differences: { type: 'array', items: TEXT } }, [
        'request',
        'differences',
      ]),
    },
  },
  ['type', 'title', 'status', 'detail'],
);
