/**
 * Watches the timers that are set from now on. The returned function says for each timer of a length whether it was
 * cleared. A timer that is not cleared would keep the memory of its callback. Timers of a second or more never fire,
 * because their callbacks may clear them too.
 */
export function watchTimers(): (isMeant: (milliseconds: number) => boolean) => readonly boolean[] {
  const { setTimeout: start } = global;
  const [set, cleared] = [jest.spyOn(global, 'setTimeout'), jest.spyOn(global, 'clearTimeout')];
  set.mockImplementation(((callback: () => void, milliseconds = 0) =>
    start(milliseconds < 1_000 ? callback : () => {}, milliseconds)) as typeof start);
  return (isMeant) =>
    set.mock.results
      .filter((_, index) => isMeant(Number(set.mock.calls[index]?.[1])))
      .map(({ value }) => cleared.mock.calls.some(([timer]) => timer === value));
}
