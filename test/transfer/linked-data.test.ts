/** JSON-LD, as pages hold it: events beside what describes the page. */
import { map, taken } from './taken';

const ORGANIZATION = { '@type': 'Organization', name: 'We', url: 'https://example.org' };
const CRUMBS = { '@type': ['BreadcrumbList'], itemListElement: [] };
const event = (name: string, more: Record<string, unknown> = {}) => ({
  '@type': 'Event',
  '@id': `#${name}`,
  name,
  startDate: '2026-03-01',
  ...more,
});
const UID = map(['uid', '@id']);
const titles = ({ times }: Awaited<ReturnType<typeof taken>>) => times.map(([title]) => title);

test.each<readonly [string, unknown]>([
  ['a graph', { '@context': 'https://schema.org', '@graph': [ORGANIZATION, event('a'), CRUMBS, event('b')] }],
  ['a list', [event('a'), ORGANIZATION, CRUMBS, event('b')]],
])('of %s the events are taken, and the others said', async (_, document) => {
  const found = await taken('a.json', JSON.stringify(document), UID);
  expect(titles(found)).toEqual(['a', 'b']);
  const types = found.said.filter((sentence) => sentence.includes('@type" '));
  expect(types[0]).toMatch(
    /^a\.json: elements that are no events by their "@type" \(2\) are left out: (Organization, BreadcrumbList)$/,
  );
});

test.each(['MusicEvent', 'https://schema.org/TheaterEvent', 'schema:Event', 'Festival', 'CourseInstance'])(
  '%s is an event',
  async (type) => {
    const rows = [event('a', { '@type': type }), event('b', { '@type': ['Thing', type] }), ORGANIZATION];
    expect(titles(await taken('a.json', JSON.stringify(rows), UID))).toEqual(['a', 'b']);
  },
);

test('what has all that an event needs is one, whatever it calls itself', async () => {
  const rows = [event('a'), event('b', { '@type': 'Course' })];
  expect(titles(await taken('a.json', JSON.stringify(rows), UID))).toEqual(['a', 'b']);
});

test('where no row says that it is an event, types mean nothing', async () => {
  const rows = [event('a', { '@type': 'Talk' }), ORGANIZATION];
  await expect(taken('a.json', JSON.stringify(rows), UID)).rejects.toThrow(
    'a.json, element 2: start is missing: it must be',
  );
});

test('an event without a start is no other thing', async () => {
  const rows = [event('a'), event('b', { startDate: undefined })];
  await expect(taken('a.json', JSON.stringify(rows), UID)).rejects.toThrow(
    'a.json, element 2: start is missing',
  );
});
