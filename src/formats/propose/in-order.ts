/** The names of several lists, once each: one that only some of them have stands behind what it follows there. */
export function inOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const names: string[] = [];
  const known = new Set<string>();
  for (const list of lists) {
    let at = 0;
    for (const name of list) {
      // Most lists have the same order: the next is the one that is looked for.
      const found = !known.has(name) ? -1 : names[at] === name ? at : names.indexOf(name);
      if (found < 0) {
        known.add(name);
        names.splice(at, 0, name);
      }
      at = (found < 0 ? at : found) + 1;
    }
  }
  return names;
}
