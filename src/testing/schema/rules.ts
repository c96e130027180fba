/** Defines the JSON of rules: the requests that they match, and what replaces the service's answer. */
import { BINDINGS } from '../../contract/bindings';
import { OPERATIONS } from '../../contract/operations';
import { type FromSchema, named, object, oneOrSeveral } from './schema';
import { COUNT, NAME, TEXT } from './spaces';

export const OPERATION = named('Operation', { type: 'string', enum: OPERATIONS.map(({ name }) => name) });
export const BINDING = named('Binding', { type: 'string', enum: BINDINGS.map(({ name }) => name) });

export const VALUE = named('ArgumentValue', {
  type: ['integer', 'string', 'boolean'],
  description: 'a whole number, a decimal string or a boolean',
});

export const ARGUMENT = named('ArgumentMatch', {
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
});

/** A condition on an argument is the value itself, an inclusive range, or a list of values. */
export type ArgumentMatch = FromSchema<typeof ARGUMENT>;
export type ArgumentValue = FromSchema<typeof VALUE>;

/** These patterns match the header names and values of RFC 9110 5.1 and 5.5. Node sends and accepts no others. */
const HEADER_NAME = {
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$",
  description: 'the name of a header that HTTP can carry',
} as const;
const HEADER_VALUE = {
  type: 'string',
  pattern: '^(?![\\t ])[\\t\\x20-\\x7e\\x80-\\xff]*(?<![\\t ])$',
  description: 'a header that HTTP allows, without spaces around it',
} as const;

export const HEADER = named('HeaderMatch', {
  anyOf: [
    HEADER_VALUE,
    {
      ...object({
        equals: HEADER_VALUE,
        matches: {
          type: 'string',
          maxLength: 1000,
          format: 'regex',
          description: 'a regular expression without look-arounds and references, found anywhere',
        },
        absent: { type: 'boolean', enum: [true] },
      }),
      minProperties: 1,
      maxProperties: 1,
    },
  ],
  description: 'a value, {"equals"}, {"matches"} or {"absent": true}',
});

/** A condition on a header is a value, a regular expression, or the absence of the header. */
export type HeaderMatch = FromSchema<typeof HEADER>;

/**
 * Selects the calls, or rejected requests, that the rule matches. Every member may be left out; a list means any of
 * them.
 */
export const WHEN = named(
  'When',
  object({
    operation: oneOrSeveral(OPERATION),
    binding: oneOrSeveral(BINDING),
    /** Maps the names of parameters to conditions. */
    arguments: { type: 'object', additionalProperties: ARGUMENT },
    /** Maps the names of headers, in any letter case, to conditions. */
    headers: {
      type: 'object',
      propertyNames: HEADER_NAME,
      additionalProperties: HEADER,
      maxProperties: 100,
    },
    /** True matches requests that were refused before they became a call. */
    refused: { type: 'boolean' },
  }),
);

export type When = FromSchema<typeof WHEN>;

const MILLISECONDS = { type: 'integer', format: 'int32', minimum: 0, maximum: 600_000 } as const;

export const DELAY = named('Delay', {
  ...object({
    ms: MILLISECONDS,
    /** The delay is longer by up to this many milliseconds, evenly distributed. */
    spread: MILLISECONDS,
    percentiles: {
      type: 'object',
      propertyNames: {
        pattern: '^(?:100(?:\\.0{1,3})?|\\d{1,2}(?:\\.\\d{1,3})?)$',
        description: 'a number from 0 to 100',
      },
      additionalProperties: MILLISECONDS,
      minProperties: 1,
      maxProperties: 100,
      description: 'milliseconds by percentile: {"50": 20, "99": 900}; straight lines in between',
    },
  }),
  dependentRequired: { spread: ['ms'] },
  exclusive: ['ms', 'percentiles'],
  minProperties: 1,
});

export type Delay = FromSchema<typeof DELAY>;

/** The fault is sent in the form of the binding of the call. */
export const FAULT = named(
  'Fault',
  object(
    {
      code: { type: 'string', enum: ['Client', 'Server'] },
      text: TEXT,
      actor: TEXT,
      detail: { type: 'string', format: 'xml', description: 'well-formed XML' },
    },
    ['code', 'text'],
  ),
);

/** Replaces the service's answer by one of these, with an optional delay. */
export const THEN = named('Then', {
  ...object({
    delay: DELAY,
    fault: FAULT,
    result: {
      type: ['string', 'null'],
      description: "text or null, in the place of the service's result",
    },
    /** This is the status of an HTTP answer. `headers` and `body` are allowed only with it. */
    status: { type: 'integer', format: 'int32', minimum: 200, maximum: 599 },
    headers: {
      type: 'object',
      propertyNames: HEADER_NAME,
      additionalProperties: HEADER_VALUE,
      maxProperties: 100,
    },
    body: TEXT,
    /** The service answers as if the database were away. */
    unavailable: { type: 'boolean', enum: [true] },
    /** The connection is reset after this many bytes of the answer. */
    cut: COUNT,
    reset: { type: 'string', enum: ['before', 'after-headers'] },
    malformed: {
      type: 'string',
      enum: ['truncated', 'unescaped', 'wrong-version', 'wrong-content-type', 'wrong-namespace'],
    },
    /** The answer is sent at this many bytes a second. */
    trickle: { type: 'integer', format: 'int32', minimum: 1, maximum: 1_000_000_000 },
  }),
  dependentRequired: { headers: ['status'], body: ['status'] },
  exclusive: ['fault', 'result', 'status', 'unavailable', 'cut', 'reset', 'malformed', 'trickle'],
  description:
    'an object with one of fault, result, status, unavailable, cut, reset, malformed and trickle, or a delay alone',
  minProperties: 1,
});

export type Then = FromSchema<typeof THEN>;
export type Malformation = NonNullable<Then['malformed']>;

const RULE_MEMBERS = {
  when: WHEN,
  /** The rule lets this many matching requests through first. */
  after: COUNT,
  /** Then it is used for this many requests, or for all if this is left out. */
  times: { ...COUNT, minimum: 1 },
  /** The rule is active only in this state of the space's scenario, which begins with `started`. */
  inState: NAME,
  /** After the rule is used, the scenario is in this state. */
  thenState: NAME,
  then: THEN,
} as const;

export const NEW_RULE = named('NewRule', object(RULE_MEMBERS, ['then']));

export type NewRule = FromSchema<typeof NEW_RULE>;

/** `used` is the number of answers that the rule has made. */
export const RULE = named('Rule', object({ ...RULE_MEMBERS, id: TEXT, used: COUNT }, ['id', 'used', 'then']));

export type Rule = FromSchema<typeof RULE>;
