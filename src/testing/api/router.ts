/** Handles requests below `/test` on the admin port: it finds the route, and sends its answer or a problem. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceUnavailableError } from '../../contract/errors';
import type { Observe } from '../../ops/observations';
import { NeedsOperatorError } from '../../store/errors';
import { PRIVATE, Problem } from '../problem';
import type { Mistake } from '../schema/journal';
import type { Spaces } from '../spaces';
import { readJsonBody, readQuery } from './read';
import { type Route, SPACE_PATH } from './route';
import { ROUTES } from './routes';

export interface Routing {
  readonly spaces: Spaces;
  readonly observe: Observe;
}

/** Answers a request whose path begins with `/test`. */
export async function answerControl(
  routing: Routing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await answer(routing, request, response);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else answerProblem(response, problemOf(error, routing.observe));
  }
}

export function answerProblem(response: ServerResponse, { status, body, headers }: Problem): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, body, 'application/problem+json');
}

async function answer(
  { spaces }: Routing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Only browsers send this header, so no other client is affected.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new Problem('cross-site', 'A page of another site may not control the service.');
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const { route, parts } = find(request.method ?? '', pathname);
  const space = parts.space === undefined ? spaces.default : spaces.get(decoded(parts.space));
  const rule = decoded(parts.id ?? '');
  if (rule !== '') space.rules.get(rule);
  const mistakes: Mistake[] = [];
  const query = readQuery(route.query ?? {}, searchParams, mistakes);
  const body = route.body && (await readJsonBody(route.body, request, mistakes));
  const context = { space, spaces, query, body, rule, request, response };
  const others = route.check?.({ ...context, body: body ?? {} }, mistakes) ?? [];
  if (mistakes.length + others.length > 0) throw new Problem('wrong-value', [...mistakes, ...others]);
  const value = await route.handle(context);
  if (response.headersSent) return;
  if (route.answer === undefined) response.writeHead(204, PRIVATE).end();
  else sendJson(response, route.status ?? 200, value);
}

const PATTERNS = ROUTES.map((route) => {
  const path = route.path.replace(SPACE_PATH, '(?:/spaces/(?<space>[^/]+))?').replace('{id}', '(?<id>[^/]+)');
  return { route, pattern: new RegExp(`^/test${path}$`) };
});

interface Found {
  readonly route: Route;
  /** These are the parts of the path that vary: `space` and `id`. */
  readonly parts: Readonly<Record<string, string | undefined>>;
}

/** @throws Problem if no route has this path, or none has this method */
function find(method: string, path: string): Found {
  const here = PATTERNS.flatMap(({ route, pattern }): readonly Found[] => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ route, parts: match.groups ?? {} }];
  });
  const found = here.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  if (here.length === 0)
    throw new Problem('not-found', `There is no ${path} here; /test/openapi.json lists what there is.`);
  const allowed = here.map(({ route }) => route.method).join(', ');
  throw new Problem('method', `${path} knows ${allowed}, not ${method}.`, { Allow: allowed });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  contentType = 'application/json',
): void {
  // `writeHead` is not used, because Node adds Content-Length only if it sends the head together with the body.
  response.statusCode = status;
  for (const [name, header] of Object.entries(PRIVATE)) response.setHeader(name, header);
  response.setHeader('Content-Type', contentType);
  response.end(`${JSON.stringify(value)}\n`);
}

function problemOf(error: unknown, observe: Observe): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ServiceUnavailableError || error instanceof NeedsOperatorError)
    return new Problem('store', error.message);
  observe({ kind: 'unexpected-error', where: 'test control', error });
  return new Problem('unexpected', 'An error occurred on the server.');
}
