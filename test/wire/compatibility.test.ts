/**
 * Checks docs/compatibility.md row by row. Each is shown by recorded exchanges, which test/contract/vectors.test.ts
 * plays, or by calls of this file, or by both.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import deviations from '../../conformance/deviations.json';
import { vectors } from '../../conformance/vectors.json';
import { ServiceUnavailableError, VisibleError } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';
import { echoService } from '../support/echo-service';
import { converse } from '../support/raw-http';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

const PATH = '/WebServices/Events.asmx';

interface Setup {
  readonly env?: Record<string, string>;
  readonly service?: EventsPortType;
  readonly headers?: Record<string, string>;
}

async function call(bytes: Buffer, { env, service = echoService() }: Setup = {}) {
  const { body: text, ...answer } = await send(bytes, await serveApp(service, env));
  return { ...answer, text };
}
const request = (method: string, target: string, setup: Setup = {}, body = '') =>
  call(httpMessage(`${method} ${target} HTTP/1.1`, setup.headers, body), setup);
const get = (target: string, setup?: Setup) => request('GET', `${PATH}${target}`, setup);
const postForm = (target: string, body: string, setup: Setup = {}) =>
  request(
    'POST',
    `${PATH}${target}`,
    { ...setup, headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...setup.headers } },
    body,
  );
const soap = (operation: string, body: string, setup: Setup = {}) =>
  call(soapMessage('1.1', operation, envelope('1.1', body), setup.headers), setup);

const QUERY = '?month=1&year=2';
const EVENTS = wrapper('SelectEvents', '<month>1</month><year>2</year>');
const titleOf = (page: string) => /<title>([^<]*)</.exec(page)?.[1];
const LONG = { env: { ERROR_DETAIL: 'long' } };

/** Ids of recorded exchanges, and what is called besides. */
interface Shown {
  readonly exchanges?: readonly string[];
  readonly calls?: () => Promise<void>;
}

const SAME: Readonly<Record<string, Shown>> = {
  Path: {
    exchanges: ['dispatch/get-op-case'],
    calls: async () => {
      const lower = await request('GET', `/webservices/EVENTS.ASMX/SelectEvents${QUERY}`);
      expect(lower.text).toContain('>SelectEvents|1|2<');
    },
  },
  'SOAP 1.1': {
    exchanges: ['sa-quoted', 'sa-unq', 'sa-pct', 'sa-missing'].map((name) => `soap11.route/${name}`),
  },
  'SOAP 1.2': {
    exchanges: ['ok-action', 'action-empty', 'e12-textxml-act', 'soapaction-hdr-conflict'].map(
      (name) => `soap12/${name}`,
    ),
  },
  Parameters: {
    exchanges: ['p-missing1', 'p-none', 'p-dup', 'p-extra-first', 'p-case'].map(
      (name) => `soap11.params/${name}`,
    ),
    calls: async () => {
      const swapped = wrapper('SelectEvents', '<year>2</year><month>1</month><month xmlns="">3</month>');
      expect((await soap('SelectEvents', swapped)).text).toContain('>SelectEvents|1|2<');
    },
  },
  'Values over SOAP': {
    exchanges: ['b-true', 'b-false', 'b-1', 'b-0', 'm-pad', 'm-lead0'].map((name) => `soap11.params/${name}`),
    calls: async () => {
      const limits = '<from>-9223372036854775808</from><to>9223372036854775807</to>';
      const { text } = await soap('SelectEventsRanged', wrapper('SelectEventsRanged', limits));
      expect(text).toContain('>SelectEventsRanged|-9223372036854775808|9223372036854775807<');
    },
  },
  'Values over GET and POST': { exchanges: ['http/bTRUE', 'http/b0', 'http/dup', 'http/dupcase'] },
  Faults: {
    exchanges: ['soap11.params/m-abc', 'soap11.params/m-over', 'position/pos-multi', 'soap12/throw'],
  },
  'Malformed XML': {
    exchanges: [
      'soap11.route/mal-2',
      'soap11.route/mal-truncated',
      'soap12/malformed',
      'soap11.env/ct-plain',
    ],
  },
  mustUnderstand: { exchanges: ['soap11.env/h-mu', 'soap11.env/h-mu-actor', 'misc2/mu-and-badparam'] },
  'Errors of GET and POST': { exchanges: ['http/abc', 'http/miss1', 'dispatch/get-op-case', 'http/p-abc'] },
  'Request validation, path and query limits': {
    calls: async () => {
      const markup = await get('/SelectEvents?month=%3Cb%3E&year=2');
      expect(markup.text).toBe(
        'A potentially dangerous Request.QueryString value was detected from the client (month=&quot;&lt;b&gt;&quot;).\r\n',
      );
      expect((await postForm('/SelectEvents', 'month=%3Cb%3E&year=2')).text).toContain('Request.Form value');
      const path = await get('/Select%3C', LONG);
      expect([path.status, titleOf(path.text)]).toEqual([
        400,
        'A potentially dangerous Request.Path value was detected from the client (&lt;).',
      ]);
      const long = await get(`/SelectEvents?${'a'.repeat(2049)}`, LONG);
      expect([long.status, titleOf(long.text)]).toEqual([
        400,
        'The length of the query string for this request exceeds the configured maxQueryStringLength value.',
      ]);
    },
  },
  'WSDL, DISCO': {
    exchanges: ['dispatch/wsdl-enc', 'dispatch/wsdl-amp2', 'dispatch/disco-u'],
    calls: async () => {
      const setup = { env: { PUBLIC_URL: 'https://events.example.org' } };
      for (const document of ['?wsdl', '?disco']) {
        const { text } = await get(document, setup);
        expect(text).toContain(`"https://events.example.org${PATH}`);
        expect(text).not.toContain(`"http://localhost${PATH}`);
      }
    },
  },
  Headers: {
    calls: async () => {
      const address = await serveApp(echoService());
      const bytes = httpMessage(`GET ${PATH}/SelectEvents${QUERY} HTTP/1.1`, {});
      const { answers, closed } = await converse(address, [bytes, bytes], 2);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.headers.get('cache-control')).toBe('private, max-age=0');
      expect(Number(answers[0]?.headers.get('content-length'))).toBe(answers[0]?.body.length);
      expect(closed).toBe(false);
      const expecting = soapMessage('1.1', 'SelectEvents', envelope('1.1', EVENTS), {
        Expect: '100-continue',
      });
      expect((await converse(address, [expecting], 2)).answers.map(({ status }) => status)).toEqual([
        100, 200,
      ]);
      const fault = await soap('Nope', EVENTS);
      expect(fault.headers.get('cache-control')).toBe('private');
    },
  },
  customErrors: {
    calls: async () => {
      expect((await get('/Nope')).text).toBe('Nope Web Service method name is not valid.\r\n');
      expect((await get('/Nope', LONG)).text).toBe(
        'System.InvalidOperationException: Nope Web Service method name is not valid.\r\n',
      );
    },
  },
};

const DELIBERATE: Readonly<Record<string, Shown>> = {
  "Characters XML 1.0 can't carry, in a result or fault": {
    exchanges: deviations.map(({ id }) => id).filter((id) => id.startsWith('results/')),
  },
  'An element inside a parameter': { exchanges: ['misc/child-quirk', 'misc/child-quirk5'] },
  '`Content-Encoding` of a request': { exchanges: ['misc/ce-echo'] },
  '`?singleWsdl`': { exchanges: ['dispatch/single'] },
  'The address in the WSDL': {
    calls: async () => {
      const headers = { Host: 'events.example.org:8443', 'X-Forwarded-Host': 'outside.example.org' };
      expect((await get('?wsdl', { headers })).text).toContain(`"http://events.example.org:8443${PATH}"`);
      const trusting = { headers, env: { TRUST_PROXY: 'loopback' } };
      expect((await get('?wsdl', trusting)).text).toContain(`"http://outside.example.org${PATH}"`);
    },
  },
  'A Host header that is no host': {
    calls: async () => {
      const answer = await get('?wsdl', { headers: { Host: 'a"b' } });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('a"b');
    },
  },
  'PUT, DELETE, OPTIONS on an operation': {
    exchanges: ['dispatch/put-op'],
    calls: async () => {
      for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
        const { status, text } = await request(method, `${PATH}/SelectEvents${QUERY}`, LONG);
        expect([method, status, titleOf(text)]).toEqual([method, 405, 'Request format is unrecognized.']);
      }
    },
  },
  'JSON posted to an operation': { exchanges: ['dispatch/post-op-json'] },
  'Unexpected errors': {
    calls: async () => {
      const service = echoService(() => Promise.reject(new Error('password at db.example.org')));
      const short = 'An error occurred on the server.';
      expect((await get(`/SelectEvents${QUERY}`, { service })).text).toBe(`${short}\r\n`);
      const fault = await soap('SelectEvents', EVENTS, { service, ...LONG });
      expect(fault.text).toContain(`<faultstring>${short}</faultstring>`);
    },
  },
  'Stack traces with `ERROR_DETAIL=long`': {
    calls: async () => {
      const cause = new VisibleError('inner', { type: 'System.FormatException' });
      const error = new VisibleError('boom', { type: 'System.ArgumentException', cause });
      const setup = { ...LONG, service: echoService(() => Promise.reject(error)) };
      for (const { text } of [
        await get(`/SelectEvents${QUERY}`, setup),
        await soap('SelectEvents', EVENTS, setup),
      ]) {
        expect(text).toContain('--- End of inner exception stack trace ---');
        expect(text).not.toMatch(/^ +at /m);
      }
    },
  },
  'Database away or too slow': {
    calls: async () => {
      const error = new ServiceUnavailableError('The events are away.', { cause: new Error('secret') });
      const setup = { service: echoService(() => Promise.reject(error)) };
      const fault = await soap('SelectEvents', EVENTS, setup);
      expect([fault.status, fault.text.includes('The events are away.')]).toEqual([500, true]);
      expect(fault.text).toContain('<faultcode>soap:Server</faultcode>');
      expect((await get(`/SelectEvents${QUERY}`, setup)).status).toBe(503);
      expect((await postForm('/SelectEvents', 'month=1&year=2', setup)).status).toBe(503);
    },
  },
  'Nesting and attributes': {
    calls: async () => {
      const nested = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
      const attributes = (count: number) =>
        `<a ${Array.from({ length: count }, (_, index) => `b${index}=""`).join(' ')}/>`;
      const statusOf = async (body: string) => (await soap('SelectEvents', body)).status;
      expect(await statusOf(nested(200) + EVENTS)).toBe(200);
      const deep = await soap('SelectEvents', nested(257) + EVENTS);
      expect(deep.text).toContain('The elements of a request may be nested 256 levels deep below Envelope.');
      expect(await statusOf(attributes(256) + EVENTS)).toBe(200);
      expect(await statusOf(attributes(257) + EVENTS)).toBe(400);
    },
  },
  Bodies: {
    calls: async () => {
      const padding = (length: number) => `<!--${'a'.repeat(length)}-->`;
      const refusal = 'Maximum request length exceeded.';
      expect((await soap('SelectEvents', padding(65_000) + EVENTS)).status).toBe(200);
      expect((await soap('SelectEvents', padding(66_000) + EVENTS)).text).toContain(refusal);
      const form = (length: number) => postForm('/SelectEvents', `month=1&year=2&x=${'a'.repeat(length)}`);
      expect((await form(65_000)).status).toBe(200);
      expect((await form(66_000)).text).toBe(`${refusal}\r\n`);
      // test/bindings/long-bodies.test.ts has other contents, and forms.
      const asAsmx = { env: { MAX_BODY_BYTES: '4194304' } };
      expect((await soap('SelectEvents', padding(4_190_000) + EVENTS, asAsmx)).status).toBe(200);
    },
  },
  'Paths and queries over 8,192 bytes': {
    calls: async () => {
      const { status, text } = await get(`?${'a'.repeat(8_200)}`);
      expect([status, text]).toEqual([
        414,
        'The path and query of the request are longer than 8192 bytes.\r\n',
      ]);
    },
  },
  '`STRICT=true`': {
    calls: async () => {
      const parameters = [
        '<month>1</month>',
        '<month>1</month><month>1</month><year>2</year>',
        '<month>1</month><year>2</year><day>3</day>',
        '<month xmlns="urn:x">1</month><year>2</year>',
      ];
      const queries = ['month=1&year=2&day=3'];
      for (const [strict, status] of [
        ['false', 200],
        ['true', 500],
      ] as const) {
        const setup = { env: { STRICT: strict } };
        for (const inner of parameters) {
          expect((await soap('SelectEvents', wrapper('SelectEvents', inner), setup)).status).toBe(status);
        }
        for (const query of queries) {
          expect((await get(`/SelectEvents?${query}`, setup)).status).toBe(status);
          expect((await postForm('/SelectEvents', query, setup)).status).toBe(status);
        }
      }
    },
  },
  '`X-AspNet-Version`, `Server`, `X-Powered-By`': {
    calls: async () => {
      for (const target of [`/SelectEvents${QUERY}`, '/Nope', '', '?wsdl']) {
        const { headers } = await get(target);
        const names = ['x-aspnet-version', 'server', 'x-powered-by'].filter((name) => headers.has(name));
        expect([target, names]).toEqual([target, []]);
      }
    },
  },
};

const UNOBSERVED: Readonly<Record<string, Shown>> = {
  "IIS's own pages in place of an empty 415 or of the error of `?wsdl=`": {
    exchanges: ['soap11.env/ct-plain', 'dispatch/wsdl-WSDLeq'],
  },
  'Which layer refuses a long path or query': {
    calls: async () => {
      const { status, text } = await get(`/${'a'.repeat(300)}`, LONG);
      const title = 'The length of the URL for this request exceeds the configured maxUrlLength value.';
      expect([status, titleOf(text)]).toEqual([400, title]);
    },
  },
  'Bodies over 30,000,000 bytes': {
    calls: async () => {
      const setup = { env: { MAX_BODY_BYTES: '1024' } };
      const { status, text } = await soap('SelectEvents', `<!--${'a'.repeat(2000)}-->${EVENTS}`, setup);
      expect([status, text.includes('Maximum request length exceeded.')]).toEqual([500, true]);
    },
  },
  'POST without a length': {
    calls: async () => {
      const head = `POST ${PATH}/SelectEvents HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`;
      expect((await call(Buffer.from(head))).text).toBe('Missing parameter: month.\r\n');
    },
  },
  '`OPTIONS` and `HEAD` beyond the table of contract 1.4': {
    exchanges: ['dispatch/options', 'dispatch/head-op'],
    calls: async () => {
      expect((await request('HEAD', PATH)).status).toBe(405);
    },
  },
  'The wording of XML parser errors other than the three that clients meet': {
    exchanges: ['soap12/empty', 'soap12/nonxml', 'soap11.route/dtd-noact', 'position/trunc-noact'],
  },
  Compression: {
    calls: async () => {
      const service = echoService(() => Promise.resolve('event '.repeat(1000)));
      const headers = { 'Accept-Encoding': 'gzip, br, deflate' };
      const answered = await get(`/SelectEvents${QUERY}`, { service, headers });
      expect(answered.headers.get('content-encoding')).toBeUndefined();
      expect(answered.headers.has('content-length')).toBe(true);
    },
  },
};

const TABLES: Readonly<Record<string, Readonly<Record<string, Shown>>>> = {
  'The same': SAME,
  'Different on purpose': DELIBERATE,
  'Never observed': UNOBSERVED,
};

const doc = readFileSync(path.join(__dirname, '../../docs/compatibility.md'), 'utf8');

describe.each(Object.entries(TABLES))('%s', (heading, rows) => {
  test('has the rows of the document, each with something that shows it', () => {
    const section = doc.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
    const documented = [...section.matchAll(/^\| (.+?) \| /gm)].map(([, what]) => what);
    expect(documented.slice(1)).toEqual(Object.keys(rows));
    for (const { exchanges = [], calls } of Object.values(rows)) {
      expect(exchanges.length > 0 || calls !== undefined).toBe(true);
    }
  });

  test('names exchanges that are recorded, and answered so', () => {
    const named = Object.values(rows).flatMap(({ exchanges = [] }) => exchanges);
    const different = deviations.map(({ id }) => id);
    expect(named.filter((id) => !vectors.some((one) => one.id === id))).toEqual([]);
    if (heading === 'Different on purpose') expect([...named].sort()).toEqual([...different].sort());
    else expect(named.filter((id) => different.includes(id))).toEqual([]);
  });

  const called = Object.entries(rows).flatMap(([what, { calls }]) =>
    calls === undefined ? [] : [{ what, calls }],
  );
  test.each(called)('$what', ({ calls }) => calls());
});
