/** Returns a function that creates a value when it is first called, and then keeps the value. */
export function lazy<Value extends NonNullable<unknown>>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Returns a function that caches the results of `compute`, whose argument is a number or a text.
 * @param limit the maximum number of cached results; the next result first clears the cache
 */
export function memoize<Value extends NonNullable<unknown>, Key extends number | string = number>(
  compute: (key: Key) => Value,
  limit: number,
): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    if (cache.size >= limit) cache.clear();
    cache.set(key, value);
    return value;
  };
}
