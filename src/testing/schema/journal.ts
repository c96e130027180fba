/** Defines the schemas of the journal's entries, of expectations and of problems. */
import { BINDINGS } from '../../contract/bindings';
import { OPERATIONS } from '../../contract/operations';
import { WHEN } from './rules';
import { allRequired, type FromSchema, objectSchema, titled } from './schema';
import { COUNT, TEXT, TEXT_OR_NULL, TIME } from './spaces';

/** The names of headers are in lower case. The values of a repeated header are joined by `, `. */
const HEADERS = { type: 'object', additionalProperties: TEXT } as const;

export type HeaderMap = FromSchema<typeof HEADERS>;

const MESSAGE = {
  headers: HEADERS,
  body: {
    anyOf: [TEXT, allRequired({ base64: TEXT })],
    description: 'text, or base64 of bytes that are not UTF-8',
  },
  /** This is present if the body was longer than 64 KB. */
  truncated: { type: 'boolean', enum: [true] },
} as const;

const REQUEST_MESSAGE = titled(
  'RequestMessage',
  objectSchema({ line: TEXT, ...MESSAGE }, ['line', 'headers', 'body']),
);
const ANSWER_MESSAGE = titled('AnswerMessage', objectSchema(MESSAGE, ['headers', 'body']));

export type JournalMessage = FromSchema<typeof ANSWER_MESSAGE>;

export const OUTCOME = titled('Outcome', { type: 'string', enum: ['ok', 'fault', 'error', 'refused'] });

export type Outcome = FromSchema<typeof OUTCOME>;

/** Describes one request and its answer. A request that never became a call has no operation and no arguments. */
export const ENTRY = titled(
  'JournalEntry',
  allRequired({
    id: TEXT,
    at: TIME,
    ms: { type: 'number' },
    /** This is the IP address of the client, or the address that a trusted proxy reports. */
    client: TEXT,
    binding: { type: ['string', 'null'], enum: [...BINDINGS.map(({ name }) => name), null] },
    operation: { type: ['string', 'null'], enum: [...OPERATIONS.map(({ name }) => name), null] },
    arguments: {
      type: ['object', 'null'],
      additionalProperties: {
        type: ['integer', 'string', 'boolean'],
        description: 'a whole number or a boolean; 64-bit values are decimal strings',
      },
    },
    outcome: OUTCOME,
    status: { type: ['integer', 'null'], format: 'int32' },
    /** This is the id of the rule that made the answer. */
    rule: TEXT_OR_NULL,
    traceparent: TEXT_OR_NULL,
    request: REQUEST_MESSAGE,
    response: ANSWER_MESSAGE,
  }),
);

export type JournalEntry = FromSchema<typeof ENTRY>;

export const VERIFICATION = titled(
  'Verification',
  objectSchema({
    where: WHEN,
    count: {
      anyOf: [COUNT, { ...objectSchema({ atLeast: COUNT, atMost: COUNT }), minProperties: 1 }],
      description: 'a whole number, or {"atLeast", "atMost"}; the default is at least once',
    },
  }),
);

export type Verification = FromSchema<typeof VERIFICATION>;

export const VERIFIED = titled('Verified', allRequired({ count: COUNT }));

export type Verified = FromSchema<typeof VERIFIED>;

/** The allowed values are always a list, because many generators of clients can't read a union. */
const ALLOWED = {
  type: 'array',
  items: TEXT,
  description: 'the allowed values, or one text that describes them',
} as const;

/** `field` is a JSON Pointer (RFC 6901) into the body, or the name of a parameter. */
const MISTAKE = titled(
  'Mistake',
  objectSchema({ field: TEXT, detail: TEXT, allowed: ALLOWED }, ['field', 'detail']),
);

export type Mistake = FromSchema<typeof MISTAKE>;

/** Describes one request that came close to an expectation, and its differences. */
const NEAR_MISS = titled(
  'NearMiss',
  allRequired({ request: ENTRY, differences: { type: 'array', items: TEXT } }),
);

export type NearMiss = FromSchema<typeof NEAR_MISS>;

export const PROBLEM = titled(
  'Problem',
  objectSchema(
    {
      type: TEXT,
      title: TEXT,
      status: { type: 'integer', format: 'int32' },
      detail: TEXT,
      /** This is the field of the first of `errors`. */
      field: TEXT,
      allowed: ALLOWED,
      /** Lists all that is wrong with a body or its parameters. */
      errors: { type: 'array', items: MISTAKE },
      nearest: { type: 'array', items: NEAR_MISS },
    },
    ['type', 'title', 'status', 'detail'],
  ),
);

export type Problem = FromSchema<typeof PROBLEM>;
