import http from 'node:http';
import { isIP } from 'node:net';
import { withoutBrackets } from '../config/checks';
import type { Metrics } from './metrics';
import type { Observe } from './observations';
import type { Readiness } from './readiness';

/**
 * These timeouts, in milliseconds, are longer than .NET keeps a connection that it has opened in advance. So Node does
 * not close this connection first.
 */
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
 * Matches host names that nobody can register, such as names under `svc.cluster.local`. This prevents DNS rebinding: if
 * a website's name resolves to this address, its requests have that public name as Host.
 */
const PRIVATE_NAME = /^(?:[\w-]+|[\w.-]+\.(?:internal|local|test))\.?$/i;

const FOREIGN_HOST =
  'Events and test control are only for requests whose Host is an IP address, localhost, a name without a dot, or a name under .internal, .local, .test or .svc.cluster.local.\n';

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
  const probes: ReadonlyMap<string, AdminPage> = new Map([
    ['/live', async (_query, response) => send(response, 200, 'The process is alive.\n')],
    [
      '/ready',
      async (_query, response) => {
        const reason = await readiness.notReadyReason();
        if (reason === undefined) send(response, 200, 'The service is ready.\n');
        else send(response, 503, `${reason}\n`);
      },
    ],
    [
      '/metrics',
      async (_query, response) =>
        send(response, 200, await metrics.text(), { 'Content-Type': metrics.contentType }),
    ],
  ]);

  return http.createServer(TIMEOUTS, (request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?', 1);
    // `testControl` may have been replaced since the last request.
    const { testControl } = options;
    const isTest = testControl !== undefined && /^\/test(?:\/|$)/.test(path);
    if ((isTest || pages.has(path)) && !isPrivate(headers.host)) return send(response, 403, FOREIGN_HOST);
    if (isTest) return testControl(request, response);
    const page = probes.get(path) ?? pages.get(path);
    if (page === undefined) {
      const test = testControl === undefined ? [] : ['/test/'];
      const paths = new Intl.ListFormat('en-GB').format([...probes.keys(), ...pages.keys(), ...test]);
      return send(response, 404, `The admin port has only these paths: ${paths}.\n`);
    }
    // RFC 9110 15.5.6 requires the header Allow.
    if (!['GET', 'HEAD'].includes(method))
      return send(response, 405, 'Only GET and HEAD are answered here.\n', { Allow: 'GET, HEAD' });
    page(new URLSearchParams(url.slice(path.length)), response).catch((error: unknown) => {
      // A client that disconnects during an export is not an error.
      if (response.destroyed) return;
      observe({ kind: 'unexpected-error', where: `admin port, ${path}`, error });
      if (response.headersSent) response.destroy();
      else send(response, 500, 'An unexpected error occurred: see the log.\n');
    });
  });
}

function send(
  response: http.ServerResponse,
  status: number,
  body: string,
  headers?: Readonly<Record<string, string>>,
): void {
  const usual = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...usual, ...headers }).end(body);
}
