import { readVersion } from '../version';
import type { Route } from './api/route';
import { PROBLEM } from './schemas';

/**
 * What any route may answer: a wrong body or parameter, a page of another site, a space that is gone, a bug, a store
 * away.
 */
const EVERYWHERE = [400, 403, 404, 413, 500, 503];
/** A body of another type. */
const WITH_BODY = [415];

/** The OpenAPI 3.1 description, made from the table that routes. */
export function describeRoutes(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, path) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Events Query Service: test control',
      version: readVersion().version,
      description: "On the operator's port, with TEST_API=true. docs/testing.md tells how it is used.",
    },
    paths,
  };
}

/** The whole paths of a route, as OpenAPI writes them. */
function pathsOf({ path, perSpace }: Route): readonly string[] {
  return perSpace ? [`/test${path}`, `/test/spaces/{space}${path}`] : [`/test${path}`];
}

function operation({ summary, query = {}, body, answer, problems = [] }: Route, path: string): object {
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  const ofBody = body === undefined ? [] : WITH_BODY;
  const statuses = [...new Set([...EVERYWHERE, ...ofBody, ...problems])].sort();
  return {
    summary,
    parameters: [...parts, ...parameters],
    ...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [answer.status]: {
        description: 'Done.',
        ...(answer.content === undefined ? {} : { content: contentOf(answer.content) }),
      },
      ...Object.fromEntries(statuses.map((status) => [status, problem])),
    },
  };
}

const problem = {
  description: 'A problem (RFC 9457).',
  content: { 'application/problem+json': { schema: PROBLEM } },
};

function contentOf(types: NonNullable<Route['body']>): object {
  return Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));
}
