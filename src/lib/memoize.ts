/** Creates a value on first use and keeps it, because most processes never need it. */
export function lazy<Value extends NonNullable<unknown>>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Caches the results of a function of a number or a text.
 * @param limit the maximum number of cached results; one more clears the cache
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
