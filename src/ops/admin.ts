import http from 'node:http';
import type { Metrics } from './metrics';
import type { Readiness } from './readiness';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
}

/** The operator's port: `/live`, `/ready` and `/metrics`. Not listening yet; never to be opened to clients. */
export function createAdminServer(readiness: Readiness, metrics: Metrics): http.Server {
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
    body: 'There are /live, /ready and /metrics.\n',
  });

  return http.createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
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
