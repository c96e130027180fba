/** Creates a value at its first use and keeps it, for values that most processes never need. */
export function lazy<Value extends NonNullable<unknown>>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Caches the results of a function of a number or a text.
 * @param limit the most results that are kept: one more clears them all
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
