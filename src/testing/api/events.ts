import { writeEvents } from '../events/event-set';
import {
  EVENT_FORMATS,
  EVENT_MEDIA_TYPES,
  type EventMediaType,
  emptySpace,
  IMPORT_PARAMETERS,
  importToSpace,
  type Sent,
} from '../events/import';
import type { Schema } from '../schema/schema';
import { IMPORT_COUNTS, TEST_EVENT } from '../schema/spaces';
import { mediaTypeOf } from './read';
import { type Asked, json, listOf, type Route, route } from './route';

const EVENTS = listOf(TEST_EVENT);

const FILES: Readonly<Record<EventMediaType, Schema>> = {
  'application/json': EVENTS,
  'application/x-ndjson': { type: 'string' },
  'text/csv': { type: 'string' },
  'text/calendar': { type: 'string' },
};

const COUNTS = { status: 200, content: json(IMPORT_COUNTS) };

export const EVENT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/events',
    perSpace: true,
    id: 'listEvents',
    summary: 'Every event, by id.',
    answer: { status: 200, content: json(EVENTS) },
    handle: async ({ space }) => ({ status: 200, json: writeEvents(await space.events()) }),
  }),
  route({
    method: 'PUT',
    path: '/events',
    perSpace: true,
    id: 'replaceEvents',
    summary: 'Replaces all events.',
    query: IMPORT_PARAMETERS,
    files: FILES,
    answer: COUNTS,
    problems: [422],
    handle: async (asked) => ({ status: 200, json: await importFrom(asked, true) }),
  }),
  route({
    method: 'POST',
    path: '/events',
    perSpace: true,
    id: 'addEvents',
    summary: 'Adds events, or changes those of the same uid or id.',
    query: IMPORT_PARAMETERS,
    files: FILES,
    answer: COUNTS,
    problems: [422],
    handle: async (asked) => ({ status: 200, json: await importFrom(asked, false) }),
  }),
  route({
    method: 'DELETE',
    path: '/events',
    perSpace: true,
    id: 'deleteEvents',
    summary: 'Takes all events away.',
    answer: COUNTS,
    handle: async ({ space }) => ({ status: 200, json: await emptySpace(space) }),
  }),
];

function importFrom({ space, query, body, request }: Asked<Sent['query']>, replace: boolean) {
  const format = EVENT_FORMATS[mediaTypeOf(request, EVENT_MEDIA_TYPES)];
  // The one cast: of a route that takes files the body is their bytes.
  return importToSpace(space, { bytes: body as Buffer, format, query, replace });
}
