import { ownTurn } from '../../lib/turns';
import { disconnectSignal } from '../../server/connections';
import { membersOf } from '../../transfer/writers';
import { type EventsFormat, MEDIA_TYPES } from '../client/http';
import { IMPORT_PARAMETERS, importToSpace, mistakesInImport } from '../events/import';
import { FILTERS, filterOf, mistakesInFilter, mistakesInVerification, verify } from '../journal/filter';
import { toJournalEntry } from '../journal/journal';
import { streamEntries, waitFor } from '../journal/stream';
import { mistakesInRule } from '../rules/check';
import { ENTRY, VERIFICATION, VERIFIED } from '../schema/journal';
import { NEW_RULE, RULE } from '../schema/rules';
import type { Schema } from '../schema/schema';
import { IMPORT_COUNTS, NEW_SPACE, SPACE, TEST_EVENT } from '../schema/spaces';
import type { Space } from '../space';
import { describeRoutes } from './openapi';
import { readFile } from './read';
import { type Route, type Routes, route, SPACE_PATH } from './route';
import { sendList } from './send-list';

const listOf = (items: Schema): Schema => ({ type: 'array', items });

const EVENTS = listOf(TEST_EVENT);
const ENTRIES = listOf(ENTRY);

const FORMATS = new Map(Object.entries(MEDIA_TYPES).map(([format, type]) => [type, format as EventsFormat]));

const EVENT_FILES: Readonly<Record<string, Schema>> = Object.fromEntries(
  Array.from(FORMATS, ([type, format]) => [type, format === 'json' ? EVENTS : { type: 'string' }]),
);

function importRoute(id: string, summary: string, replace: boolean): Route {
  return route({
    id,
    summary,
    query: IMPORT_PARAMETERS,
    files: EVENT_FILES,
    answer: IMPORT_COUNTS,
    check: ({ query }) => mistakesInImport(query),
    handle: async ({ space, query, request }) => {
      const { type, bytes } = await readFile(request, [...FORMATS.keys()]);
      return importToSpace(space, { bytes, format: FORMATS.get(type) ?? 'json', query, replace });
    },
  });
}

/**
 * Waits for a turn of the event loop in which the journal may be searched. A search of ten thousand requests takes
 * milliseconds, and other clients must not wait for several searches.
 * @throws Problem if the space has ended in the meantime
 */
async function turnToSearch(space: Space): Promise<void> {
  await ownTurn();
  space.checkNotEnded();
}

/** A request that waits has these defaults: the number of requests to wait for, and the timeout in milliseconds. */
const WAIT = { count: 1, timeout: 5_000 } as const;

/** Maps the paths below `/test` to their routes. */
export const ROUTES: Readonly<Record<string, Routes>> = {
  '/spaces': {
    GET: route({
      id: 'listSpaces',
      summary: 'Lists all spaces, the service itself first.',
      answer: listOf(SPACE),
      handle: ({ spaces, request }) => spaces.list().map((space) => spaces.infoOf(space, request)),
    }),
    POST: route({
      id: 'createSpace',
      summary: 'Makes a space: an isolated service under an address of its own.',
      body: NEW_SPACE,
      status: 201,
      answer: SPACE,
      check: ({ spaces, body }, found) => spaces.mistakesIn(body, found),
      handle: ({ spaces, body, request, response }) => {
        const space = spaces.create(body);
        response.setHeader('Location', `/test/spaces/${space.name}`);
        return spaces.infoOf(space, request);
      },
    }),
  },
  [SPACE_PATH]: {
    GET: route({
      id: 'getSpace',
      summary: 'Returns the addresses of a space, and when it ends.',
      answer: SPACE,
      handle: ({ spaces, space, request }) => spaces.infoOf(space, request),
    }),
    DELETE: route({
      id: 'endSpace',
      summary: 'Ends a space.',
      handle: ({ spaces, space }) => spaces.delete(space),
    }),
  },
  [`${SPACE_PATH}/events`]: {
    GET: route({
      id: 'listEvents',
      summary: 'Lists all events by id.',
      answer: EVENTS,
      handle: async ({ space, response }) => sendList(response, await space.events(), membersOf),
    }),
    PUT: importRoute('replaceEvents', 'Replaces all events.', true),
    POST: importRoute('addEvents', 'Adds events, or changes those of the same uid or id.', false),
    DELETE: route({
      id: 'deleteEvents',
      summary: 'Deletes all events.',
      answer: IMPORT_COUNTS,
      handle: ({ space }) =>
        importToSpace(space, { bytes: Buffer.from('[]'), format: 'json', query: {}, replace: true }),
    }),
  },
  [`${SPACE_PATH}/rules`]: {
    GET: route({
      id: 'listRules',
      summary: 'Lists the rules in their order, each with how often it was used.',
      answer: listOf(RULE),
      handle: ({ space, response }) => sendList(response, space.rules.list(), (rule) => rule),
    }),
    POST: route({
      id: 'addRule',
      summary: 'Adds a rule after the others.',
      body: NEW_RULE,
      status: 201,
      answer: RULE,
      check: ({ space, rule, body }) => mistakesInRule(body, space.rules.states(rule)),
      handle: ({ space, body }) => space.rules.add(body),
    }),
    DELETE: route({
      id: 'deleteRules',
      summary: 'Deletes all rules, and sets the scenario back to its beginning.',
      handle: ({ space }) => space.rules.clear(),
    }),
  },
  [`${SPACE_PATH}/rules/{id}`]: {
    PUT: route({
      id: 'replaceRule',
      summary: 'Replaces a rule.',
      body: NEW_RULE,
      answer: RULE,
      check: ({ space, rule, body }) => mistakesInRule(body, space.rules.states(rule)),
      handle: ({ space, rule, body }) => space.rules.replace(rule, body),
    }),
    GET: route({
      id: 'getRule',
      summary: 'Returns a rule with how often it was used.',
      answer: RULE,
      handle: ({ space, rule }) => space.rules.get(rule),
    }),
    DELETE: route({
      id: 'deleteRule',
      summary: 'Deletes a rule.',
      handle: ({ space, rule }) => space.rules.delete(rule),
    }),
  },
  [`${SPACE_PATH}/requests`]: {
    GET: route({
      id: 'listRequests',
      summary: 'Lists the requests to the space, newest last.',
      query: FILTERS,
      answer: ENTRIES,
      check: ({ query }) => mistakesInFilter(query),
      handle: async ({ space, query, response }) => {
        const { matches, limit } = filterOf(query);
        await turnToSearch(space);
        return sendList(response, space.journal.entries.filter(matches).slice(-limit), toJournalEntry);
      },
    }),
    DELETE: route({
      id: 'deleteRequests',
      summary: 'Empties the journal.',
      handle: ({ space }) => space.journal.clear(),
    }),
  },
  [`${SPACE_PATH}/requests/verify`]: {
    POST: route({
      id: 'verifyRequests',
      summary: 'Compares the journal with an expectation.',
      body: VERIFICATION,
      answer: VERIFIED,
      check: ({ body }) => mistakesInVerification(body),
      handle: async ({ space, body }) => {
        await turnToSearch(space);
        return verify(space.journal, body);
      },
    }),
  },
  [`${SPACE_PATH}/requests/wait`]: {
    GET: route({
      id: 'waitForRequests',
      summary: 'Answers as soon as there are `count` requests.',
      query: {
        ...FILTERS,
        count: { type: 'integer', minimum: 1, maximum: 10_000, default: WAIT.count },
        timeout: {
          type: 'integer',
          minimum: 0,
          maximum: 600_000,
          default: WAIT.timeout,
          description: 'milliseconds',
        },
      },
      answer: ENTRIES,
      check: ({ query }) => mistakesInFilter(query),
      handle: async ({ space, query, response }) => {
        const { count, timeout: timeoutMs } = { ...WAIT, ...query };
        const signal = disconnectSignal(response);
        await turnToSearch(space);
        const entries = await waitFor(space.journal, filterOf(query), { count, timeoutMs, signal });
        await sendList(response, entries, toJournalEntry);
      },
    }),
  },
  [`${SPACE_PATH}/requests/stream`]: {
    GET: route({
      id: 'streamRequests',
      summary: 'Sends each request from now on as server-sent events whose data is JSON.',
      answer: { type: 'string' },
      mediaType: 'text/event-stream',
      handle: ({ space, response }) => streamEntries(space.journal, response),
    }),
  },
  '/openapi.json': {
    GET: route({
      id: 'describe',
      summary: 'Returns this description as OpenAPI 3.1.',
      answer: { type: 'object' },
      handle: ({ request }) => describeRoutes(ROUTES, request.headers.host),
    }),
  },
};
