/** Reproducible random numbers (mulberry32): a failure can be repeated. */
export class Random {
  constructor(private state: number) {}

  /** 0 ≤ fraction < 1 */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** min ≤ whole number ≤ max */
  between(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1));
  }

  /** 0 ≤ whole number < limit */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** @throws RangeError of no items */
  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }
}
