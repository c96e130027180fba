import { check } from '../schema/check';
import { NAME, SNAPSHOT } from '../schemas';
import { json, listOf, type Route } from './route';

export const SNAPSHOT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/snapshots',
    perSpace: true,
    summary: 'The snapshots of the space.',
    answer: { status: 200, content: json(listOf(SNAPSHOT)) },
    handle: ({ space }) => ({ status: 200, json: space.snapshots.list() }),
  },
  {
    method: 'GET',
    path: '/snapshots/{name}',
    perSpace: true,
    summary: 'What a snapshot holds.',
    answer: { status: 200, content: json(SNAPSHOT) },
    problems: [404],
    handle: ({ space, part }) => ({ status: 200, json: space.snapshots.get(part).info }),
  },
  {
    method: 'PUT',
    path: '/snapshots/{name}',
    perSpace: true,
    summary: 'Takes a snapshot of events, rules and clock; one of the same name is replaced.',
    answer: { status: 201, content: json(SNAPSHOT) },
    handle: async ({ space, part }) => {
      check(NAME, part, 'name');
      const { ownEvents } = space;
      const rules = space.rules.state;
      const clock = space.clock.standing;
      const taken = new Date(space.clock.now()).toISOString();
      const events = (ownEvents ?? (await space.events())).size;
      const info = { name: part, taken, events, rules: rules.length };
      space.snapshots.keep({ events: ownEvents, rules, clock, info });
      return { status: 201, json: info };
    },
  },
  {
    method: 'POST',
    path: '/snapshots/{name}/restore',
    perSpace: true,
    summary: 'Goes back to a snapshot.',
    answer: { status: 200, content: json(SNAPSHOT) },
    problems: [404],
    handle: async ({ space, part }) => {
      const { events, rules, clock, info } = space.snapshots.get(part);
      await space.restore(events);
      space.rules.restore(rules);
      space.clock.set(clock);
      return { status: 200, json: info };
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/{name}',
    perSpace: true,
    summary: 'Forgets a snapshot.',
    answer: { status: 204 },
    problems: [404],
    handle: ({ space, part }) => {
      space.snapshots.delete(part);
      return { status: 204 };
    },
  },
];
