/** Keeps in mind what was used last, so many at most; what is beyond them is let go. */
export class Recent<Thing> {
  /** What was used last is the last. */
  readonly #things = new Set<Thing>();

  constructor(
    private readonly most: number,
    private readonly letGo: (thing: Thing) => void,
  ) {}

  use(thing: Thing): void {
    this.#things.delete(thing);
    this.#things.add(thing);
    if (this.#things.size <= this.most) return;
    for (const oldest of this.#things) {
      this.#things.delete(oldest);
      this.letGo(oldest);
      return;
    }
  }

  forget(thing: Thing): void {
    this.#things.delete(thing);
  }
}
