import { FILTERS, filterOf, verify } from '../journal/filter';
import { sendEntries, streamEntries, waitFor } from '../journal/stream';
import { ENTRY, VERIFICATION, VERIFIED } from '../schema/journal';
import { json, listOf, type Route, route } from './route';

const ENTRIES = { status: 200, content: json(listOf(ENTRY)) };

export const REQUEST_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/requests',
    perSpace: true,
    id: 'listRequests',
    summary: 'What was asked of the space, newest last.',
    query: FILTERS,
    answer: ENTRIES,
    handle: ({ space, query }) => {
      const { isMeant, limit } = filterOf(query);
      const found = space.journal.entries.filter(isMeant).slice(-limit);
      return { send: (response) => sendEntries(found, response) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/requests',
    perSpace: true,
    id: 'deleteRequests',
    summary: 'Empties the journal.',
    answer: { status: 204 },
    handle: ({ space }) => {
      space.journal.clear();
      return { status: 204 };
    },
  }),
  route({
    method: 'POST',
    path: '/requests/verify',
    perSpace: true,
    id: 'verifyRequests',
    summary: 'Holds the journal against an expectation.',
    body: VERIFICATION,
    answer: { status: 200, content: json(VERIFIED) },
    problems: [417],
    handle: ({ space, body }) => ({ status: 200, json: verify(space.journal.entries, body) }),
  }),
  route({
    method: 'GET',
    path: '/requests/wait',
    perSpace: true,
    id: 'waitForRequests',
    summary: 'Answers as soon as there are so many requests.',
    query: {
      ...FILTERS,
      count: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
      timeout: {
        type: 'integer',
        minimum: 0,
        maximum: 600_000,
        default: 5_000,
        description: 'milliseconds',
      },
    },
    answer: ENTRIES,
    problems: [408],
    handle: async ({ space, query: { count = 1, timeout = 5_000, ...filters }, signal }) => {
      const wanted = { count, timeoutMs: timeout, signal };
      const found = await waitFor(space.journal, filterOf(filters), wanted);
      return { send: (response) => sendEntries(found, response) };
    },
  }),
  route({
    method: 'GET',
    path: '/requests/stream',
    perSpace: true,
    id: 'streamRequests',
    summary: 'Each request from now on, as server-sent events whose data is JSON.',
    answer: { status: 200, content: { 'text/event-stream': { type: 'string' } } },
    handle: ({ space }) => ({ send: (response) => streamEntries(space.journal, response) }),
  }),
];
