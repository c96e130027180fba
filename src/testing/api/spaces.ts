import { NEW_SPACE, SPACE } from '../schema/spaces';
import { json, listOf, type Route, route } from './route';

export const SPACE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/spaces',
    perSpace: false,
    id: 'listSpaces',
    summary: 'Every space, the service itself first.',
    answer: { status: 200, content: json(listOf(SPACE)) },
    handle: ({ spaces, infoOf }) => ({ status: 200, json: spaces.list().map(infoOf) }),
  }),
  route({
    method: 'POST',
    path: '/spaces',
    perSpace: false,
    id: 'createSpace',
    summary: 'Makes a space: an isolated service under an address of its own.',
    body: NEW_SPACE,
    answer: { status: 201, content: json(SPACE) },
    problems: [409],
    handle: ({ spaces, body, infoOf }) => {
      const space = spaces.create(body);
      const headers = { Location: `/test/spaces/${space.name}` };
      return { status: 201, json: infoOf(space), headers };
    },
  }),
  route({
    method: 'GET',
    path: '/spaces/{space}',
    perSpace: false,
    id: 'getSpace',
    summary: 'A space: its addresses, and when it ends.',
    answer: { status: 200, content: json(SPACE) },
    handle: ({ spaces, part, infoOf }) => ({ status: 200, json: infoOf(spaces.get(part)) }),
  }),
  route({
    method: 'DELETE',
    path: '/spaces/{space}',
    perSpace: false,
    id: 'endSpace',
    summary: 'Ends a space.',
    answer: { status: 204 },
    problems: [405],
    handle: ({ spaces, part }) => {
      spaces.delete(part);
      return { status: 204 };
    },
  }),
];
