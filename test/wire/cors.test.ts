/** With CORS_ORIGINS exactly the pages of the listed origins may read the answers. */
import express from 'express';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { createServer } from '../../src/server';
import { echoService } from '../support/echo-service';
import { type Listening, listening } from '../support/listening';
import { httpMessage } from '../support/requests';
import { send } from '../support/send';

const ENDPOINT = '/WebServices/Events.asmx';
const CALL = `${ENDPOINT}/SelectEvents?month=3&year=2026`;
const FEED = '/calendar/bootstrap?from=1&to=2';
const ALLOWED = ['https://intranet.example', 'http://localhost:3000'];

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const appFor = (CORS_ORIGINS: string) => {
  const config = loadConfig({ CORS_ORIGINS });
  const service = echoService();
  const app = createApp({ service, feeds: { events: service, bootstrap: service }, config });
  return { app, config };
};

async function serve(origins: string): Promise<Listening> {
  const { app, config } = appFor(origins);
  return listening(createServer(app, config), undefined, 'file');
}

let allowing: Listening;
let plain: Listening;
beforeAll(async () => {
  allowing = await serve(ALLOWED.join(','));
  plain = await serve('');
});

async function answerTo({ method = 'GET', path = CALL, headers = {} }: Asked, address = allowing) {
  const answer = await send(httpMessage(`${method} ${path} HTTP/1.1`, headers), address);
  const cors = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
  return {
    status: answer.status,
    cors: Object.fromEntries(cors),
    vary: answer.headers.get('vary') ?? '',
  };
}

const preflight = (origin: string) => ({
  Origin: origin,
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,soapaction',
});

describe.each([
  CALL,
  CALL.replace('.asmx', '%2Easmx'),
  `/x/..${CALL}`,
  CALL.toUpperCase(),
  `${ENDPOINT}?WSDL`,
  FEED,
  '/calendar/events?start=x',
])('%s', (path) => {
  test.each(ALLOWED)('may be read by a page of %s', async (origin) => {
    const { cors, vary } = await answerTo({ path, headers: { Origin: origin } });
    expect(cors).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After',
    });
    expect(vary.split(', ')).toContain('Origin');
  });

  test.each([
    'https://intranet.example.evil.example',
    'https://evil-intranet.example',
    'https://sub.intranet.example',
    'http://intranet.example',
    'https://intranet.example:444',
    'https://INTRANET.example',
    'http://localhost',
    'http://localhost:30000',
    'null',
    '*',
  ])('may not be read by a page of %s, and caches keep the answers apart', async (origin) => {
    const { cors, vary } = await answerTo({ path, headers: { Origin: origin } });
    expect(cors).toEqual({});
    expect(vary.split(', ')).toContain('Origin');
  });

  test('answers the preflight of an allowed page', async () => {
    const answer = await answerTo({
      method: 'OPTIONS',
      path,
      headers: preflight('https://intranet.example'),
    });
    expect(answer).toEqual({
      status: 204,
      cors: {
        'access-control-allow-origin': 'https://intranet.example',
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers':
          'Content-Type, SOAPAction, X-Requested-With, X-Request-Id, Traceparent',
        'access-control-max-age': '600',
      },
      vary: 'Origin',
    });
  });
});

test.each([
  ['a page that is not allowed', preflight('https://evil.example')],
  ['nobody', {}],
  ['an allowed page that asks for no method', { Origin: 'https://intranet.example' }],
])('an OPTIONS of %s is refused as a verb that the service does not know', async (_who, headers) => {
  expect((await answerTo({ method: 'OPTIONS', path: ENDPOINT, headers })).status).toBe(405);
});

test('a GET with the headers of a preflight is a call', async () => {
  expect((await answerTo({ headers: preflight('https://intranet.example') })).status).toBe(200);
});

test.each([ENDPOINT, CALL, FEED, '/', '/nowhere'])(
  'without CORS_ORIGINS the answer at %s has no CORS header',
  async (path) => {
    for (const method of ['GET', 'OPTIONS']) {
      const asked = { method, path, headers: preflight('https://intranet.example') };
      const { cors, vary, status } = await answerTo(asked, plain);
      expect([cors, vary.includes('Origin'), status === 204]).toEqual([{}, false, false]);
    }
  },
);

test.each([CALL, FEED])('an application around the service keeps its own Vary at %s', async (path) => {
  const { app, config } = appFor(ALLOWED.join(','));
  const outer = express();
  outer.use((_request, response, next) => {
    response.setHeader('Vary', 'Accept-Language');
    next();
  });
  outer.use(app);
  const { url } = await listening(createServer(outer, config));
  const { headers } = await fetch(url + path);
  expect(headers.get('Vary')).toBe('Accept-Language, Origin');
});

test('other sites can’t read the pages, even with CORS', async () => {
  for (const path of ['/', '/nowhere', '/assets/x/site.css']) {
    const { cors } = await answerTo({ path, headers: { Origin: 'https://intranet.example' } });
    expect(cors).toEqual({});
  }
});
