/** Makes a promise that resolves when the test says so. Node 20 has no `Promise.withResolvers`. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
