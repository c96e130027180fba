import { toJournalEntry } from '../journal/entry';
import { type FILTERS, readFilter, wholeNumber } from '../journal/filter';
import { harOf } from '../journal/har';
import { sendEntries, streamEntries } from '../journal/stream';
import { verify } from '../journal/verify';
import { waitFor } from '../journal/wait';
import { ENTRY, VERIFICATION, VERIFIED } from '../schemas';
import { json, listOf, type Route } from './route';

const LONGEST_WAIT_MS = 600_000;

const ABOUT: Readonly<Record<(typeof FILTERS)[number], string>> = {
  operation: 'names of operations, comma-separated',
  binding: 'names of bindings, comma-separated',
  outcome: 'ok, fault, error or refused, comma-separated',
  since: 'after the request of this id, or from a time on',
  limit: 'the newest so many',
};

const QUERY = { ...ABOUT, 'arg.NAME': 'the value of an argument' };

const ENTRIES = { status: 200, content: json(listOf(ENTRY)) };

export const REQUEST_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/requests',
    perSpace: true,
    summary: 'What was asked of the space, newest last.',
    query: QUERY,
    answer: ENTRIES,
    handle: ({ space, query }) => {
      const { isMeant, limit } = readFilter(query);
      const found = space.journal.entries.filter(isMeant).slice(-limit);
      return { send: (response) => sendEntries(found, response) };
    },
  },
  {
    method: 'DELETE',
    path: '/requests',
    perSpace: true,
    summary: 'Empties the journal.',
    answer: { status: 204 },
    handle: ({ space }) => {
      space.journal.clear();
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: '/requests/verify',
    perSpace: true,
    summary: 'Holds the journal against an expectation.',
    body: json(VERIFICATION),
    answer: { status: 200, content: json(VERIFIED) },
    problems: [417],
    handle: async (asked) => ({ status: 200, json: verify(asked.space.journal.entries, await asked.json()) }),
  },
  {
    method: 'GET',
    path: '/requests/wait',
    perSpace: true,
    summary: 'Answers as soon as there are so many requests.',
    query: { ...QUERY, count: 'how many; 1 unless given', timeout: 'milliseconds; 5000 unless given' },
    answer: ENTRIES,
    problems: [408, 410],
    handle: async ({ space, query, signal }) => {
      const filter = readFilter(query, ['count', 'timeout']);
      const count = wholeNumber(query, 'count', { byDefault: 1, least: 1, most: 10_000 });
      const timeoutMs = wholeNumber(query, 'timeout', { byDefault: 5_000, least: 0, most: LONGEST_WAIT_MS });
      const found = await waitFor(space.journal, filter, { count, timeoutMs, signal });
      return { send: (response) => sendEntries(found, response) };
    },
  },
  {
    method: 'GET',
    path: '/requests.har',
    perSpace: true,
    summary: 'The journal as an HTTP Archive 1.2.',
    answer: { status: 200, content: json({ type: 'object' }) },
    handle: ({ space, infoOf }) => {
      const { origin } = new URL(infoOf(space).url);
      return { status: 200, json: harOf(space.journal.entries.map(toJournalEntry), origin) };
    },
  },
  {
    method: 'GET',
    path: '/requests/stream',
    perSpace: true,
    summary: 'Each request from now on, as server-sent events whose data is JSON.',
    answer: { status: 200, content: { 'text/event-stream': { type: 'string' } } },
    handle: ({ space }) => ({ send: (response) => streamEntries(space.journal, response) }),
  },
];
