import { createProposer, type FindExample } from '../../src/pages/proposal';

const NOW = Date.parse('2026-03-31T22:30:00Z');

beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));

test('the pages propose the event that the store found, and its month', async () => {
  const asked: unknown[] = [];
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  const find: FindExample = async (...given) => {
    asked.push(...given);
    return { id: 7, month: 6, year: 2031 };
  };
  expect(await createProposer(find, 'UTC')()).toEqual({ id: 7, month: 6, year: 2031 });
  // If a page waits longer for the store, users think that it is broken.
  expect(timeout).toHaveBeenCalledWith(1_000);
  expect(asked).toEqual([new Date(NOW), expect.any(AbortSignal)]);
});

test.each([
  ['holds nothing', async () => undefined],
  ['does not answer', () => Promise.reject(new Error('away'))],
  ['takes too long', () => new Promise<undefined>(() => {})],
])('the pages propose the present month of the zone if the store %s', async (_what, find) => {
  const propose = createProposer(find, 'Europe/Berlin');
  expect(await propose()).toMatchObject({ id: 1, month: 4, year: 2026 });
  jest.spyOn(Date, 'now').mockReturnValueOnce(Date.parse('2026-04-30T22:30:00Z'));
  expect(await propose()).toMatchObject({ id: 1, month: 5, year: 2026 });
});
