import {
  acceptedType,
  EVENT_FORMATS,
  EVENT_MEDIA_TYPES,
  type EventMediaType,
  writeEvents,
} from '../events/export';
import { emptySpace, IMPORT_PARAMETERS, importToSpace } from '../events/import';
import { Problem } from '../problem';
import type { Schema } from '../schema/schema';
import { IMPORT_COUNTS } from '../schemas';
import { type Answered, type Asked, json, type Route } from './route';

const BODIES = Object.fromEntries(
  EVENT_MEDIA_TYPES.map((type): [string, Schema] => [
    type,
    type === 'application/json' ? { type: 'array', items: { type: 'object' } } : { type: 'string' },
  ]),
);

const COUNTS = { status: 200, content: json(IMPORT_COUNTS) };

export const EVENT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/events',
    perSpace: true,
    summary: 'Every event, in the format that Accept names.',
    answer: { status: 200, content: BODIES },
    problems: [406],
    handle: async ({ space, request }) => {
      const type = acceptedType(request.headers.accept);
      return { status: 200, text: writeEvents(await space.events(), type), type };
    },
  },
  {
    method: 'PUT',
    path: '/events',
    perSpace: true,
    summary: 'Replaces all events.',
    query: IMPORT_PARAMETERS,
    body: BODIES,
    answer: COUNTS,
    problems: [422],
    handle: (asked) => importFrom(asked, true),
  },
  {
    method: 'POST',
    path: '/events',
    perSpace: true,
    summary: 'Adds events, or changes those of the same uid or id.',
    query: IMPORT_PARAMETERS,
    body: BODIES,
    answer: COUNTS,
    problems: [422],
    handle: (asked) => importFrom(asked, false),
  },
  {
    method: 'DELETE',
    path: '/events',
    perSpace: true,
    summary: 'Takes all events away.',
    answer: COUNTS,
    handle: async ({ space }) => ({ status: 200, json: await emptySpace(space) }),
  },
];

async function importFrom({ space, query, request, bytes }: Asked, replace: boolean): Promise<Answered> {
  const format = EVENT_FORMATS[mediaTypeOf(request.headers['content-type'])];
  const counts = await importToSpace(space, { bytes: await bytes(), format, query, replace });
  return { status: 200, json: counts };
}

function mediaTypeOf(contentType: string | undefined): EventMediaType {
  const [base = ''] = (contentType ?? '').split(';');
  const known = EVENT_MEDIA_TYPES.find((type) => type === base.trim().toLowerCase());
  if (known !== undefined) return known;
  const given = contentType === undefined ? 'nothing' : JSON.stringify(contentType);
  throw new Problem(
    'media-type',
    `Content-Type must be one of ${EVENT_MEDIA_TYPES.join(', ')}, not ${given}.`,
    {
      field: 'Content-Type',
      allowed: EVENT_MEDIA_TYPES,
    },
  );
}
