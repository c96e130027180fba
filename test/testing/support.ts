/** Starts a service with test control in this process, over a few events in memory. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../../src/config';
import type { EventRow } from '../../src/formats/event';
import { createAdminServer } from '../../src/ops/admin';
import { createMetrics } from '../../src/ops/metrics';
import { ignoreObservations, type Observation, type Observe } from '../../src/ops/observations';
import { Readiness } from '../../src/ops/readiness';
import { createServer } from '../../src/server';
import { MemoryBudget } from '../../src/server/memory-budget';
import { Spaces } from '../../src/testing';
import type { BaseStore } from '../../src/testing/events/base-events';
import { MemoryStore } from '../../src/testing/events/memory-store';
import type { Entry, Journal } from '../../src/testing/journal/journal';
import { streamEntries } from '../../src/testing/journal/stream';
import type { JournalEntry } from '../../src/testing/schema/journal';
import type { SpaceInfo } from '../../src/testing/schema/spaces';
import { answering, type Lifetime, listening } from '../support/listening';
import { expectDescribed } from './described';

export type Controlled = Awaited<ReturnType<typeof startTestControl>>;

export const MARCH: readonly EventRow[] = [1, 2, 3].map((id) => ({
  ...{ id, uid: `e${id}`, title: `Event ${id}`, description: '', location: '', url: '', category: '' },
  ...{ start: Date.UTC(2026, 2, id, 9), end: Date.UTC(2026, 2, id, 10), allDay: false },
}));

export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const CSV_TYPE = { 'Content-Type': 'text/csv' };
export const ENDPOINT = '/WebServices/Events.asmx';
export const MARCH_CALL = `${ENDPOINT}/SelectEvents?month=3&year=2026`;

export function spacesOver(
  store: BaseStore = new MemoryStore(MARCH),
  config = loadConfig({}),
  observe: Observe = ignoreObservations,
): Spaces {
  const bytes = new MemoryBudget(config.memoryBudgetBytes, ignoreObservations);
  return new Spaces({ config, store, observe, bytes });
}

export async function startTestControl(
  env: Record<string, string> = {},
  store?: BaseStore,
  lifetime: Lifetime = 'test',
) {
  const config = loadConfig({ TEST_API: 'true', ADMIN_PORT: '1', ...env });
  const observations: Observation[] = [];
  const control = spacesOver(store, config, (observation) => observations.push(observation));
  const { url, port } = await listening(createServer(control.app, config), '127.0.0.1', lifetime);
  control.listensOn(port);
  const { url: adminUrl } = await listening(
    createAdminServer({
      readiness: new Readiness(),
      metrics: createMetrics({ version: '0', commit: undefined }),
      observe: () => {},
      testControl: control.answer,
    }),
    '127.0.0.1',
    lifetime,
  );

  const api = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${adminUrl}/test${path}`, {
      method,
      headers: { ...(body === undefined || isText ? {} : JSON_TYPE), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const answer = await response.text();
    const { status, headers: received } = response;
    const contentType = received.get('content-type');
    const json = /\bjson\b|\+json/.test(contentType ?? '') && answer !== '' ? JSON.parse(answer) : undefined;
    const sent = isText ? undefined : body;
    expect(received.get('cache-control')).toBe('no-store');
    expect(received.get('x-content-type-options')).toBe('nosniff');
    expectDescribed({ method, path: `/test${path}`, status, contentType, json, sent });
    return { status, headers: received, text: answer, json };
  };
  return {
    url,
    adminUrl,
    observations,
    api,
    async space(body: object = {}) {
      const made: SpaceInfo = (await api('POST', '/spaces', body)).json;
      return { ...made, root: made.url.slice(0, -ENDPOINT.length) };
    },
    journal: async (path = '/requests'): Promise<readonly JournalEntry[]> => (await api('GET', path)).json,
  };
}

export async function titlesAt(root: string, call = MARCH_CALL): Promise<readonly string[]> {
  const answer = await (await fetch(root + call)).text();
  return [...answer.matchAll(/"title":"([^"]*)"/g)].map(([, title = '']) => title);
}

/** Makes a client that requests the March list over connections that stay open. */
export function keepAlive(url: string, maxSockets = 1) {
  const agent = new http.Agent({ keepAlive: true, maxSockets });
  const get = async () => {
    const [answer] = await once(http.get(url + MARCH_CALL, { agent }), 'response');
    return text(answer);
  };
  return { get, close: () => agent.destroy() };
}

/** Adds an entry to a journal, as if a client had been answered. */
export function addEntry(journal: Journal, responseBody = 'x', members: Partial<Entry> = {}): void {
  const entry: Entry = {
    ...{ id: journal.nextId, at: 0, ms: 1, client: '::1', outcome: 'ok', status: 200, rule: undefined },
    ...{ refused: false, binding: undefined, operation: undefined, args: undefined, rawHeaders: [] },
    ...{ line: 'GET /x HTTP/1.1', head: '', requestBody: '', responseBody },
    ...members,
  };
  journal.add(entry);
}

/** Sends the entries of a journal as a stream to each client that connects. */
export const streaming = (journal: Journal) =>
  answering((_request, response) => streamEntries(journal, response));
