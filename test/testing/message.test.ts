import { headerMap } from '../../src/testing/exchange/message';

test('the values of a repeated header are joined, and names are in lower case', () => {
  const headers = headerMap(['Host', 'h', 'Accept', 'a', 'X', '', 'ACCEPT', 'b', 'accept', 'c']);
  expect(Object.entries(headers)).toEqual([
    ['host', 'h'],
    ['accept', 'a, b, c'],
    ['x', ''],
  ]);
});
