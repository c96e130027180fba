import { isObject } from '../../lib/json';
import { readVersion } from '../../lib/version';
import { PROBLEM } from '../schema/journal';
import type { Schema } from '../schema/schema';
import { type Route, type Routes, SPACE_PATH } from './route';

/**
 * Returns the description of the routes in OpenAPI 3.1. The router uses the same table.
 * @param host the Host header of the request
 */
export function describeRoutes(routes: Readonly<Record<string, Routes>>, host?: string): object {
  const paths: Record<string, object> = {};
  for (const [path, methods] of Object.entries(routes)) {
    const operations = Object.entries(methods).map(([method, route]) => [
      method.toLowerCase(),
      describeOperation(route, path),
    ]);
    paths[`/test${path}`] = Object.fromEntries(operations);
  }
  const responses = {
    Problem: {
      description: 'A problem (RFC 9457).',
      content: { 'application/problem+json': { schema: PROBLEM } },
    },
  };
  const schemas = {};
  return {
    openapi: '3.1.0',
    info: {
      title: 'Events Query Service: test control',
      version: readVersion().version,
      description:
        'On the admin port, with TEST_API=true. The space `default` is the service itself: for this space, every path also exists directly below /test/. docs/testing.md explains the use of test control.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: host === undefined ? '/' : `http://${host}` }],
    security: [],
    paths: withReferences(paths, schemas),
    components: { schemas, responses: withReferences(responses, schemas) },
  };
}

function tagOf(path: string): string {
  return /\w+/.exec(path.replace(`${SPACE_PATH}/`, ''))?.[0] ?? '';
}

function describeOperation(route: Route, path: string): object {
  const { id, summary, query = {}, body, files, answer, mediaType = 'application/json' } = route;
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
    description,
    schema,
  }));
  const taken = files ?? (body === undefined ? undefined : { 'application/json': body });
  const isRequired = files !== undefined || (body?.required ?? []).length > 0;
  const problem = { $ref: '#/components/responses/Problem' };
  return {
    operationId: id,
    summary,
    tags: [tagOf(path)],
    parameters: [...parts, ...parameters],
    requestBody: taken && { required: isRequired, content: contentOf(taken) },
    responses: {
      [status]: { description: 'Done.', content: answer && contentOf({ [mediaType]: answer }) },
      // Every status of a failure has a problem as its body. Linters require at least one of these statuses by its
      // number.
      ...{ 400: problem, default: problem },
    },
  };
}

function contentOf(schemas: Readonly<Record<string, Schema>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

/**
 * Returns a copy of a description in which references replace the named schemas.
 * @param schemas collects each named schema under its title
 */
function withReferences(description: object, schemas: Record<string, object>): object {
  const written = (_key: string, part: unknown) => {
    if (!isObject(part)) return part;
    if (isUnion(part)) return { description: part.description };
    // `exclusive` is left out, because OpenAPI has no keyword for it.
    const { exclusive: _exclusive, ...schema } = part;
    const { title, ...untitled } = schema;
    // If `title` is not a text, it is a property with this name and not a schema's title.
    if (typeof title !== 'string') return schema;
    schemas[title] ??= withReferences(untitled, schemas);
    return { $ref: `#/components/schemas/${title}` };
  };
  return JSON.parse(JSON.stringify(description, written)) as object;
}

/**
 * Returns true for a schema that allows values of several types. OpenAPI only describes these values, because NSwag
 * generates a class for them that can't read any of them.
 */
function isUnion({ anyOf, type }: Schema): boolean {
  return anyOf !== undefined || (Array.isArray(type) && type.filter((one) => one !== 'null').length > 1);
}
