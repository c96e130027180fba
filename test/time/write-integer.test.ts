import { writeInteger } from '../../src/time/write-integer';

test('integers are written as String writes them', () => {
  const edges = [0, 1, 999, 1e3, 1e6, 1e9, 1e12, 1e15, 2 ** 31, Number.MAX_SAFE_INTEGER];
  for (const edge of edges) {
    for (const value of [edge - 1, edge, edge + 1, -edge]) expect(writeInteger(value)).toBe(String(value));
  }
});
