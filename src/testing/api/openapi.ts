import { readVersion } from '../../lib/version';
import {
  ANSWER_MESSAGE,
  ENTRY,
  MISTAKE,
  NEAR_MISS,
  PROBLEM,
  REQUEST_MESSAGE,
  VERIFICATION,
  VERIFIED,
} from '../schema/journal';
import {
  ARGUMENT,
  BINDING,
  DELAY,
  FAULT,
  HEADER,
  NEW_RULE,
  OPERATION,
  RULE,
  THEN,
  VALUE,
  WHEN,
} from '../schema/rules';
import type { Schema } from '../schema/schema';
import { IMPORT_COUNTS, NEW_SPACE, SPACE, TEST_EVENT } from '../schema/spaces';
import type { Route } from './route';

/** The schemas that have a name of their own; wherever one of them stands, it is referred to. */
const COMPONENTS: Readonly<Record<string, Schema>> = {
  Space: SPACE,
  NewSpace: NEW_SPACE,
  Event: TEST_EVENT,
  ImportCounts: IMPORT_COUNTS,
  Rule: RULE,
  NewRule: NEW_RULE,
  When: WHEN,
  Then: THEN,
  Delay: DELAY,
  Fault: FAULT,
  Operation: OPERATION,
  Binding: BINDING,
  ArgumentMatch: ARGUMENT,
  ArgumentValue: VALUE,
  HeaderMatch: HEADER,
  JournalEntry: ENTRY,
  RequestMessage: REQUEST_MESSAGE,
  AnswerMessage: ANSWER_MESSAGE,
  Verification: VERIFICATION,
  Verified: VERIFIED,
  NearMiss: NEAR_MISS,
  Mistake: MISTAKE,
  Problem: PROBLEM,
};

const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

/**
 * What any route may answer: a wrong body or parameter, a page of another site, a space that is gone or was never
 * there, too long a body, a bug, a store away.
 */
const EVERYWHERE = [400, 403, 404, 410, 413, 500, 503];
const WITH_BODY = [415];

/**
 * The OpenAPI 3.1 description, made from the table that routes.
 * @param host by which the admin port was asked
 */
export function describeRoutes(routes: readonly Route[], host?: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path) };
  }
  const schemas = Object.entries(COMPONENTS).map(([name, schema]) => [name, withReferences(schema)] as const);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Events Query Service: test control',
      version: readVersion().version,
      description:
        'On the admin port, with TEST_API=true. The space `default` is the service itself: for it every path also stands under /test/. docs/testing.md tells how it is used.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: host === undefined ? '/' : `http://${host}` }],
    security: [],
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      responses: {
        Problem: {
          description: 'A problem (RFC 9457).',
          content: { 'application/problem+json': { schema: reference('Problem') } },
        },
      },
    },
  };
}

/** The whole path of a route, as OpenAPI writes it. */
function pathOf({ path, global }: Route): string {
  return global === true ? `/test${path}` : `/test/spaces/{space}${path}`;
}

function tagOf({ path }: Route): string {
  return /\w+/.exec(path)?.[0] ?? path;
}

function operation(route: Route, path: string): object {
  const {
    id,
    summary,
    query = {},
    body,
    files,
    answer,
    mediaType = 'application/json',
    problems = [],
  } = route;
  const status = route.status ?? (answer === undefined ? 204 : 200);
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = Object.entries(query).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description === undefined ? {} : { description }),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: withReferences(schema),
  }));
  const taken = files ?? (body === undefined ? undefined : { 'application/json': body });
  const isRequired = files !== undefined || (body?.required ?? []).length > 0;
  const statuses = [...EVERYWHERE, ...(taken === undefined ? [] : WITH_BODY), ...problems];
  const problem = { $ref: '#/components/responses/Problem' };
  return {
    operationId: id,
    summary,
    tags: [tagOf(route)],
    ...(parts.length + parameters.length === 0 ? {} : { parameters: [...parts, ...parameters] }),
    ...(taken === undefined ? {} : { requestBody: { required: isRequired, content: contentOf(taken) } }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(answer === undefined ? {} : { content: contentOf({ [mediaType]: answer }) }),
      },
      ...Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, problem])),
    },
  };
}

function contentOf(content: NonNullable<Route['files']>): object {
  const types = Object.entries(content).map(([type, schema]) => [type, { schema: referred(schema) }]);
  return Object.fromEntries(types);
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function referred(schema: Schema): object {
  const name = NAMES.get(schema);
  return name === undefined ? withReferences(schema) : reference(name);
}

/** A schema whose parts refer to the components that they are. */
function withReferences(schema: Schema): object {
  const { items, properties, additionalProperties: others, anyOf, ...rest } = schema;
  const members = Object.entries(properties ?? {}).map(([name, member]) => [name, referred(member)]);
  return {
    ...rest,
    ...(items === undefined ? {} : { items: referred(items) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(others === undefined
      ? {}
      : { additionalProperties: typeof others === 'object' ? referred(others) : others }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(referred) }),
  };
}
