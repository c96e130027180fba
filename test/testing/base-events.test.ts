/** The events of the store are read once for all spaces, and again after each change. */
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUnavailable } from '../../src/store/errors';
import { BaseEvents } from '../../src/testing/events/base-events';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { MARCH, startTestControl } from './support';

function watchedStore() {
  const store = new MemoryStore(MARCH);
  const state = jest.spyOn(store, 'state').mockResolvedValue('a');
  return { base: new BaseEvents(store), state, list: jest.spyOn(store, 'list') };
}

test('spaces share one read of the store until the store changes', async () => {
  const { base, state, list } = watchedStore();
  const [one, other] = await Promise.all([base.load(), base.load()]);
  expect(one.size).toBe(3);
  expect(other).toBe(one);
  expect(await base.load()).toBe(one);
  expect(list).toHaveBeenCalledTimes(1);
  state.mockResolvedValue('b');
  expect(await base.load()).not.toBe(one);
  expect(list).toHaveBeenCalledTimes(2);
});

test('events that change while they are read are read again', async () => {
  const { base, state, list } = watchedStore();
  list.mockImplementationOnce((selection) => {
    state.mockResolvedValue('b');
    return new MemoryStore(MARCH).list(selection);
  });
  const outdated = await base.load();
  const newer = await base.load();
  expect(newer).not.toBe(outdated);
  expect(await base.load()).toBe(newer);
});

test('simultaneous changes run one after the other, so that none is lost', async () => {
  const store = new MemoryStore(MARCH);
  const list = store.list.bind(store);
  store.list = (selection) => sleep(50).then(() => list(selection));
  const { api } = await startTestControl({}, store);
  const add = (title: string) => api('POST', '/events', [{ title, start: '2026-03-01' }]);
  await Promise.all(['one', 'other'].map(add));
  expect((await api('GET', '/events')).json).toHaveLength(5);
});

test('test control reports a database that is down, and logs a bug', async () => {
  const store = new MemoryStore(MARCH);
  store.list = () => Promise.reject(databaseUnavailable(undefined));
  const { api, observations } = await startTestControl({}, store);
  expect((await api('GET', '/events')).json).toMatchObject({
    status: 503,
    detail: 'The event database is not available at the moment.',
  });
  expect(observations.filter(({ kind }) => kind === 'unexpected-error')).toEqual([]);
  store.list = () => Promise.reject(new Error('a bug'));
  expect((await api('GET', '/events')).json).toMatchObject({ status: 500 });
  expect(observations).toMatchObject([{ kind: 'unexpected-error', where: 'test control' }]);
});

test('a read that failed is repeated, and a store without a known state is read each time', async () => {
  const { base, state, list } = watchedStore();
  list.mockRejectedValueOnce(new Error('away'));
  await expect(base.load()).rejects.toThrow('away');
  expect((await base.load()).size).toBe(3);
  state.mockResolvedValue(undefined);
  await base.load();
  await base.load();
  expect(list).toHaveBeenCalledTimes(4);
});
