/** Defines the type of a route. The table of routes is used to route requests, to check them and to write OpenAPI. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mistake } from '../schema/journal';
import type { FromQuery, FromSchema, Members, Schema } from '../schema/schema';
import type { Space } from '../space';
import type { Spaces } from '../spaces';

/**
 * Paths begin with this prefix, which may be left out for the space `default`. The `{id}` in a path identifies a rule.
 */
export const SPACE_PATH = '/spaces/{space}';

interface Context<Query = unknown, Body = unknown> {
  readonly space: Space;
  readonly spaces: Spaces;
  readonly query: Query;
  readonly body: Body;
  /** This is the `{id}` of a rule in the path. */
  readonly rule: string;
  readonly request: IncomingMessage;
  /** A handler can set headers on the response, and stream its answer to it. */
  readonly response: ServerResponse;
}

export interface Route<Query extends Members = Members, Body = unknown> {
  /** OpenAPI shows this as `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Query;
  /** A JSON body has this schema. A missing body is `{}` if nothing in it is required. */
  readonly body?: Body & Schema;
  /** A file has one of these schemas, which its media type chooses. The handler reads the file. */
  readonly files?: Readonly<Record<string, Schema>>;
  /** The answer has this schema. Without it the answer has no body and status 204. */
  readonly answer?: Schema;
  readonly mediaType?: string;
  readonly status?: number;
  /**
   * Finds mistakes that a schema can't express. The context has the valid parts of the query and the body.
   * @param found the mistakes that the schemas have found
   */
  check?(
    context: Context<FromQuery<Query>, Partial<FromSchema<Body>>>,
    found: readonly Mistake[],
  ): readonly Mistake[];
  /** Returns the JSON answer, or `undefined` if this function has written the whole answer itself. */
  handle(context: Context<FromQuery<Query>, FromSchema<Body>>): unknown;
}

/** Maps the methods of a path to their routes. */
export type Routes = Readonly<Record<string, Route>>;

/** Returns the route. This function exists only to derive the types of the route's functions from its schemas. */
export function route<const Query extends Members = Record<never, Schema>, const Body = unknown>(
  row: Route<Query, Body>,
): Route {
  // No cast is needed, because the parameters of methods are bivariant in TypeScript.
  return row;
}
