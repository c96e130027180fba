import { checkRule } from '../rules/check';
import { NEW_RULE, RULE } from '../schema/rules';
import { json, listOf, type Route, route } from './route';

export const RULE_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/rules',
    perSpace: true,
    id: 'listRules',
    summary: 'The rules in their order, each with how often it was used.',
    answer: { status: 200, content: json(listOf(RULE)) },
    handle: ({ space }) => ({ status: 200, json: space.rules.list() }),
  }),
  route({
    method: 'POST',
    path: '/rules',
    perSpace: true,
    id: 'addRule',
    summary: 'Adds a rule behind the others.',
    body: NEW_RULE,
    answer: { status: 201, content: json(RULE) },
    handle: ({ space, body }) => {
      checkRule(body, space.rules.states);
      return { status: 201, json: space.rules.add(body) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/rules',
    perSpace: true,
    id: 'deleteRules',
    summary: 'Takes all rules away; the scenario begins anew.',
    answer: { status: 204 },
    handle: ({ space }) => {
      space.rules.clear();
      return { status: 204 };
    },
  }),
  route({
    method: 'PUT',
    path: '/rules/{id}',
    perSpace: true,
    id: 'replaceRule',
    summary: 'Puts another rule in the place of one.',
    body: NEW_RULE,
    answer: { status: 200, content: json(RULE) },
    handle: ({ space, part, body }) => {
      checkRule(body, space.rules.states);
      return { status: 200, json: space.rules.replace(part, body) };
    },
  }),
  route({
    method: 'GET',
    path: '/rules/{id}',
    perSpace: true,
    id: 'getRule',
    summary: 'A rule, with how often it was used.',
    answer: { status: 200, content: json(RULE) },
    handle: ({ space, part }) => ({ status: 200, json: space.rules.get(part) }),
  }),
  route({
    method: 'DELETE',
    path: '/rules/{id}',
    perSpace: true,
    id: 'deleteRule',
    summary: 'Takes a rule away.',
    answer: { status: 204 },
    handle: ({ space, part }) => {
      space.rules.delete(part);
      return { status: 204 };
    },
  }),
];
