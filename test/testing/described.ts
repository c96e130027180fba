/** Compares the answers of test control with its OpenAPI description. */
import { describeRoutes } from '../../src/testing/api/openapi';
import { ROUTES } from '../../src/testing/api/routes';
import { validPart } from '../../src/testing/schema/check';
import type { Mistake } from '../../src/testing/schema/journal';
import type { Schema } from '../../src/testing/schema/schema';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

function resolveReferences(document: object): object {
  const at = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], document);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) return resolve(at(String(value.$ref)));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
  };
  return resolve(document) as object;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

// This cast is the only one, because a description has no type of its own.
const { paths } = resolveReferences(describeRoutes(ROUTES)) as Described;

const PATTERNS = Object.entries(paths).map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  operations,
}));

interface Exchanged {
  readonly method: string;
  /** The path includes its query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly json: unknown;
  /** This is the JSON body of the request, if there was one. */
  readonly sent?: unknown;
}

/** @throws Error if the description lacks the status, media type or body, or a member of an accepted request */
export function expectDescribed({ method, path, status, contentType, json, sent }: Exchanged): void {
  const { pathname: asked, searchParams } = new URL(path, 'http://h');
  // The paths of the space `default` are also below /test/. Only the text of the description says so.
  const pathname = asked.replace(/^\/test\/(?!spaces|openapi)/, '/test/spaces/default/');
  // A literal path such as `/requests/wait` precedes a path with `{id}`.
  const here = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
  const operation = here.flatMap(({ operations }) => operations[method.toLowerCase()] ?? [])[0];
  const what = `${method} ${path}, answered with ${status}`;
  if (operation === undefined && status < 400) throw new Error(`${what}: the description has no such path`);
  if (operation === undefined) return;
  const response = operation.responses[status] ?? (status < 400 ? undefined : operation.responses.default);
  if (response === undefined)
    throw new Error(`${what}: the description knows ${Object.keys(operation.responses)}`);
  const [mediaType = ''] = (contentType ?? '').split(';');
  const content = response.content?.[mediaType];
  if ((response.content !== undefined || json !== undefined) && content === undefined)
    throw new Error(`${what}: no ${mediaType} is described`);
  if (content !== undefined && json !== undefined) expectFits(what, content.schema, json);
  if (status >= 400) return;
  if (sent !== undefined) {
    const taken = operation.requestBody?.content['application/json'];
    if (taken === undefined) throw new Error(`${what}: no body is described`);
    expectFits(what, taken.schema, sent);
  }
  const known = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  for (const name of searchParams.keys()) {
    if (!known.includes(name)) throw new Error(`${what}: no ${name} is described`);
  }
}

function expectFits(what: string, schema: Schema, value: unknown): void {
  const mistakes: Mistake[] = [];
  validPart(schema, value, '', mistakes);
  if (mistakes.length > 0) throw new Error(`${what}: ${JSON.stringify(mistakes)}`);
}
