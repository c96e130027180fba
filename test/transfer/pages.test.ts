/** JSON as services answer it page by page: whoever imports one page learns that there are more. */
import { map, taken } from './taken';

const EVENTS = [{ uid: 'a', title: 'a', start: '2026-03-01' }];
const said = async (document: unknown) =>
  (await taken('a.json', JSON.stringify(document), {})).said.filter((one) => one.includes('page'));

test.each<readonly [string, Record<string, unknown>]>([
  ['@odata.nextLink', { value: EVENTS, '@odata.nextLink': 'https://example.org/?$skip=10' }],
  ['odata.nextLink', { 'odata.nextLink': 'Events?$skip=10', value: EVENTS }],
  ['d.__next', { d: { results: EVENTS, __next: 'https://example.org/?$skiptoken=10' } }],
  ['nextPageToken', { kind: 'calendar#events', nextPageToken: 'x', items: EVENTS }],
  ['next', { count: 30, next: 'https://example.org/?page=2', previous: null, results: EVENTS }],
  ['next', { next: { href: '/events?page=2' }, results: EVENTS }],
  ['has_more', { data: EVENTS, has_more: true }],
  ['pagination.has_more_items', { events: EVENTS, pagination: { page_number: 1, has_more_items: true } }],
  ['page.totalPages', { events: EVENTS, page: { number: 0, totalPages: 2 } }],
  ['_links.next', { _embedded: { events: EVENTS }, _links: { self: { href: '/' }, next: { href: '/2' } } }],
  ['links.next', { data: EVENTS, links: { prev: null, next: 'https://example.org/2' } }],
  ['paging.next', { data: EVENTS, paging: { cursors: { after: 'x' }, next: 'https://example.org/2' } }],
  ['meta.pagination.links.next', { data: EVENTS, meta: { pagination: { links: { next: '/2' } } } }],
  ['meta.last_page', { data: EVENTS, meta: { current_page: 1, last_page: 3 } }],
])('%s', async (mark, document) => {
  expect(await said(document)).toEqual([
    `a.json: one page of a longer list, as ${JSON.stringify(mark)} says: the other pages are not in it`,
  ]);
});

test.each<Record<string, unknown>>([
  { items: EVENTS, nextSyncToken: 'x' },
  { items: EVENTS, nextPageToken: '' },
  { data: EVENTS, has_more: false, next: null },
  { data: EVENTS, next: 'Tuesday' },
  { events: EVENTS, page: { number: 1, totalPages: 2 } },
  { events: EVENTS, page: { page: 0, totalPages: 1 } },
  { data: EVENTS, links: { prev: 'https://example.org/1', next: null } },
  { data: EVENTS, meta: { current_page: 3, last_page: 3 } },
])('%j is all', async (document) => {
  expect(await said(document)).toEqual([]);
});

test('what an event itself says is none', async () => {
  const row = { ...EVENTS[0], next: 'https://example.org/2', has_more: true };
  const found = await taken('a.json', JSON.stringify({ data: [row] }), map(['uid', 'uid']));
  expect(found.said.filter((one) => one.includes('page'))).toEqual([]);
  expect(await said(row)).toEqual([]);
});
