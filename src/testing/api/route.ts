/** A row of the interface's one table: it is routed, its query and body are checked, and OpenAPI shows it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mistake } from '../schema/journal';
import type { FromQuery, FromSchema, Members, Schema } from '../schema/schema';
import type { Space } from '../space';
import type { Spaces } from '../spaces';

/** The parts of the request and of the process that a handler may use. */
export interface Context<Query = unknown, Body = unknown> {
  readonly space: Space;
  readonly spaces: Spaces;
  /** Read and checked as the route says. */
  readonly query: Query;
  /** Read and checked as the route says; the bytes where it takes files. */
  readonly body: Body;
  /** The path's `{id}` or, outside a space, `{space}`, decoded. */
  readonly part: string;
  readonly request: IncomingMessage;
  /** For headers, and for answers that are written bit by bit. */
  readonly response: ServerResponse;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

interface RouteParts {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/test/spaces/{space}`, or below `/test` where it is `global`; at most one part in braces. */
  readonly path: string;
  /** It is about no space. */
  readonly global?: true;
  /** OpenAPI's operationId. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Members;
  /** The body as JSON; a missing one is `{}` where nothing in it is required. */
  readonly body?: Schema;
  /** The body as a file: the schemas by media type. The handler reads the bytes. */
  readonly files?: Readonly<Record<string, Schema>>;
  /** The answer's schema; without one it has no body, and status 204. */
  readonly answer?: Schema;
  /** The answer's media type, if not JSON. */
  readonly mediaType?: string;
  /** The answer's status, if not 200. */
  readonly status?: number;
  /** The statuses of the problems that it may answer beside those of every route. */
  readonly problems?: readonly number[];
}

/** The parts of a query and of a body that are as their schemas say. */
export interface Sound<Query = unknown, Body = unknown> {
  readonly query: Query;
  readonly body: Partial<Body>;
  readonly space: Space;
  readonly spaces: Spaces;
}

export interface Route extends RouteParts {
  /** Returns the mistakes that no schema can tell; they are refused together with those of the schemas. */
  readonly check?: (sound: Sound) => readonly Mistake[];
  /** Returns what is sent as JSON, or writes the whole answer itself. */
  readonly handle: (context: Context) => unknown;
}

type Typed<Query extends Members, Body> = Omit<RouteParts, 'query' | 'body'> & {
  readonly query?: Query;
  readonly body?: Body;
  readonly check?: (sound: Sound<FromQuery<Query>, FromSchema<Body>>) => readonly Mistake[];
  readonly handle: (context: Context<FromQuery<Query>, FromSchema<Body>>) => unknown;
};

/** A row whose handler sees the types that its schemas say. */
export function route<const Query extends Members = Record<never, Schema>, const Body = unknown>(
  row: Typed<Query, Body>,
): Route {
  // The one cast: the router checks query and body by the row's own schemas before the handler sees them.
  return row as unknown as Route;
}
