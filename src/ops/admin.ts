import http from 'node:http';
import type { Metrics } from './metrics';
import type { Readiness } from './readiness';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

/** Writes its answer by itself. */
export type AdminPage = (query: URLSearchParams, response: http.ServerResponse) => Promise<void>;

/**
 * The operator's port: `/live`, `/ready`, `/metrics`, and by its path each of `pages`, which may come to it later. Not
 * listening yet; never to be opened to clients.
 * @param testControl answers what is below `/test`
 */
export function createAdminServer(
  readiness: Readiness,
  metrics: Metrics,
  pages: ReadonlyMap<string, AdminPage> = new Map(),
  testControl?: http.RequestListener,
): http.Server {
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/live': async () => ({ status: 200, body: 'The process is alive.\n' }),
    '/ready': async () => {
      const obstacle = await readiness.obstacle();
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

  return http.createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    if (testControl !== undefined && /^\/test(?:\/|$)/.test(path)) {
      testControl(request, response);
      return;
    }
    const page = request.method === 'GET' ? pages.get(path) : undefined;
    if (page !== undefined) {
      page(new URLSearchParams(query), response).catch(() => response.destroy());
      return;
    }
    const readOnly = request.method === 'GET' || request.method === 'HEAD';
    const answer = readOnly ? (Object.hasOwn(answers, path) ? answers[path] : undefined) : refuseMethod;
    (answer ?? unknown)().then(
      ({ status, body, contentType = 'text/plain; charset=utf-8' }) =>
        response.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
}

async function refuseMethod(): Promise<Answer> {
  return { status: 405, body: 'Only GET and HEAD are answered here.\n' };
}
