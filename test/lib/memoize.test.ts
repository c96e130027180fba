import { lazy } from '../../src/lib/memoize';

test('makes nothing before it is asked, then the same for all who ask', () => {
  const make = jest.fn(() => ({}));
  const made = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(made()).toBe(made());
  expect(make).toHaveBeenCalledTimes(1);
});

test('what could not be made is tried again', () => {
  let isThere = false;
  const read = lazy(() => {
    if (!isThere) throw new Error('not yet');
    return 'there';
  });
  expect(read).toThrow('not yet');
  isThere = true;
  expect(read()).toBe('there');
});
