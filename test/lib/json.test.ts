import { repeatedMember, valueAt } from '../../src/lib/json';

test.each([
  [256, ['a']],
  [257, undefined],
])('a member that stands twice is searched within %i brackets', (brackets, path) => {
  const nested = '['.repeat(brackets - 1) + ']'.repeat(brackets - 1);
  expect(repeatedMember(`{"b":${nested},"a":1,"a":2}`)).toEqual(path);
});

test('a path leads only to the own members of an object', () => {
  expect(valueAt({ a: [{ b: 1 }] }, ['a', 0, 'b'])).toBe(1);
  expect(valueAt({}, ['constructor'])).toBeUndefined();
});
