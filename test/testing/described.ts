/** Holds what test control answers against its own OpenAPI description. */
import { describeRoutes } from '../../src/testing/openapi';
import { ROUTES } from '../../src/testing/routes';
import { check } from '../../src/testing/schema/check';
import type { Schema } from '../../src/testing/schema/schema';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** Schemas by media type. */
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

// The one cast: what a description is made of is nobody else's business.
const { paths } = describeRoutes(ROUTES) as Described;

const PATTERNS = Object.entries(paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  operations,
}));

export interface Exchanged {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly json: unknown;
  /** The value that was sent as JSON, where one was. */
  readonly sent?: unknown;
}

/** @throws Error for a status, a media type, a body or, where they were taken, parameters or a body not described */
export function expectDescribed({ method, path, status, contentType, json, sent }: Exchanged): void {
  const { pathname, searchParams } = new URL(path, 'http://h');
  // `/requests/wait` and the like stand for themselves before any `{id}`.
  const here = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
  const operation = here.flatMap(({ operations }) => operations[method.toLowerCase()] ?? [])[0];
  if (operation === undefined) return;
  const response = operation.responses[status];
  const what = `${method} ${path}, answered with ${status}`;
  if (response === undefined)
    throw new Error(`${what}: the description knows ${Object.keys(operation.responses)}`);
  const [mediaType = ''] = (contentType ?? '').split(';');
  const content = response.content?.[mediaType];
  if (response.content !== undefined && content === undefined)
    throw new Error(`${what}: no ${mediaType} is described`);
  if (content !== undefined && json !== undefined) check(content.schema, json);
  if (status >= 400) return;
  if (sent !== undefined) {
    const taken = operation.requestBody?.content['application/json'];
    if (taken === undefined) throw new Error(`${what}: no body is described`);
    check(taken.schema, sent);
  }
  const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  for (const name of searchParams.keys()) {
    if (!known.includes(name.replace(/^arg\..*/, 'arg.NAME')))
      throw new Error(`${what}: no ${name} is described`);
  }
}
