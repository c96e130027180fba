/** Requests below `/test` on the admin port: to a row of the table, and its answer or problem back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Observe } from '../ops/observations';
import { ReadAbandonedError, StoreBusyError, StoreUnavailableError } from '../store/errors';
import { EVENT_ROUTES } from './api/events';
import { readBody, readQuery } from './api/read';
import { REQUEST_ROUTES } from './api/requests';
import { type Answered, type Route, route } from './api/route';
import { RULE_ROUTES } from './api/rules';
import { SPACE_ROUTES } from './api/spaces';
import { describeRoutes } from './openapi';
import { Problem, refuseRemoved } from './problem';
import type { SpaceInfo } from './schema/spaces';
import type { Space } from './space';
import type { Spaces } from './spaces';

const DESCRIPTION_ROUTE = route({
  method: 'GET',
  path: '/openapi.json',
  perSpace: false,
  id: 'describe',
  summary: 'This description, as OpenAPI 3.1.',
  answer: { status: 200, content: { 'application/json': { type: 'object' } } },
  handle: ({ request }) => ({ status: 200, json: describeRoutes(ROUTES, request.headers.host) }),
});

/** The interface's one table: what is routed, and what the OpenAPI description shows. */
export const ROUTES: readonly Route[] = [
  ...SPACE_ROUTES,
  ...EVENT_ROUTES,
  ...RULE_ROUTES,
  ...REQUEST_ROUTES,
  DESCRIPTION_ROUTE,
];

const PER_SPACE = /^\/spaces\/([^/]*)(\/.*)$/;

export interface Routing {
  readonly spaces: Spaces;
  readonly observe: Observe;
  /** A space's addresses, for whoever sent the request. */
  readonly infoOf: (space: Space, request: IncomingMessage) => SpaceInfo;
}

/** Answers a request whose path begins with `/test`. */
export async function answerControl(
  routing: Routing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await send(response, await answer(routing, request, response));
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else await send(response, problemAnswer(error, routing.observe));
  }
}

export async function answerProblem(response: ServerResponse, { status, body }: Problem): Promise<void> {
  await send(response, { status, json: body, headers: { 'Content-Type': 'application/problem+json' } });
}

async function answer(
  { spaces, infoOf }: Routing,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answered> {
  // Browsers tell it of every request; other clients don't know the header.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new Problem('cross-site', 'A page of another site may not steer the service.');
  const [pathname = '', search = ''] = splitAt(request.url ?? '', '?');
  const path = pathname.slice('/test'.length) || '/';
  const [, spaceName, below] = PER_SPACE.exec(path) ?? [];
  refuseRemoved(request.method ?? '', below ?? path, request.headers.accept);
  const { found, part } = find(request.method ?? '', below ?? path, below !== undefined);
  const space = spaceName === undefined ? spaces.default : spaces.get(decoded(spaceName));
  const query = readQuery(found.query ?? {}, new URLSearchParams(search));
  const body = await readBody(found, request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return found.handle({
    space,
    spaces,
    query,
    body,
    part: decoded(part),
    request,
    signal: gone.signal,
    infoOf: (one) => infoOf(one, request),
  });
}

function splitAt(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const PATTERNS = ROUTES.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replaceAll('.', '\\.').replace(/\{\w+\}/, '([^/]+)')}$`),
}));

/** @throws Problem for a path or a method that the table does not have */
function find(
  method: string,
  path: string,
  isBelowSpace: boolean,
): { readonly found: Route; readonly part: string } {
  const here = PATTERNS.filter(({ row, pattern }) => (!isBelowSpace || row.perSpace) && pattern.test(path));
  // `/requests/wait` and the like stand for themselves before any `{id}`.
  const match = here.find(({ row }) => row.method === method);
  if (match !== undefined) return { found: match.row, part: match.pattern.exec(path)?.[1] ?? '' };
  if (here.length === 0)
    throw new Problem('not-found', `There is no ${path} here; /test/openapi.json tells what there is.`);
  const allowed = [...new Set(here.map(({ row }) => row.method))];
  throw new Problem('method', `${path} knows ${allowed.join(', ')}, not ${method}.`, {
    allowed,
    headers: { Allow: allowed.join(', ') },
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function send(response: ServerResponse, answered: Answered): Promise<void> {
  if ('send' in answered) {
    await answered.send(response);
    return;
  }
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if ('json' in answered) {
    for (const [name, value] of Object.entries(answered.headers ?? {})) response.setHeader(name, value);
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json');
    response.statusCode = answered.status;
    response.end(`${JSON.stringify(answered.json)}\n`);
  } else {
    response.writeHead(answered.status).end();
  }
}

function problemAnswer(error: unknown, observe: Observe): Answered {
  const problem = problemOf(error);
  if (problem.kind === 'unexpected') observe({ kind: 'unexpected-error', where: 'test control', error });
  const headers = { ...problem.details.headers, 'Content-Type': 'application/problem+json' };
  return { status: problem.status, json: problem.body, headers };
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isPassing = [StoreUnavailableError, StoreBusyError, ReadAbandonedError].some(
    (kind) => error instanceof kind,
  );
  if (isPassing && error instanceof Error) return new Problem('store', error.message);
  return new Problem('unexpected', 'An error occurred on the server.');
}
