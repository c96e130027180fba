import { headerMap } from '../../src/testing/exchange/message';

/** Returns the number of texts that are read of a list in order to map `count` headers. */
function readsOf(count: number): number {
  let reads = 0;
  const raw = new Proxy(
    Array.from({ length: 2 * count }, (_, at) => `x${at}`),
    {
      get(target, name, receiver) {
        if (/^\d+$/.test(String(name))) reads++;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  headerMap(raw);
  return reads;
}

test('the work for the headers of a request grows with their number', () => {
  expect(readsOf(2_000)).toBeLessThanOrEqual(2 * readsOf(1_000));
});

test('the values of a repeated header are joined, and names are in lower case', () => {
  const headers = headerMap(['Host', 'h', 'Accept', 'a', 'X', '', 'ACCEPT', 'b', 'accept', 'c']);
  expect(Object.entries(headers)).toEqual([
    ['host', 'h'],
    ['accept', 'a, b, c'],
    ['x', ''],
  ]);
});
