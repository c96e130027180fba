import { readVersion } from '../../lib/version';
import { PROBLEM } from '../schema/journal';
import type { Schema } from '../schema/schema';
import type { Route } from './route';

/**
 * Every route has these problems: a wrong body or parameter, a page of another site, a space that has ended or never was, a
 * body that is too long, a bug, a store that is away.
 */
const EVERYWHERE = [400, 403, 404, 410, 413, 500, 503];
const WITH_BODY = [415];

/**
 * Describes the routes in OpenAPI 3.1. The router uses the same table.
 * @param host by which the admin port was asked
 */
export function describeRoutes(routes: readonly Route[], host?: string): object {
  const components = new Components();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(route, path, components),
    };
  }
  const problem = components.refer(PROBLEM);
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
      schemas: components.schemas,
      responses: {
        Problem: {
          description: 'A problem (RFC 9457).',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
    },
  };
}

function pathOf({ path, global }: Route): string {
  return global === true ? `/test${path}` : `/test/spaces/{space}${path}`;
}

function tagOf({ path }: Route): string {
  return /\w+/.exec(path)?.[0] ?? path;
}

function describeOperation(route: Route, path: string, components: Components): object {
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
    schema: components.refer(schema),
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
    ...(taken === undefined
      ? {}
      : { requestBody: { required: isRequired, content: components.content(taken) } }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(answer === undefined ? {} : { content: components.content({ [mediaType]: answer }) }),
      },
      ...Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, problem])),
    },
  };
}

/** Collects the named schemas while references to them are written. */
class Components {
  readonly schemas: Record<string, object> = {};

  /** Returns a reference to a named schema, or the schema itself. */
  refer(schema: Schema): object {
    const { title } = schema;
    if (title === undefined) return this.#expand(schema);
    this.schemas[title] ??= this.#expand(schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  content(schemas: Readonly<Record<string, Schema>>): object {
    return mapped(schemas, (schema) => ({ schema: this.refer(schema) }));
  }

  #expand({
    title: _title,
    exclusive: _exclusive,
    items,
    properties,
    additionalProperties: others,
    anyOf,
    ...rest
  }: Schema): object {
    return {
      ...rest,
      ...(items === undefined ? {} : { items: this.refer(items) }),
      ...(properties === undefined ? {} : { properties: mapped(properties, (one) => this.refer(one)) }),
      ...(others === undefined
        ? {}
        : { additionalProperties: typeof others === 'object' ? this.refer(others) : others }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => this.refer(one)) }),
    };
  }
}

function mapped<Value>(object: Readonly<Record<string, Value>>, change: (value: Value) => object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
