/**
 * A function of numbers that keeps what it answered.
 * @param of asked again for a number only after its answer was forgotten
 * @param most answers that are kept: with one more all are forgotten
 */
export function memoize<Value extends NonNullable<unknown>>(
  of: (key: number) => Value,
  most: number,
): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = of(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
