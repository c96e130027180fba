/** Defines the type of a route. The table of routes is used to route requests, to check them and to write OpenAPI. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mistake } from '../schema/journal';
import type { FromQuery, FromSchema, Members, Schema } from '../schema/schema';
import type { Space } from '../space';
import type { Spaces } from '../spaces';

export interface Context<Query = unknown, Body = unknown> {
  readonly space: Space;
  readonly spaces: Spaces;
  readonly query: Query;
  /** The body is checked JSON, or the bytes of a file. */
  readonly body: Body;
  /** This is the `{id}` of a rule in the path. */
  readonly rule: string;
  readonly request: IncomingMessage;
  /** A handler can set headers on it, and stream its answer to it. */
  readonly response: ServerResponse;
  /** It is aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

interface RouteParts {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /**
   * The path is relative to `/test/spaces/{space}`, or to `/test` for a `global` route. It may contain the `{id}` of a
   * rule.
   */
  readonly path: string;
  readonly global?: true;
  /** OpenAPI shows this as `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Members;
  /** A JSON body has this schema. A missing body is `{}` if nothing in it is required. */
  readonly body?: Schema;
  /** A file has one of these schemas, by its media type. The handler reads the bytes. */
  readonly files?: Readonly<Record<string, Schema>>;
  /** The answer has this schema. Without it the answer has no body and status 204. */
  readonly answer?: Schema;
  readonly mediaType?: string;
  readonly status?: number;
  /** These are the statuses of problems that not every route has. */
  readonly problems?: readonly number[];
}

export interface Route extends RouteParts {
  /** Finds mistakes that a schema can't express. The context has the valid parts of the query and the body. */
  readonly check?: (context: Context<unknown, object>) => readonly Mistake[];
  /** Finds names that are already used. The answer is 409, unless the request has mistakes. */
  readonly conflicts?: (context: Context<unknown, object>) => readonly Mistake[];
  /** Returns the JSON answer, or writes the whole answer itself. */
  readonly handle: (context: Context) => unknown;
}

interface Typed<Query extends Members, Body>
  extends Omit<Route, 'query' | 'body' | 'check' | 'conflicts' | 'handle'> {
  readonly query?: Query;
  readonly body?: Body;
  readonly check?: (context: Context<FromQuery<Query>, Partial<FromSchema<Body>>>) => readonly Mistake[];
  readonly conflicts?: (context: Context<FromQuery<Query>, Partial<FromSchema<Body>>>) => readonly Mistake[];
  readonly handle: (context: Context<FromQuery<Query>, FromSchema<Body>>) => unknown;
}

/** Derives the types of a route's functions from its schemas. */
export function route<const Query extends Members = Record<never, Schema>, const Body = unknown>(
  row: Typed<Query, Body>,
): Route {
  // The cast is safe, because the router checks query and body by the same schemas.
  return row as unknown as Route;
}
