/** Creates a value at its first use and keeps it, for values that most processes never need. */
export function lazy<Value extends NonNullable<unknown>>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

/**
 * Caches the results of a function of numbers.
 * @param limit the most results that are kept: one more clears them all
 */
export function memoize<Value extends NonNullable<unknown>>(
  compute: (key: number) => Value,
  limit: number,
): (key: number) => Value {
  const cache = new Map<number, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    if (cache.size >= limit) cache.clear();
    cache.set(key, value);
    return value;
  };
}
