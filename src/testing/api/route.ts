/** A row of the interface's one table: it is routed, its query and body are checked, and OpenAPI shows it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FromSchema, Members, Schema } from '../schema/schema';
import type { SpaceInfo } from '../schema/spaces';
import type { Space } from '../space';
import type { Spaces } from '../spaces';

/** JSON, nothing, or whatever `send` writes. */
export type Answered =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: 204 }
  | { readonly send: (response: ServerResponse) => Promise<void> };

/** What a handler may use of the request and of the process. */
export interface Asked<Query = unknown, Body = unknown> {
  readonly space: Space;
  readonly spaces: Spaces;
  /** Read and checked as the route says. */
  readonly query: Query;
  /** Read and checked as the route says; the bytes where it takes files. */
  readonly body: Body;
  /** The path's `{id}` or, outside a space, `{space}`, decoded. */
  readonly part: string;
  readonly request: IncomingMessage;
  /** Aborted when whoever asks has gone. */
  readonly signal: AbortSignal;
  infoOf(space: Space): SpaceInfo;
}

/** Media types, each with its schema. */
export type Content = Readonly<Record<string, Schema>>;

interface RouteParts {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/test`, and for `perSpace` below `/test/spaces/{space}`; at most one part in braces. */
  readonly path: string;
  readonly perSpace: boolean;
  /** OpenAPI's operationId. */
  readonly id: string;
  readonly summary: string;
  readonly query?: Members;
  /** The body as JSON; a missing one is `{}` where that is allowed. */
  readonly body?: Schema;
  /** The body as a file of one of these types, whose bytes the handler reads. */
  readonly files?: Content;
  /** The answer that is no problem: its status, and its media types with their schemas. */
  readonly answer: { readonly status: number; readonly content?: Content };
  /** The statuses of the problems that it may answer beside those of every route. */
  readonly problems?: readonly number[];
}

export interface Route extends RouteParts {
  readonly handle: (asked: Asked) => Answered | Promise<Answered>;
}

type Typed<Query extends Members, Body> = Omit<RouteParts, 'query' | 'body'> & {
  readonly query?: Query;
  readonly body?: Body;
  readonly handle: (
    asked: Asked<{ readonly [Name in keyof Query]?: FromSchema<Query[Name]> }, FromSchema<Body>>,
  ) => Answered | Promise<Answered>;
};

/** A row whose handler sees the types that its schemas say. */
export function route<const Query extends Members = Record<never, Schema>, const Body = unknown>(
  row: Typed<Query, Body>,
): Route {
  // The one cast: the router checks query and body by the row's own schemas before the handler sees them.
  return row as unknown as Route;
}

export const json = (schema: Schema): Content => ({ 'application/json': schema });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
