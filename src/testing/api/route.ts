import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Schema } from '../schema/schema';
import type { Space } from '../space';
import type { Spaces } from '../spaces';
import type { SpaceInfo } from '../types';

/** What an answer is made of: JSON, a text of another type, or whatever `send` writes. */
export type Answered =
  | { readonly status: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly text: string; readonly type: string }
  | { readonly status: 204 }
  | { readonly send: (response: ServerResponse) => Promise<void> };

/** What a handler may use of the request and of the process. */
export interface Asked {
  readonly space: Space;
  readonly spaces: Spaces;
  readonly query: URLSearchParams;
  /** The path's `{id}` or `{name}`, decoded. */
  readonly part: string;
  readonly request: IncomingMessage;
  /** Aborted when whoever asks has gone. */
  readonly signal: AbortSignal;
  /** The body as JSON. @throws Problem for what is none, or too long */
  json(): Promise<unknown>;
  /** The body as it is. @throws Problem for what is too long */
  bytes(): Promise<Buffer>;
  infoOf(space: Space): SpaceInfo;
}

/** A row of the interface's one table: how it is routed, and what the OpenAPI description says of it. */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/test`, and for `perSpace` also below `/test/spaces/{space}`; at most one part in braces. */
  readonly path: string;
  readonly perSpace: boolean;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Media types of the body, each with its schema. */
  readonly body?: Readonly<Record<string, Schema>>;
  /** The answer that is no problem: its status, and its media types with their schemas. */
  readonly answer: { readonly status: number; readonly content?: Readonly<Record<string, Schema>> };
  /** The statuses of the problems that it may answer beside those of every route. */
  readonly problems?: readonly number[];
  readonly handle: (asked: Asked) => Answered | Promise<Answered>;
}

export const json = (schema: Schema): Readonly<Record<string, Schema>> => ({ 'application/json': schema });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
