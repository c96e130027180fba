import { csvWriter } from './csv';
import { iCalendarWriter } from './icalendar';
import { jsonWriter } from './json';
import type { Writer } from './writer';

export const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ['json', jsonWriter],
  ['csv', csvWriter],
  ['ics', iCalendarWriter],
]);
