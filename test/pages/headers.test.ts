/** Every page has the right type, policy and cache headers, and all parts that it refers to. */
import express from 'express';
import request from 'supertest';
import { controlPage } from '../../src/pages/control-page';
import { emptySite } from './view';

const HELP = '/WebServices/Events.asmx';
/** Contains all directives: a page loads only its own files, sends forms only to its own site, and can't be framed. */
const OWN_PARTS = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

const REVALIDATED = 'private, max-age=0';

type App = Parameters<typeof request>[0];

interface Row {
  readonly path: string;
  readonly accept?: string;
  readonly host?: string;
  readonly status: number;
  readonly type: string;
  readonly cache: string;
  readonly policy: string | undefined;
}

const html = 'text/html; charset=utf-8';
const text = 'text/plain; charset=utf-8';

const PAGE = { status: 200, type: html, cache: REVALIDATED, policy: OWN_PARTS };
const NOT_FOUND = { path: '/nowhere', status: 404, cache: 'no-store', policy: OWN_PARTS };

const PAGES: Readonly<Record<string, Row>> = {
  help: { path: HELP, ...PAGE },
  operation: { path: `${HELP}?op=SelectEvents`, ...PAGE },
  'method not found': { path: `${HELP}?op=Nope`, ...PAGE },
  calendar: { path: '/', ...PAGE },
  'not found': { ...NOT_FOUND, accept: 'text/html', type: html },
  'not found, as text': { ...NOT_FOUND, type: text },
  "ASP.NET's error page": { path: `${HELP}/`, status: 500, type: html, cache: 'private', policy: NOTHING },
  'a bad host': { path: HELP, host: 'a b', status: 400, type: text, cache: 'no-store', policy: undefined },
  'a feed': {
    path: '/calendar/events?start=2026-03-01&end=2026-04-01',
    status: 200,
    type: 'application/json; charset=utf-8',
    cache: 'no-store',
    policy: undefined,
  },
};

const app = emptySite();

test.each(Object.entries(PAGES))(
  '%s has the right type, policy and cache headers',
  async (_name, { path, accept = '*/*', host = 'localhost', ...row }) => {
    const { status, headers } = await request(app).get(path).set('Accept', accept).set('Host', host);
    expect({
      status,
      type: headers['content-type'],
      cache: headers['cache-control'],
      policy: headers['content-security-policy'],
    }).toEqual(row);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

const control = express().use(controlPage());

test('the page of test control has the same policy, is not cached, and is in its own folder', async () => {
  const { status, headers, text: page } = await request(control).get('/test/?space=x');
  const links = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
  expect(links).toEqual(['#main', './', ...Array(3).fill('openapi.json')]);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers['content-security-policy']).toBe(OWN_PARTS);
  const moved = await request(control).get('/test?space=x');
  expect([moved.status, moved.headers.location]).toEqual([308, 'test/?space=x']);
});

/** Screen readers announce these elements, which scripts fill. */
test.each<[name: string, site: App, path: string, ids: Readonly<Record<string, string>>]>([
  ['an operation', app, `${HELP}?op=SelectEventsRanged`, { outcome: 'role="status"' }],
  [
    'the calendar',
    app,
    '/',
    { period: 'aria-live="polite"', status: 'role="status"', notice: 'role="alert"' },
  ],
  [
    'test control',
    control,
    '/test/',
    { status: 'role="status"', problem: 'role="alert"', live: 'role="status"' },
  ],
  ['the list of operations', app, HELP, {}],
])(
  '%s refers only to parts that exist, and screen readers announce what its scripts fill in',
  async (_name, site, path, ids) => {
    const { text: page } = await request(site).get(path);
    expect(page).not.toContain('undefined');
    const open: (string | undefined)[] = [];
    for (const [, isEnd, tag] of page.matchAll(/<(\/?)(?!(?:link|meta|img|input|hr)\b)([a-z]\w*)/g)) {
      if (isEnd) expect(open.pop()).toBe(tag);
      else open.push(tag);
    }
    expect(open).toEqual([]);
    const parts = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    // A script adds the title of the dialog.
    parts.add('dialog-title');
    const referred = [...page.matchAll(/(?:href="#|aria-(?:labelledby|describedby)="|\sfor=")([^"]*)"/g)];
    expect(referred.length).toBeGreaterThan(0);
    for (const [, id] of referred) expect(parts).toContain(id);
    for (const [id, announced] of Object.entries(ids))
      expect(page).toMatch(new RegExp(`<[^>]*id="${id}"[^>]*${announced}`));
  },
);

test.each([
  ['the list of operations', HELP, ['Operations']],
  ['an operation', `${HELP}?op=SelectEvents`, ['Operations', 'SelectEvents']],
  ['the calendar', '/', ['Calendar']],
  ['a page that does not exist', '/nowhere', []],
])('%s marks its own links as the current page, and no other', async (_name, path, current) => {
  const { text: page } = await request(app).get(path).set('Accept', 'text/html');
  const [site = ''] = /<nav aria-label="Site">.*?<\/nav>/s.exec(page) ?? [];
  const links = [...site.matchAll(/href="([^"]+)"[^\n]*>([^<]+)<\/a>/g)].map(([, href, name]) => {
    const { pathname, search } = new URL(String(href), `http://localhost${path}`);
    return `${name} ${pathname}${search}`;
  });
  const ofHelp = [`Events ${HELP}`, `Operations ${HELP}`];
  expect(links).toEqual([...ofHelp, 'Calendar /', `WSDL ${HELP}?WSDL`, `DISCO ${HELP}?disco`]);
  const marked = [...page.matchAll(/aria-current="page"[^>]*>([^<]*)/g)].map(([, name]) => name);
  expect(marked).toEqual(current);
});
