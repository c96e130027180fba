/** Requests are rejected over real connections before a binding reads them. */
import type { BindingName } from '../../src/contract/bindings';
import type { RejectionReason } from '../../src/contract/rejections';
import type { Observation } from '../../src/ops/observations';
import { echoService } from '../support/echo-service';
import { serveLimited } from '../support/limited-server';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

const ENDPOINT = '/WebServices/Events.asmx';

async function ask(request: string, env = {}) {
  const seen: Observation[] = [];
  const address = await serveApp(echoService(), env, (observation) => seen.push(observation));
  return { ...(await send(request, address)), seen };
}

test.each(['/assets/x/%', '/assets/%zz', '/%', '/calendar/%ff', `${ENDPOINT}/%`, '/assets/..%2f..%'])(
  '%s: a percent sign that begins no escape is reported as a mistake of the client, not as a bug',
  async (path) => {
    const { status, body, seen } = await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('An error occurred on the server.');
    expect(seen.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  },
);

const DOCUMENTS = ['/', ENDPOINT, `${ENDPOINT}?WSDL`];
const FILES = ['/assets/site.css', '/assets/any-version/site.css'];

test.each([...DOCUMENTS, ...FILES, '/calendar/events', '/nowhere'])(
  '%s with two Host headers gets the status 400',
  async (path) => {
    const service = echoService();
    const feeds = { events: service, bootstrap: service };
    const { address } = await serveLimited({}, service, { feeds });
    const { status, body } = await send(`GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`, address);
    expect({ status, body }).toEqual({ status: 400, body: 'The request has more than one Host header.\r\n' });
  },
);

test('a request without Host gets the status 400, and is observed', async () => {
  const { status, body, seen } = await ask(`GET ${ENDPOINT}?WSDL HTTP/1.1\r\n\r\n`);
  expect({ status, body }).toEqual({ status: 400, body: 'The request has no Host header.\r\n' });
  expect(seen).toMatchObject([{ kind: 'rejected', reason: 'host', status: 400 }]);
});

const SOAP = 'Content-Type: text/xml; charset=utf-8\r\nSOAPAction: "http://tempuri.org/SelectEvents"\r\n';
const E11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap = (content: string) => `<s:Envelope xmlns:s="${E11}">${content}</s:Envelope>`;
const CALL = '<s:Body><SelectEvents xmlns="http://tempuri.org/"><month>x</month></SelectEvents></s:Body>';
const post = (body: string, headers = SOAP, path = ENDPOINT) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';

/** Maps each reason that a single request can cause to such a request. */
const REFUSED: Readonly<
  Record<
    Exclude<RejectionReason, 'busy'>,
    readonly [request: string, binding: BindingName | undefined, status: number, env?: object]
  >
> = {
  action: [post('', SOAP.replace('/SelectEvents', '/Nope')), 'soap11', 500],
  'body-length': [post('x'.repeat(1025)), 'soap11', 500, { MAX_BODY_BYTES: '1024' }],
  'content-type': [post('<a/>', SOAP.replace('text/xml', 'text/plain')), 'soap11', 415],
  document: [`GET ${ENDPOINT}?wsdl=1 HTTP/1.1\r\nHost: a\r\n\r\n`, undefined, 500],
  'element-depth': [post(soap(`<s:Body>${'<a>'.repeat(256)}`)), 'soap11', 500],
  envelope: [post(soap('')), 'soap11', 500],
  header: [post(soap(`<s:Header><a s:mustUnderstand="1"/></s:Header><s:Body/>`)), 'soap11', 500],
  host: [`GET ${ENDPOINT} HTTP/1.1\r\nHost: a b\r\n\r\n`, undefined, 400],
  http: [`GET ${ENDPOINT} HTTP/2.0\r\nHost: a\r\n\r\n`, undefined, 505],
  markup: [`GET ${ENDPOINT}/SelectEvents?month=%3Cb%3E HTTP/1.1\r\nHost: a\r\n\r\n`, 'httpget', 500],
  'method-name': [post('', FORM, `${ENDPOINT}/Nope`), 'httppost', 500],
  'not-found': ['GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', undefined, 404],
  parameter: [post(soap(CALL)), 'soap11', 500],
  path: [`GET ${ENDPOINT}/%3C HTTP/1.1\r\nHost: a\r\n\r\n`, undefined, 400],
  script: [`GET ${ENDPOINT}/js HTTP/1.1\r\nHost: a\r\n\r\n`, undefined, 500],
  strict: [post(soap('<s:Body/>')), 'soap11', 500, { STRICT: 'true' }],
  'too-many-names': [
    post(Array.from({ length: 1001 }, (_, at) => `a${at}=`).join('&'), FORM, `${ENDPOINT}/SelectEvents`),
    'httppost',
    500,
  ],
  'url-length': [`GET ${ENDPOINT}?${'a'.repeat(2049)} HTTP/1.1\r\nHost: a\r\n\r\n`, undefined, 400],
  verb: [`PUT ${ENDPOINT} HTTP/1.1\r\nHost: a\r\n\r\n`, undefined, 405],
  // The fault for a version mismatch is always a SOAP 1.1 fault.
  version: [post('<a/>', 'Content-Type: application/soap+xml\r\n'), 'soap11', 500],
  xml: [post('<a'), 'soap11', 400],
};

test.each(Object.entries(REFUSED))('%s is reported once, in the metrics and the log', async (reason, row) => {
  const [request, binding, status, env] = row;
  const { seen, ...answer } = await ask(request, env);
  expect(answer.status).toBe(status);
  const [, method, path] = /^(\w+) ([^ ?]*)/.exec(request) ?? [];
  const facts = { kind: 'rejected', reason, status, method, path, client: '127.0.0.1' };
  expect(seen).toEqual([binding === undefined ? facts : { ...facts, binding }]);
});

const LONGEST_ADDRESS = '2001:0db8:0000:0000:0000:ffff:255.255.255.255';

test.each([
  [undefined, '203.0.113.9, 192.0.2.1', '127.0.0.1'],
  ['loopback', '203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['loopback,192.0.2.0/24', '203.0.113.9, 192.0.2.1', '203.0.113.9'],
  ['loopback,192.0.2.0/24,203.0.113.0/24', '203.0.113.9, 192.0.2.1', '203.0.113.9'],
  ['loopback', LONGEST_ADDRESS, LONGEST_ADDRESS],
  // These are no addresses.
  ['loopback', '192.0.2.7<b>', '127.0.0.1'],
  ['loopback', '_192.0.2.7', '127.0.0.1'],
  ['loopback', 'unknown', '127.0.0.1'],
])(
  'if %s is trusted, a refused request that is forwarded for %s is of the client %s',
  async (trusted, addresses, client) => {
    const request = `GET /nowhere HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${addresses}\r\n\r\n`;
    const { seen } = await ask(request, { TRUST_PROXY: trusted });
    expect(seen).toMatchObject([{ kind: 'rejected', client }]);
  },
);

test('of the path of a refused request at most 260 characters are shown', async () => {
  const { seen } = await ask(`GET ${'/'.padEnd(300, 'n')} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(seen).toMatchObject([{ kind: 'rejected', path: '/'.padEnd(260, 'n') }]);
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test.each([
  [`X-Request-Id: ${'x'.repeat(128)}`, 'x'.repeat(128)],
  [`X-Request-Id: ${'x'.repeat(129)}`, undefined],
  ['X-Request-Id: a b', undefined],
  ['X-Request-Id: a=b', undefined],
  [`Traceparent: 00-${TRACE}-b7ad6b7169203331-01`, TRACE],
  [`Traceparent: cc-${TRACE}-b7ad6b7169203331-01-of-a-later-version`, TRACE],
])('a refused request with the header %s has the id %s', async (header, requestId) => {
  const { seen } = await ask(`GET /nowhere HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
  expect(seen).toEqual([expect.objectContaining({ kind: 'rejected', requestId })]);
});
