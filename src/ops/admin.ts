import http from 'node:http';
import { isIP } from 'node:net';
import { withoutBrackets } from '../config/checks';
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

/** These are longer than the time for which .NET keeps a connection that it opened in advance. */
const TIMEOUTS = { headersTimeout: 120_000, requestTimeout: 120_000 };

/** Writes the whole response. Node omits the body for HEAD. */
export type AdminPage = (query: URLSearchParams, response: http.ServerResponse) => Promise<void>;

export interface AdminOptions {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly observe: Observe;
  /** Maps paths to pages. Pages may be added after the server was created. */
  readonly pages?: ReadonlyMap<string, AdminPage>;
  /** Answers everything below `/test`. It may be replaced after the server was created. */
  testControl?: http.RequestListener | undefined;
}

/**
 * Matches host names that nobody can register, such as those under `svc.cluster.local`. This prevents DNS rebinding,
 * because a website that resolves to this address sends its own public name as Host.
 */
const PRIVATE_NAME = /^(?:[\w-]+|[\w.-]+\.(?:internal|local|test))\.?$/i;

const FOREIGN_HOST =
  'Events and test control are only for requests whose Host is an IP address, localhost, a name without a dot, or one under .internal, .local, .test or .svc.cluster.local.\n';

/**
 * Returns true if a host is an IP address, or a name that nobody can register.
 * @param host the Host header, with or without a port
 */
function isPrivate(host = ''): boolean {
  const name = host.replace(/:\d*$/, '');
  return isIP(withoutBrackets(name)) !== 0 || PRIVATE_NAME.test(name);
}

/**
 * Creates the server of the admin port: `/live`, `/ready`, `/metrics` and `pages`. Clients of the service must not
 * reach it.
 */
export function createAdminServer(options: AdminOptions): http.Server {
  const { readiness, metrics, observe, pages = new Map() } = options;
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/live': async () => ({ status: 200, body: 'The process is alive.\n' }),
    '/ready': async () => {
      const reason = await readiness.notReadyReason();
      return reason === undefined
        ? { status: 200, body: 'The service is ready.\n' }
        : { status: 503, body: `${reason}\n` };
    },
    '/metrics': async () => ({ status: 200, body: await metrics.text(), contentType: metrics.contentType }),
  };
  const unknown = async (): Promise<Answer> => ({
    status: 404,
    body: `There are ${new Intl.ListFormat('en-GB').format([...Object.keys(answers), ...pages.keys()])}.\n`,
  });

  const failing = (path: string, response: http.ServerResponse) => (error: unknown) => {
    // A client that disconnects during an export is not an error.
    if (response.destroyed) return;
    observe({ kind: 'unexpected-error', where: `admin port, ${path}`, error });
    if (response.headersSent) response.destroy();
    else
      response.writeHead(500, { 'Content-Type': TEXT }).end('This should not have happened: see the log.\n');
  };

  return http.createServer(TIMEOUTS, (request, response) => {
    const { url = '' } = request;
    const [path = ''] = url.split('?', 1);
    const { testControl } = options;
    const isTest = testControl !== undefined && /^\/test(?:\/|$)/.test(path);
    if ((isTest || pages.has(path)) && !isPrivate(request.headers.host)) {
      response.writeHead(403, { 'Content-Type': TEXT }).end(FOREIGN_HOST);
      return;
    }
    if (isTest) {
      testControl(request, response);
      return;
    }
    const readOnly = request.method === 'GET' || request.method === 'HEAD';
    const page = readOnly ? pages.get(path) : undefined;
    if (page !== undefined) {
      page(new URLSearchParams(url.slice(path.length)), response).catch(failing(path, response));
      return;
    }
    const isKnown = path in answers || pages.has(path);
    const answer = isKnown && !readOnly ? rejectMethod : (answers[path] ?? unknown);
    answer()
      .then(({ status, body, contentType = TEXT, headers }) =>
        response
          .writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store', ...headers })
          .end(body),
      )
      .catch(failing(path, response));
  });
}

async function rejectMethod(): Promise<Answer> {
  // RFC 9110 15.5.6 requires the header Allow.
  const headers = { Allow: 'GET, HEAD' };
  return { status: 405, body: 'Only GET and HEAD are answered here.\n', headers };
}
