/**
 * Each row of docs/compatibility.md has a proof: recorded exchanges (which test/contract/vectors.test.ts runs), cases
 * of clauses (which test/contract/clauses.test.ts runs), other tests, or calls of this file.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import deviations from '../../conformance/deviations.json';
import { vectors } from '../../conformance/vectors.json';
import { CLAUSES } from '../contract/clauses';
import { echoService } from '../support/echo-service';
import { httpMessage } from '../support/requests';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

const PATH = '/WebServices/Events.asmx';

async function get(target: string, { env = {}, headers = {}, service = echoService(), method = 'GET' } = {}) {
  const message = httpMessage(`${method} ${PATH}${target} HTTP/1.1`, headers);
  return send(message, await serveApp(service, env));
}

interface Shown {
  readonly exchanges?: readonly string[];
  /** These are numbers of clauses, or beginnings of the names of their cases. */
  readonly clauses?: readonly string[];
  /** Maps files to names of their tests, or parts of these names. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  readonly calls?: () => Promise<void>;
}

const SAME: Readonly<Record<string, Shown>> = {
  Path: { exchanges: ['dispatch/get-op-case'], clauses: ['1.1 /webservices/EVENTS.ASMX/SelectEvents'] },
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
    clauses: ['2.6'],
  },
  'Values over SOAP': {
    exchanges: ['b-true', 'b-false', 'b-1', 'b-0', 'm-pad', 'm-lead0'].map((name) => `soap11.params/${name}`),
    clauses: ['2.6.3 the ends of long'],
  },
  'Values over GET and POST': { exchanges: ['http/bTRUE', 'http/b0', 'http/dup', 'http/dupcase'] },
  Faults: {
    exchanges: ['soap11.params/m-abc', 'soap11.params/m-over', 'position/pos-multi', 'soap12/throw'],
  },
  'Malformed XML': {
    exchanges: [
      'soap11.route/mal-2',
      'soap11.route/mal-truncated',
      'soap12/nonxml',
      'soap12/malformed',
      'soap11.env/ct-plain',
    ],
  },
  mustUnderstand: { exchanges: ['soap11.env/h-mu', 'soap11.env/h-mu-actor', 'misc2/mu-and-badparam'] },
  'Errors of GET and POST': { exchanges: ['http/abc', 'http/miss1', 'dispatch/get-op-case', 'http/p-abc'] },
  'Request validation, path and query limits': { clauses: ['5.8', '1.1'] },
  'WSDL, DISCO': {
    exchanges: ['dispatch/wsdl-enc', 'dispatch/wsdl-amp2', 'dispatch/disco-u'],
    calls: async () => {
      const setup = { env: { PUBLIC_URL: 'https://events.example.org' } };
      for (const document of ['?wsdl', '?disco']) {
        const { body } = await get(document, setup);
        expect(body).toContain(`"https://events.example.org${PATH}`);
        expect(body).not.toContain(`"http://localhost${PATH}`);
      }
    },
  },
  Headers: {
    clauses: ['4.2', '9.1'],
    tests: {
      'test/wire/connection.test.ts': [
        'carries requests after a fault and after a malformed one',
        'answers Expect: 100-continue before the body is sent',
      ],
    },
  },
  customErrors: { clauses: ['1.7 GET Nope', '9.1'] },
};

/**
 * This table must have every deliberate difference. If one were missing, a regression could look like a deliberate
 * difference.
 */
const DELIBERATE: Readonly<Record<string, Shown>> = {
  "Characters that XML 1.0 can't contain, in a result or fault": {
    exchanges: [
      ...['r4-s11', 'r4-s12', 'r4-post', 'r11-s11', 'r11-get', 'r11-post', 'r13-s11', 'r13-s12', 'r13-get'],
      ...['r13-post', 'r15-s11', 'r10-get'],
    ].map((name) => `results/${name}`),
  },
  'An element inside a parameter': { exchanges: ['misc/child-quirk', 'misc/child-quirk5'] },
  '`Content-Encoding` of a request': { exchanges: ['misc/ce-echo'] },
  '`?singleWsdl`': { exchanges: ['dispatch/single'] },
  'The address in the WSDL': {
    calls: async () => {
      const headers = { Host: 'events.example.org:8443', 'X-Forwarded-Host': 'outside.example.org' };
      expect((await get('?wsdl', { headers })).body).toContain(`"http://events.example.org:8443${PATH}"`);
      const trusting = { headers, env: { TRUST_PROXY: 'loopback' } };
      expect((await get('?wsdl', trusting)).body).toContain(`"http://outside.example.org${PATH}"`);
    },
  },
  'A Host header that is not a host': {
    tests: { 'test/wire/hostile.test.ts': ['is refused as a host, even from a trusted proxy'] },
  },
  'PUT, DELETE, OPTIONS on an operation': { exchanges: ['dispatch/put-op'], clauses: ['1.9'] },
  'JSON posted to an operation': { exchanges: ['dispatch/post-op-json'] },
  'Unexpected errors': {
    tests: { 'test/wire/four-bindings.test.ts': ['an error of the driver'] },
  },
  'Stack traces with `ERROR_DETAIL=long`': {
    clauses: ['9.1 with an inner one, SOAP 1.1', '9.1 with an inner one, GET'],
  },
  'Database unreachable or too slow': {
    tests: { 'test/app/store-services.test.ts': ['says that the store is not available, or busy'] },
  },
  'EBCDIC, ISO-2022, HZ, ISCII and other encodings of .NET': { clauses: ['2.8 EBCDIC is unknown here'] },
  'Bytes that are no character of a Chinese, Japanese or Korean charset': {
    clauses: ['2.8 bytes that are no character'],
  },
  'Nesting and attributes': { clauses: ['10.1'] },
  Bodies: {
    tests: {
      'test/server/framing.test.ts': ['chunks of a form that is too long'],
      'test/wire/connection.test.ts': [
        'longer than its binding takes is refused',
        'of exactly MAX_BODY_BYTES is read',
      ],
      'test/bindings/long-bodies.test.ts': ['is read whole'],
    },
  },
  'Paths and queries over 8,192 bytes': {
    calls: async () => {
      for (const method of ['GET', 'POST']) {
        const ofBytes = (bytes: number) => get(`?${'a'.repeat(bytes - PATH.length - 1)}`, { method });
        expect((await ofBytes(8_192)).status).toBe(400);
        const { status, body } = await ofBytes(8_193);
        expect([status, body]).toEqual([
          414,
          'The path and query of the request are longer than 8192 bytes.\r\n',
        ]);
      }
    },
  },
  '`STRICT=true`': {
    tests: { 'test/wire/strict.test.ts': ['%s is refused with a sentence that names it'] },
  },
  '`X-AspNet-Version`, `Server`, `X-Powered-By`': {
    tests: { 'test/contract/vectors.test.ts': ['is answered as recorded'] },
  },
};

const UNOBSERVED: Readonly<Record<string, Shown>> = {
  "IIS's own pages in place of an empty 415 or of the error of `?wsdl=`": {
    exchanges: ['soap11.env/ct-plain', 'dispatch/wsdl-WSDLeq'],
  },
  'The layer that refuses a long path or query, IIS or ASP.NET': { clauses: ['1.1'] },
  'Bodies over 30,000,000 bytes': {
    tests: { 'test/wire/connection.test.ts': ['longer than its binding takes is refused'] },
  },
  'POST without a length': { tests: { 'test/server/framing.test.ts': ['no length: no body'] } },
  '`OPTIONS` and `HEAD` beyond the table of contract 1.4': {
    exchanges: ['dispatch/options', 'dispatch/head-op'],
    calls: async () => {
      expect((await get('', { method: 'HEAD' })).status).toBe(405);
    },
  },
  'The wording of XML parser errors other than the three that clients meet': {
    exchanges: ['soap12/empty', 'soap12/nonxml', 'soap11.route/dtd-noact', 'position/trunc-noact'],
  },
  Compression: {
    calls: async () => {
      const service = echoService(() => Promise.resolve('event '.repeat(1000)));
      const headers = { 'Accept-Encoding': 'gzip, br, deflate' };
      const answered = await get('/SelectEvents?month=1&year=2', { service, headers });
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

const ROOT = path.join(__dirname, '../..');
const doc = readFileSync(path.join(ROOT, 'docs/compatibility.md'), 'utf8');

describe.each(Object.entries(TABLES))('%s', (heading, rows) => {
  test('has the rows of the document, each with something that proves it', () => {
    const section = doc.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
    const documented = [...section.matchAll(/^\| (.+?) \| /gm)].map(([, what]) => what);
    expect(documented.slice(1)).toEqual(Object.keys(rows));
    expect(Object.values(rows).filter((shown) => Object.keys(shown).length === 0)).toEqual([]);
  });

  test('names cases of clauses and tests that exist', () => {
    const shown = Object.values(rows);
    const isCase = (begin: string) =>
      CLAUSES.some(({ name }) => name === begin || name.startsWith(`${begin} `));
    expect(shown.flatMap(({ clauses = [] }) => clauses).filter((begin) => !isCase(begin))).toEqual([]);
    for (const [file, names] of shown.flatMap(({ tests = {} }) => Object.entries(tests))) {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      for (const name of names) expect(text).toContain(name);
    }
  });

  test('names recorded exchanges that are answered in this way', () => {
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
