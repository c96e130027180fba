import { repeatedMember } from '../../src/lib/json';

test.each([
  [256, ['a']],
  [257, undefined],
])('a member that stands twice is searched within %i brackets', (brackets, path) => {
  const nested = '['.repeat(brackets - 1) + ']'.repeat(brackets - 1);
  expect(repeatedMember(`{"b":${nested},"a":1,"a":2}`)).toEqual(path);
});
