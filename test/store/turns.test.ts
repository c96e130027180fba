import { NoTurnError, Turns } from '../../src/store/turns';

const IN_A_MINUTE = { deadline: Date.now() + 60_000 };

test('as many at once as there are places', async () => {
  const turns = new Turns({ places: 2, maxWaiting: 10 });
  const order: number[] = [];
  const give = await Promise.all([turns.take(IN_A_MINUTE), turns.take(IN_A_MINUTE)]);
  const waiting = [3, 4].map((number) => turns.take(IN_A_MINUTE).then(() => order.push(number)));
  expect(turns.waiting).toBe(2);
  give[0]?.();
  give[0]?.();
  await waiting[0];
  expect({ order, waiting: turns.waiting }).toEqual({ order: [3], waiting: 1 });
  give[1]?.();
  await waiting[1];
  expect(order).toEqual([3, 4]);
});

test('who comes while others wait does not overtake them', async () => {
  const turns = new Turns({ places: 1, maxWaiting: 10 });
  const giveBack = await turns.take(IN_A_MINUTE);
  const order: string[] = [];
  const early = turns.take(IN_A_MINUTE).then((give) => {
    order.push('early');
    give();
  });
  giveBack();
  const late = turns.take(IN_A_MINUTE).then(() => order.push('late'));
  await Promise.all([early, late]);
  expect(order).toEqual(['early', 'late']);
});

test('too many who wait, too long a wait, and one who is gone get no turn, and hold up nobody', async () => {
  const turns = new Turns({ places: 1, maxWaiting: 2 });
  const giveBack = await turns.take(IN_A_MINUTE);
  const controller = new AbortController();
  const gone = turns.take({ ...IN_A_MINUTE, signal: controller.signal });
  const late = turns.take({ deadline: Date.now() + 5 });
  await expect(turns.take(IN_A_MINUTE)).rejects.toEqual(new NoTurnError('full'));
  controller.abort();
  await expect(gone).rejects.toEqual(new NoTurnError('gone'));
  await expect(late).rejects.toEqual(new NoTurnError('late'));
  await expect(turns.take({ ...IN_A_MINUTE, signal: AbortSignal.abort() })).rejects.toEqual(
    new NoTurnError('gone'),
  );
  expect(turns.waiting).toBe(0);
  giveBack();
  expect(turns.isIdle).toBe(true);
});

test('those who are held back start when they are let', async () => {
  let isOpen = false;
  const turns = new Turns({ places: 2, maxWaiting: 10, mayStart: () => isOpen });
  let started = 0;
  const all = [1, 2].map(() => turns.take(IN_A_MINUTE).then(() => started++));
  turns.wake();
  await new Promise(setImmediate);
  expect(started).toBe(0);
  isOpen = true;
  turns.wake();
  await Promise.all(all);
  expect(started).toBe(2);
});

test('whoever comes behind a crowd waits for a few of it, and the crowd moves on', async () => {
  const turns = new Turns({ places: 1, maxWaiting: 100 });
  let giveBack = await turns.take(IN_A_MINUTE);
  const order: number[] = [];
  const all = Array.from({ length: 6 }, async (_, number) => {
    giveBack = await turns.take(IN_A_MINUTE);
    order.push(number);
  });
  for (const one of [0, 5, 1, 4, 2, 3]) {
    giveBack();
    await all[one];
  }
  expect(order).toEqual([0, 5, 1, 4, 2, 3]);
});

test('what gives little back is not held back, and overtakes what is', async () => {
  const turns = new Turns({ places: 1, maxWaiting: 10, mayStart: () => false });
  let started = false;
  const controller = new AbortController();
  const heldBack = turns.take({ ...IN_A_MINUTE, signal: controller.signal }).then(() => {
    started = true;
  });
  const giveBack = await turns.take({ ...IN_A_MINUTE, isShort: true });
  const next = turns.take({ ...IN_A_MINUTE, isShort: true });
  giveBack();
  await next;
  expect({ started, waiting: turns.waiting }).toEqual({ started: false, waiting: 1 });
  controller.abort();
  await expect(heldBack).rejects.toEqual(new NoTurnError('gone'));
});

test('who waits no more, started or gone, leaves neither a timer nor a listener behind', async () => {
  jest.useFakeTimers();
  try {
    const turns = new Turns({ places: 1, maxWaiting: 2 });
    const giveBack = await turns.take(IN_A_MINUTE);
    const [started, gone] = [new AbortController(), new AbortController()];
    const listens = [started, gone].map(({ signal }) => jest.spyOn(signal, 'removeEventListener'));
    const first = turns.take({ ...IN_A_MINUTE, signal: started.signal });
    const second = turns.take({ ...IN_A_MINUTE, signal: gone.signal });
    expect(jest.getTimerCount()).toBe(2);
    gone.abort();
    await expect(second).rejects.toEqual(new NoTurnError('gone'));
    giveBack();
    await first;
    expect(jest.getTimerCount()).toBe(0);
    for (const listen of listens) expect(listen).toHaveBeenCalledWith('abort', expect.any(Function));
  } finally {
    jest.useRealTimers();
  }
});
