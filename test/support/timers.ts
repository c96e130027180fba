/**
 * Watches the timers that are set from now on. The returned function says for each timer of a length whether it was
 * cleared. A timer that is not cleared would keep the memory of its callback.
 */
export function watchTimers(): (isMeant: (milliseconds: number) => boolean) => readonly boolean[] {
  const [set, cleared] = [jest.spyOn(global, 'setTimeout'), jest.spyOn(global, 'clearTimeout')];
  return (isMeant) =>
    set.mock.results
      .filter((_, index) => isMeant(Number(set.mock.calls[index]?.[1])))
      .map(({ value }) => cleared.mock.calls.some(([timer]) => timer === value));
}
