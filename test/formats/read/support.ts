/** Reads answers with format files that tests write as objects. */
import { formatReader } from '../../../src/formats/read';
import { compileFile, shown } from '../../support/drafts';

export function read(file: object, answer: string) {
  const reader = formatReader(compileFile(file));
  const { events, ...others } = reader.read(answer);
  return { ...others, missing: reader.missing, events: events.map(shown) };
}

/** Returns the fields of the events in an answer. Every value of the answer must be read. */
export function fieldsOf(file: object, answer: unknown) {
  const { events } = read(file, typeof answer === 'string' ? answer : JSON.stringify(answer));
  expect(events.flatMap(({ unread }) => unread)).toEqual([]);
  return events.map(({ fields }) => fields);
}

export const json = (event: unknown, more: object = {}) => ({ kind: 'json', event, ...more });

export const xml = (event: string, more: object = {}) => ({ kind: 'xml', event, ...more });
