/** Defines the JSON of rules: the requests that they match, and what replaces the service's answer. */
import { BINDINGS } from '../../contract/bindings';
import { type Call, OPERATIONS, type XsdType } from '../../contract/operations';
import { type FromSchema, objectSchema, oneOrSeveral, type Schema, titled } from './schema';
import { COUNT, NAME, TEXT } from './spaces';

export const OPERATION = titled('Operation', { type: 'string', enum: OPERATIONS.map(({ name }) => name) });
export const BINDING = titled('Binding', { type: 'string', enum: BINDINGS.map(({ name }) => name) });

function wholeNumber<const Format extends string>(format: Format, bits: bigint, form: string) {
  const limit = 2n ** (bits - 1n);
  return {
    type: ['integer', 'string'],
    format,
    description: `a whole number from ${-limit} to ${limit - 1n}, ${form}`,
  } as const;
}

/**
 * Maps the types of parameters to the schemas of values. Whole numbers may be texts, because JSON readers round long
 * numbers.
 */
export const VALUES = {
  int: wholeNumber('int32', 32n, 'as a number or as text'),
  long: wholeNumber('int64', 64n, `as text, or up to ${Number.MAX_SAFE_INTEGER} also as a number`),
  boolean: { type: 'boolean', description: 'true or false' },
} as const satisfies Record<XsdType, Schema>;

function matchOf<const S extends Schema & { readonly description: string }>(value: S) {
  return {
    anyOf: [
      value,
      {
        ...objectSchema({
          from: value,
          to: value,
          in: { type: 'array', items: value, minItems: 1, maxItems: 1000 },
        }),
        minProperties: 1,
      },
    ],
    description: `${value.description}, or {"from", "to"} or {"in": [...]} with such values`,
  } as const;
}

const MATCHES = { int: matchOf(VALUES.int), long: matchOf(VALUES.long), boolean: matchOf(VALUES.boolean) };

type Match = (typeof MATCHES)[XsdType];
/** A condition on an argument is the value itself, an inclusive range, or a list of values. */
export type ArgumentMatch = FromSchema<Match>;
export type ArgumentValue = FromSchema<(typeof VALUES)[XsdType]>;

type NamesIn<Args> = Args extends unknown ? keyof Args : never;
export type ArgumentName = NamesIn<Call['args']>;

const ARGUMENTS = objectSchema(
  // A cast is needed, because the type of Object.fromEntries has no names.
  Object.fromEntries(
    OPERATIONS.flatMap(({ parameters }) => parameters).map(({ name, type }) => [name, MATCHES[type]]),
  ) as Readonly<Record<ArgumentName, Match>>,
);

/** These patterns match the header names and values of RFC 9110 5.1 and 5.5. Node sends and accepts no others. */
const HEADER_NAME = {
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$",
  description: 'the name of a header that HTTP can carry',
} as const;
const HEADER_VALUE = {
  type: 'string',
  pattern: '^(?![\\t ])[\\t\\x20-\\x7e\\x80-\\xff]*(?<![\\t ])$',
  description: 'text that HTTP allows in a header, without spaces around it',
} as const;

const HEADER = {
  anyOf: [
    HEADER_VALUE,
    {
      ...objectSchema({
        equals: HEADER_VALUE,
        matches: {
          type: 'string',
          maxLength: 1000,
          format: 'regex',
          description:
            'a regular expression without look-arounds, references and counts above 16, which may match anywhere in the value',
        },
        absent: { type: 'boolean', enum: [true] },
      }),
      exclusive: ['equals', 'matches', 'absent'],
      minProperties: 1,
    },
  ],
  description: 'a value, {"equals"}, {"matches"} or {"absent": true}',
} as const satisfies Schema;

export type HeaderMatch = FromSchema<typeof HEADER>;

/**
 * Selects the calls, or rejected requests, that the rule matches. Every member may be left out. If a member is a list,
 * any of the list's items may match.
 */
export const WHEN = titled(
  'When',
  objectSchema({
    operation: oneOrSeveral(OPERATION),
    binding: oneOrSeveral(BINDING),
    arguments: ARGUMENTS,
    /** Maps the names of headers, in any letter case, to conditions. */
    headers: {
      type: 'object',
      propertyNames: HEADER_NAME,
      additionalProperties: HEADER,
      maxProperties: 100,
    },
    /** If this is true, only requests that were refused before they became a call match. */
    refused: { type: 'boolean' },
  }),
);

export type When = FromSchema<typeof WHEN>;

const MILLISECONDS = { type: 'integer', format: 'int32', minimum: 0, maximum: 600_000 } as const;

const DELAY = titled('Delay', {
  ...objectSchema({
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
      description:
        'milliseconds by percentile: {"50": 20, "99": 900}; delays between two percentiles are on a straight line',
    },
  }),
  dependentRequired: { spread: ['ms'] },
  exclusive: ['ms', 'percentiles'],
  minProperties: 1,
});

export type Delay = FromSchema<typeof DELAY>;

/** The fault is sent in the form of the binding of the call. */
const FAULT = titled(
  'Fault',
  objectSchema(
    {
      code: { type: 'string', enum: ['Client', 'Server'] },
      text: TEXT,
      actor: TEXT,
      detail: { type: 'string', format: 'xml', description: 'well-formed XML' },
    },
    ['code', 'text'],
  ),
);

/** A rule replaces or changes the service's answer by at most one of these members. */
const ACTIONS = {
  fault: FAULT,
  result: {
    type: ['string', 'null'],
    description: "text or null, in the place of the service's result",
  },
  /** This is the status of an HTTP answer. `headers` and `body` are allowed only with it. */
  status: { type: 'integer', format: 'int32', minimum: 200, maximum: 599 },
  /** The service answers as if the database were not available. */
  unavailable: { type: 'boolean', enum: [true] },
  /** The connection is reset after this many bytes of the answer's body. */
  cut: COUNT,
  reset: { type: 'string', enum: ['before', 'after-headers'] },
  malformed: {
    type: 'string',
    enum: ['truncated', 'unescaped', 'wrong-version', 'wrong-content-type', 'wrong-namespace'],
  },
  /** The answer is sent at this many bytes a second. */
  trickle: { type: 'integer', format: 'int32', minimum: 1, maximum: 1_000_000_000 },
} as const;

const ACTION_NAMES: readonly string[] = Object.keys(ACTIONS);

/** A rule performs one action after an optional delay, or only delays the service's answer. */
export const THEN = titled('Then', {
  ...objectSchema({
    delay: DELAY,
    ...ACTIONS,
    headers: {
      type: 'object',
      propertyNames: HEADER_NAME,
      additionalProperties: HEADER_VALUE,
      maxProperties: 100,
    },
    body: TEXT,
  }),
  dependentRequired: { headers: ['status'], body: ['status'] },
  exclusive: ACTION_NAMES,
  description: `an object with one of ${ACTION_NAMES.join(', ').replace(/, (?=\w+$)/, ' and ')}, or a delay alone`,
  minProperties: 1,
});

export type Then = FromSchema<typeof THEN>;
export type Malformation = NonNullable<Then['malformed']>;

const RULE_MEMBERS = {
  when: WHEN,
  /** The rule lets this many matching requests through first. */
  after: COUNT,
  /** The rule is then used for this many requests, or for all requests if this member is left out. */
  times: { ...COUNT, minimum: 1 },
  /** The rule is active only in this state of the space's scenario, which begins with `started`. */
  inState: NAME,
  /** After the rule is used, the scenario is in this state. */
  thenState: NAME,
  then: THEN,
} as const;

export const NEW_RULE = titled('NewRule', objectSchema(RULE_MEMBERS, ['then']));

export type NewRule = FromSchema<typeof NEW_RULE>;

/** `used` is the number of answers that the rule has made. */
export const RULE = titled(
  'Rule',
  objectSchema({ ...RULE_MEMBERS, id: TEXT, used: COUNT }, ['id', 'used', 'then']),
);

export type Rule = FromSchema<typeof RULE>;
