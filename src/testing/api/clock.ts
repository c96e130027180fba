import { readTime } from '../../time/iso';
import { check, wrong } from '../schema/check';
import { CLOCK } from '../schemas';
import type { Space } from '../space';
import type { ClockReading } from '../types';
import { json, type Route } from './route';

const READING = json(CLOCK);

export const CLOCK_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/clock',
    perSpace: true,
    summary: 'What the clock of the space shows.',
    answer: { status: 200, content: READING },
    handle: ({ space }) => ({ status: 200, json: readingOf(space) }),
  },
  {
    method: 'PUT',
    path: '/clock',
    perSpace: true,
    summary: 'Sets the clock, which then stands still.',
    body: READING,
    answer: { status: 200, content: READING },
    handle: async (asked) => {
      const body = await asked.json();
      check(CLOCK, body);
      asked.space.clock.set(instantIn((body as ClockReading).now, '/now'));
      return { status: 200, json: readingOf(asked.space) };
    },
  },
  {
    method: 'DELETE',
    path: '/clock',
    perSpace: true,
    summary: "Gives the clock back: it shows the machine's time again.",
    answer: { status: 200, content: READING },
    handle: ({ space }) => {
      space.clock.set(undefined);
      return { status: 200, json: readingOf(space) };
    },
  },
];

/** @throws Problem for what is no time of RFC 3339 */
export function instantIn(text: string, field: string): number {
  const time = readTime(text);
  if (time?.kind === 'instant') return time.instant;
  throw wrong(field, text, 'a time with Z or an offset, such as 2026-02-28T23:30:00Z');
}

function readingOf(space: Space): ClockReading {
  return { now: new Date(space.clock.now()).toISOString() };
}
