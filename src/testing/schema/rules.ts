/** Rules as they travel: which requests they are for, and what happens instead of the service's answer. */
import { BINDINGS } from '../../contract/bindings';
import { OPERATIONS } from '../../contract/operations';
import { type FromSchema, object, oneOrSeveral } from './schema';
import { COUNT, NAME, TEXT } from './spaces';

export const OPERATION = { type: 'string', enum: OPERATIONS.map(({ name }) => name) } as const;
export const BINDING = { type: 'string', enum: BINDINGS.map(({ name }) => name) } as const;

/** 64-bit integers may be numbers or decimal strings. */
export const VALUE = {
  type: ['integer', 'string', 'boolean'],
  maxLength: 100,
  description: 'a whole number, a decimal string or a boolean',
} as const;

export const ARGUMENT = {
  anyOf: [
    VALUE,
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
} as const;

/** One argument's condition: the value itself, an inclusive range, or one of several. */
export type ArgumentMatch = FromSchema<typeof ARGUMENT>;
export type ArgumentValue = FromSchema<typeof VALUE>;

export const HEADER = {
  anyOf: [
    { type: 'string', maxLength: 1000 },
    {
      ...object({
        equals: { type: 'string', maxLength: 1000 },
        matches: { type: 'string', maxLength: 1000, description: 'a regular expression, found anywhere' },
        absent: { type: 'boolean', enum: [true] },
      }),
      minProperties: 1,
      maxProperties: 1,
    },
  ],
  description: 'a value, {"equals"}, {"matches"} or {"absent": true}',
} as const;

/** A header's condition: its value, a regular expression, or that it was not sent. */
export type HeaderMatch = FromSchema<typeof HEADER>;

/** Which calls, or refused requests, are meant. Every member may be left out; a list means any of them. */
export const WHEN = object({
  operation: oneOrSeveral(OPERATION),
  binding: oneOrSeveral(BINDING),
  /** By the parameters' names. */
  arguments: { type: 'object', additionalProperties: ARGUMENT },
  /** By the headers' names, in any letter case. */
  headers: { type: 'object', additionalProperties: HEADER, maxProperties: 100 },
  /** Requests that never became a call. */
  refused: { type: 'boolean' },
});

export type When = FromSchema<typeof WHEN>;

const MILLISECONDS = { type: 'integer', format: 'int32', minimum: 0, maximum: 600_000 } as const;

export const DELAY = {
  ...object({
    ms: MILLISECONDS,
    /** By how much more it may be, evenly. */
    spread: MILLISECONDS,
    percentiles: {
      type: 'object',
      additionalProperties: MILLISECONDS,
      minProperties: 1,
      maxProperties: 100,
      description: 'milliseconds by percentile: {"50": 20, "99": 900}; straight lines in between',
    },
  }),
  minProperties: 1,
} as const;

export type Delay = FromSchema<typeof DELAY>;

/** In the shape of the binding that was used. */
export const FAULT = object(
  {
    code: { type: 'string', enum: ['Client', 'Server'] },
    text: TEXT,
    actor: TEXT,
    detail: { type: 'string', description: 'well-formed XML' },
  },
  ['code', 'text'],
);

/** What happens instead of the service's answer: one of these, with an optional delay. */
export const THEN = {
  ...object({
    delay: DELAY,
    fault: FAULT,
    result: {
      type: ['string', 'null'],
      description: "text or null, in the place of the service's result",
    },
    /** An HTTP answer of one's own; `headers` and `body` go with it only. */
    status: { type: 'integer', format: 'int32', minimum: 200, maximum: 599 },
    headers: { type: 'object', additionalProperties: TEXT, maxProperties: 100 },
    body: TEXT,
    /** As when the database is away. */
    unavailable: { type: 'boolean', enum: [true] },
    /** Bytes of the answer after which the connection is reset. */
    cut: COUNT,
    reset: { type: 'string', enum: ['before', 'after-headers'] },
    malformed: {
      type: 'string',
      enum: ['truncated', 'unescaped', 'wrong-version', 'wrong-content-type', 'wrong-namespace'],
    },
    /** Bytes a second. */
    trickle: { type: 'integer', format: 'int32', minimum: 1, maximum: 1_000_000_000 },
  }),
  minProperties: 1,
} as const;

export type Then = FromSchema<typeof THEN>;
export type Malformation = NonNullable<Then['malformed']>;

const RULE_MEMBERS = {
  when: WHEN,
  /** Lets so many matching requests through first. */
  after: COUNT,
  /** Then stands for so many; left out, for all. */
  times: { ...COUNT, minimum: 1 },
  /** Stands only in this state of the space's scenario, which begins with `started`. */
  inState: NAME,
  /** The state that the scenario is in once the rule was used. */
  thenState: NAME,
  then: THEN,
} as const;

export const NEW_RULE = object(RULE_MEMBERS, ['then']);

export type NewRule = FromSchema<typeof NEW_RULE>;

/** `used`: how many answers it has made. */
export const RULE = object({ ...RULE_MEMBERS, id: TEXT, used: COUNT }, ['id', 'used', 'then']);

export type Rule = FromSchema<typeof RULE>;
