/** Builds the application below `/test` on the admin port: its page, and the routes of the API. */
import type { ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { ServiceUnavailableError } from '../../contract/errors';
import type { Observe } from '../../ops/observations';
import { controlPage } from '../../pages/control-page';
import { NeedsOperatorError } from '../../store/errors';
import { NO_STORE_HEADERS, Problem } from '../problem';
import type { Mistake } from '../schema/journal';
import type { Spaces } from '../spaces';
import { readJsonBody, readQuery } from './read';
import { type Route, type Routes, SPACE_PATH } from './route';
import { ROUTES } from './routes';

/** These are the parts of a path that vary. `id` identifies a rule. */
interface Parts {
  readonly space?: string;
  readonly id?: string;
}

export function createControlApp(spaces: Spaces, observe: Observe): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.enable('case sensitive routing').enable('strict routing');
  app.use(controlPage());
  for (const [path, routes] of Object.entries(ROUTES)) {
    const pattern = path.replace(SPACE_PATH, '{/spaces/:space}').replace('{id}', ':id');
    app.all<string, Parts>(`/test${pattern}`, (request, response) =>
      answer(spaces, routeIn(routes, request), request, response),
    );
  }
  app.use(({ path }) => {
    throw new Problem('not-found', `There is no path ${path}: /test/openapi.json lists the paths.`);
  });
  app.use(failures(observe));
  return app;
}

function routeIn(routes: Routes, { method, path }: Request<Parts>): Route {
  const route = routes[method];
  if (route !== undefined) return route;
  const allowed = Object.keys(routes).join(', ');
  throw new Problem('method', `${path} allows ${allowed}, not ${method}.`, { Allow: allowed });
}

async function answer(
  spaces: Spaces,
  route: Route,
  request: Request<Parts>,
  response: Response,
): Promise<void> {
  // Only browsers send `Sec-Fetch-Site`, so no other client is affected.
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new Problem('cross-site', 'A page of another site may not control the service.');
  const { space: name, id: rule = '' } = request.params;
  const space = name === undefined ? spaces.default : spaces.get(name);
  if (rule !== '') space.rules.get(rule);
  const { searchParams } = new URL(request.url, 'http://localhost');
  const mistakes: Mistake[] = [];
  const query = readQuery(route.query ?? {}, searchParams, mistakes);
  const body = route.body && (await readJsonBody(route.body, request, mistakes));
  // The space may have ended while the body was being received.
  space.checkNotEnded();
  const context = { space, spaces, query, body, rule, request, response };
  const others = route.check?.({ ...context, body: body ?? {} }, mistakes) ?? [];
  if (mistakes.length + others.length > 0) throw new Problem('wrong-value', [...mistakes, ...others]);
  const value = await route.handle(context);
  if (route.answer === undefined) response.writeHead(204, NO_STORE_HEADERS).end();
  else if (value !== undefined) sendJson(response, route.status ?? 200, value);
}

function failures(observe: Observe): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    // If an answer fails midway, it has been cut off already. A client that has disconnected can't receive an answer.
    if (!response.headersSent && !response.destroyed) answerProblem(response, problemOf(error, observe));
  };
}

export function answerProblem(response: ServerResponse, { status, body, headers }: Problem): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, body, 'application/problem+json');
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  contentType = 'application/json',
): void {
  // `writeHead` is not used, because Node adds Content-Length only if it sends the head together with the body.
  response.statusCode = status;
  for (const [name, header] of Object.entries(NO_STORE_HEADERS)) response.setHeader(name, header);
  response.setHeader('Content-Type', contentType);
  response.end(`${JSON.stringify(value)}\n`);
}

function problemOf(error: unknown, observe: Observe): Problem {
  if (error instanceof Problem) return error;
  // Express throws a URIError for a path with a percent sign that does not begin an escape.
  if (error instanceof URIError) return new Problem('not-found', `${error.message}.`);
  if (error instanceof ServiceUnavailableError || error instanceof NeedsOperatorError)
    return new Problem('store', error.message);
  observe({ kind: 'unexpected-error', where: 'test control', error });
  return new Problem('unexpected', 'An error occurred on the server.');
}
