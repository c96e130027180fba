import { BoundedMap } from '../../src/memory/bounded-map';
import { Random } from '../support/random';

/** Of an entry, with what is counted beside its value. */
const BYTES = 1024;
const OVERHEAD = 128;

const mapOf = (room: number): BoundedMap<string, string> => new BoundedMap(room * BYTES);
const fill = (map: BoundedMap<string, string>, ...keys: readonly string[]): void => {
  for (const key of keys) map.set(key, key.toUpperCase(), BYTES - OVERHEAD);
};
const numbers = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
const kept = (map: BoundedMap<string, string>, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => map.get(key) !== undefined);

it('gives what was kept, the last value of a key, and counts the bytes of that alone', () => {
  const map = mapOf(16);
  map.set('a', 'one', 500);
  map.set('a', 'two', 300);
  expect(map.get('a')).toBe('two');
  expect(map.get('b')).toBeUndefined();
  expect(map.bytes).toBe(300 + OVERHEAD);
});

it('keeps no more than its room: what is new takes the place of the oldest that was not used', () => {
  const map = mapOf(16);
  fill(map, ...numbers(1, 16));
  expect([map.bytes, map.evictions]).toEqual([16 * BYTES, 0]);
  kept(map, ['1', '3']);
  fill(map, '17', '18', '19');
  expect([map.bytes, map.evictions]).toEqual([16 * BYTES, 3]);
  expect(kept(map, numbers(1, 19))).toEqual(['1', '3', ...numbers(6, 19)]);
});

it('lets go what was used once and not again', () => {
  const map = mapOf(16);
  fill(map, ...numbers(1, 16));
  kept(map, numbers(1, 16));
  fill(map, '17');
  expect(map.evictions).toBe(1);
  fill(map, ...numbers(18, 40));
  expect(kept(map, numbers(1, 16))).toEqual([]);
  expect(map.bytes).toBe(16 * BYTES);
});

it('keeps what is in use however much passes', () => {
  const map = mapOf(16);
  fill(map, 'used');
  for (const key of numbers(1, 1_000)) {
    fill(map, key);
    expect(map.get('used')).toBe('USED');
  }
  expect(map.bytes).toBe(16 * BYTES);
});

it('keeps nothing that takes more than its share, and forgets what had the key before', () => {
  const map = mapOf(16);
  fill(map, 'a', 'b');
  map.set('a', 'long', 2 * BYTES - OVERHEAD + 1);
  expect(kept(map, ['a', 'b'])).toEqual(['b']);
  expect([map.bytes, map.evictions]).toEqual([BYTES, 0]);
  const none = mapOf(0);
  fill(none, 'a');
  expect([none.get('a'), none.bytes]).toEqual([undefined, 0]);
});

it('counts right when kept, replaced, too long and used in any order', () => {
  const map = mapOf(16);
  const size = new Map<string, number>();
  const random = new Random(1);
  for (let step = 0; step < 5_000; step++) {
    const key = String(random.below(60));
    if (random.below(3) === 0) map.get(key);
    else {
      const bytes = random.below(2 * BYTES + 200);
      map.set(key, key, bytes);
      size.set(key, bytes + OVERHEAD);
    }
    expect(map.bytes).toBeLessThanOrEqual(map.maxBytes);
  }
  const bytes = kept(map, [...size.keys()]).reduce((sum, key) => sum + (size.get(key) ?? 0), 0);
  expect(map.bytes).toBe(bytes);
});

describe('in V8, where what a map lets go stays in its bucket until the map grows', () => {
  afterEach(() => jest.restoreAllMocks());

  it('moves nothing when it is used', () => {
    const map = mapOf(16);
    fill(map, ...numbers(1, 16));
    const writes = [jest.spyOn(Map.prototype, 'set'), jest.spyOn(Map.prototype, 'delete')];
    kept(map, numbers(1, 16));
    expect(writes.map((write) => write.mock.calls.length)).toEqual([0, 0]);
  });

  it('goes on where it stood when it makes room, and begins again only after the newest', () => {
    const map = mapOf(16);
    fill(map, ...numbers(1, 16));
    const walks = [
      jest.spyOn(Map.prototype, 'entries'),
      jest.spyOn(Map.prototype, 'keys'),
      jest.spyOn(Map.prototype, Symbol.iterator),
    ];
    fill(map, ...numbers(17, 1_016));
    expect(map.evictions).toBe(1_000);
    expect(walks.map((walk) => walk.mock.calls.length)).toEqual([1, 0, 0]);
  });
});
