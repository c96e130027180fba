import http from 'node:http';
import { isIP } from 'node:net';
import { queryIn } from '../lib/text/query';
import type { Metrics } from './metrics';
import type { Observe } from './observations';
import type { Readiness } from './readiness';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const TEXT = 'text/plain; charset=utf-8';

/** Writes its answer by itself, to HEAD without a body. */
export type AdminPage = (query: URLSearchParams, response: http.ServerResponse) => Promise<void>;

export interface AdminOptions {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly observe: Observe;
  /** By their paths; others may come later. */
  readonly pages?: ReadonlyMap<string, AdminPage>;
  /** Answers what is below `/test`. */
  readonly testControl?: http.RequestListener | undefined;
}

/**
 * Names that nobody can register, those of `svc.cluster.local` among them: a page on the internet whose name leads here
 * (DNS rebinding) has another.
 */
const PRIVATE_NAME = /^(?:[\w-]+|[\w.-]+\.(?:internal|local|test))\.?$/i;

const FOREIGN_HOST =
  'Events and test control are only for requests whose Host is an IP address, localhost, a name without a dot, or one under .internal, .local, .test or .svc.cluster.local.\n';

/** @param host the header, with or without a port */
function isPrivate(host = ''): boolean {
  const name = host.replace(/:\d*$/, '');
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || PRIVATE_NAME.test(name);
}

/**
 * The admin port: `/live`, `/ready`, `/metrics` and `pages`. Not listening yet; never to be opened to clients.
 */
export function createAdminServer({
  readiness,
  metrics,
  observe,
  pages = new Map(),
  testControl,
}: AdminOptions): http.Server {
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/live': async () => ({ status: 200, body: 'The process is alive.\n' }),
    '/ready': async () => {
      const obstacle = await readiness.notReadyReason();
      return obstacle === undefined
        ? { status: 200, body: 'The service is ready.\n' }
        : { status: 503, body: `${obstacle}\n` };
    },
    '/metrics': async () => ({ status: 200, body: await metrics.text(), contentType: metrics.contentType }),
  };
  const unknown = async (): Promise<Answer> => ({
    status: 404,
    body: `There are ${new Intl.ListFormat('en-GB').format([...Object.keys(answers), ...pages.keys()])}.\n`,
  });

  const failing = (path: string, response: http.ServerResponse) => (error: unknown) => {
    // Who went away in the middle of an export is nobody's fault.
    if (response.destroyed) return;
    observe({ kind: 'unexpected-error', where: `the operator's ${path}`, error });
    if (response.headersSent) response.destroy();
    else
      response.writeHead(500, { 'Content-Type': TEXT }).end('This should not have happened: see the log.\n');
  };

  return http.createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const { url = '' } = request;
    const [path = ''] = url.split('?', 1);
    const isTest = testControl !== undefined && /^\/test(?:\/|$)/.test(path);
    if ((isTest || pages.has(path)) && !isPrivate(request.headers.host)) {
      response.writeHead(403, { 'Content-Type': TEXT, 'Cache-Control': 'no-store' }).end(FOREIGN_HOST);
      return;
    }
    if (isTest) {
      testControl(request, response);
      return;
    }
    const readOnly = request.method === 'GET' || request.method === 'HEAD';
    const page = readOnly ? pages.get(path) : undefined;
    if (page !== undefined) {
      page(new URLSearchParams(queryIn(url)), response).catch(failing(path, response));
      return;
    }
    const answer = readOnly ? (Object.hasOwn(answers, path) ? answers[path] : undefined) : refuseMethod;
    (answer ?? unknown)()
      .then(({ status, body, contentType = TEXT, headers }) =>
        response
          .writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store', ...headers })
          .end(body),
      )
      .catch(failing(path, response));
  });
}

async function refuseMethod(): Promise<Answer> {
  // RFC 9110 15.5.6
  const headers = { Allow: 'GET, HEAD' };
  return { status: 405, body: 'Only GET and HEAD are answered here.\n', headers };
}
