import { type FindExample, proposals } from '../../src/pages/proposal';

const NOW = Date.parse('2026-03-31T22:30:00Z');

function proposing(find: FindExample, zone = 'UTC') {
  const clock = { now: NOW };
  const asked: Date[] = [];
  const propose = proposals(
    (at, signal) => {
      asked.push(at);
      return find(at, signal);
    },
    zone,
    () => clock.now,
  );
  return { propose, clock, asked };
}

test('the pages propose the event that the store found, and its month', async () => {
  const { propose, asked } = proposing(async () => ({ id: 7, month: 6, year: 2031 }));
  expect(await propose()).toEqual({ id: 7, month: 6, year: 2031 });
  expect(asked).toEqual([new Date(NOW)]);
});

test.each([
  ['holds nothing', async () => undefined],
  ['does not answer', () => Promise.reject(new Error('away'))],
  ['takes too long', () => new Promise<undefined>(() => {})],
])('the pages propose the present month of the zone if the store %s', async (_what, find) => {
  const { propose } = proposing(find, 'Europe/Berlin');
  expect(await propose()).toMatchObject({ id: 1, month: 4, year: 2026 });
});

test('many page views query the store only once in a while', async () => {
  let id = 0;
  const { propose, clock, asked } = proposing(async () => ({ id: ++id, month: 1, year: 2026 }));
  const all = await Promise.all([propose(), propose(), propose()]);
  expect([asked.length, all.map((one) => one.id)]).toEqual([1, [1, 1, 1]]);
  clock.now += 10_000;
  expect((await propose()).id).toBe(2);
});
