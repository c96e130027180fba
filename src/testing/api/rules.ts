import { checkRule } from '../rules/check';
import { NEW_RULE, RULE } from '../schemas';
import { json, listOf, type Route } from './route';

export const RULE_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/rules',
    perSpace: true,
    summary: 'The rules in their order, each with how often it was used.',
    answer: { status: 200, content: json(listOf(RULE)) },
    handle: ({ space }) => ({ status: 200, json: space.rules.list() }),
  },
  {
    method: 'POST',
    path: '/rules',
    perSpace: true,
    summary: 'Adds a rule behind the others.',
    body: json(NEW_RULE),
    answer: { status: 201, content: json(RULE) },
    handle: async (asked) => ({ status: 201, json: asked.space.rules.add(checkRule(await asked.json())) }),
  },
  {
    method: 'DELETE',
    path: '/rules',
    perSpace: true,
    summary: 'Takes all rules away.',
    answer: { status: 204 },
    handle: ({ space }) => {
      space.rules.clear();
      return { status: 204 };
    },
  },
  {
    method: 'PUT',
    path: '/rules/{id}',
    perSpace: true,
    summary: 'Puts another rule in the place of one.',
    body: json(NEW_RULE),
    answer: { status: 200, content: json(RULE) },
    problems: [404],
    handle: async (asked) => ({
      status: 200,
      json: asked.space.rules.replace(asked.part, checkRule(await asked.json())),
    }),
  },
  {
    method: 'GET',
    path: '/rules/{id}',
    perSpace: true,
    summary: 'A rule, with how often it was used.',
    answer: { status: 200, content: json(RULE) },
    problems: [404],
    handle: ({ space, part }) => ({ status: 200, json: space.rules.get(part) }),
  },
  {
    method: 'DELETE',
    path: '/rules/{id}',
    perSpace: true,
    summary: 'Takes a rule away.',
    answer: { status: 204 },
    problems: [404],
    handle: ({ space, part }) => {
      space.rules.delete(part);
      return { status: 204 };
    },
  },
];
