/** A value that is made when it is first asked for, and then kept: for what most processes may never need. */
export function lazy<Made extends NonNullable<unknown>>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
