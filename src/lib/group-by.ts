/** Groups values by keys, and keeps the order of both. `Map.groupBy` does the same, but Node 20 does not have it. */
export function groupBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const others = groups.get(key);
    if (others === undefined) groups.set(key, [value]);
    else others.push(value);
  }
  return groups;
}
