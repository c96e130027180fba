import { check } from '../schema/check';
import { NEW_SPACE, SPACE } from '../schemas';
import type { NewSpace } from '../types';
import { json, listOf, type Route } from './route';

export const SPACE_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/spaces',
    perSpace: false,
    summary: 'Every space, the service itself first.',
    answer: { status: 200, content: json(listOf(SPACE)) },
    handle: ({ spaces, infoOf }) => ({ status: 200, json: spaces.list().map(infoOf) }),
  },
  {
    method: 'POST',
    path: '/spaces',
    perSpace: false,
    summary: 'Makes a space: an isolated service under an address of its own.',
    body: json(NEW_SPACE),
    answer: { status: 201, content: json(SPACE) },
    problems: [404, 409],
    handle: async (asked) => {
      const body = await asked.json();
      check(NEW_SPACE, body);
      const space = asked.spaces.create(body as NewSpace);
      const headers = { Location: `/test/spaces/${space.name}` };
      return { status: 201, json: asked.infoOf(space), headers };
    },
  },
  {
    method: 'GET',
    path: '/spaces/{name}',
    perSpace: false,
    summary: 'A space: its addresses, and when it ends.',
    answer: { status: 200, content: json(SPACE) },
    problems: [404],
    handle: ({ spaces, part, infoOf }) => ({ status: 200, json: infoOf(spaces.get(part)) }),
  },
  {
    method: 'DELETE',
    path: '/spaces/{name}',
    perSpace: false,
    summary: 'Ends a space.',
    answer: { status: 204 },
    problems: [404, 405],
    handle: ({ spaces, part }) => {
      spaces.delete(part);
      return { status: 204 };
    },
  },
];
