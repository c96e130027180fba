import { lazy } from '../../src/lib/memoize';

test('a value is created on first use, and all callers get the same one', () => {
  const make = jest.fn(() => ({}));
  const made = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledTimes(1);
});

test('a failed creation is tried again', () => {
  let isThere = false;
  const read = lazy(() => {
    if (!isThere) throw new Error('not yet');
    return 'there';
  });
  expect(read).toThrow('not yet');
  isThere = true;
  expect(read()).toBe('there');
});
