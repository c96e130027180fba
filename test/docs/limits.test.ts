/** Pages, and the sentences about removed settings, have the same numbers as the constants that no setting changes. */
import { readText } from '../deploy/yaml';

const ERRORS = 'docs/errors.md';
const RELIABILITY = 'docs/reliability.md';
const COMPATIBILITY = 'docs/compatibility.md';
const TESTING = 'docs/testing.md';
const REMOVED = 'src/config/index.ts';

interface Row {
  readonly file: string;
  /** One unit of the pages is this number of units of the constant. */
  readonly unit?: number;
  /** These are parts of pages, in which # stands for the number. */
  readonly said: readonly (readonly [page: string, sentence: string])[];
}

const ROWS: Readonly<Record<string, Row>> = {
  MAX_DEPTH: {
    file: 'src/bindings/soap/xml/reader.ts',
    said: [
      [ERRORS, 'use fewer levels: the service reads #'],
      [ERRORS, 'elements are nested more than # levels below Envelope'],
      [RELIABILITY, '| # levels below Envelope |'],
      [COMPATIBILITY, '| at most # levels below Envelope, else a Client fault'],
      [REMOVED, 'elements may be nested # levels deep'],
    ],
  },
  MAX_ATTRIBUTES: {
    file: 'src/bindings/soap/xml/start-tags.ts',
    said: [[COMPATIBILITY, 'at most # attributes of an element']],
  },
  MAX_URL_BYTES: {
    file: 'src/app/index.ts',
    said: [
      [ERRORS, 'the status is 414 if both together have more than # bytes'],
      [RELIABILITY, '| bytes of path and query | # |'],
      [COMPATIBILITY, 'Paths and queries over # bytes'],
      [REMOVED, 'a path with its query may be # bytes long'],
    ],
  },
  MAX_HEADER_BYTES: {
    file: 'src/server/index.ts',
    said: [
      [ERRORS, 'the headers are longer than # bytes'],
      [RELIABILITY, '| bytes of all headers | # |'],
      [REMOVED, 'headers may be # bytes long'],
    ],
  },
  MAX_HEADERS: {
    file: 'src/server/index.ts',
    said: [
      [ERRORS, 'or there are more than # headers |'],
      [RELIABILITY, '| headers | # |'],
    ],
  },
  HEADERS_TIMEOUT_MS: {
    file: 'src/server/index.ts',
    unit: 1000,
    said: [
      [ERRORS, 'the headers take more than # seconds'],
      [RELIABILITY, '| # seconds, or `REQUEST_TIMEOUT_MS`'],
      [REMOVED, 'a client has # seconds to send the headers'],
    ],
  },
  ANSWER_TIMEOUT_MS: {
    file: 'src/server/index.ts',
    unit: 1000,
    said: [
      [RELIABILITY, 'this happens after # seconds'],
      [RELIABILITY, '| time without progress of an answer | # seconds |'],
      [REMOVED, 'a client has # seconds to take a byte'],
    ],
  },
  MAX_WAITING: {
    file: 'src/store/open.ts',
    said: [
      [RELIABILITY, '| lists that wait for the database | # |'],
      [REMOVED, '# lists may wait for the database'],
    ],
  },
  MAX_PIPELINED: {
    file: 'src/server/pipelining.ts',
    said: [
      [RELIABILITY, 'A connection may have # requests unanswered'],
      [RELIABILITY, 'A connection may pipeline # requests'],
    ],
  },
  CHUNK: {
    file: 'src/bindings/body.ts',
    said: [
      [RELIABILITY, 'one chunk for each # bytes'],
      [COMPATIBILITY, 'at most one chunk for each # bytes'],
    ],
  },
  MAX_LONG_READS: {
    file: 'src/store/postgres.ts',
    said: [['docs/operations.md', 'The service reads up to # lists at a time']],
  },
  MAX_NAMES: {
    file: 'src/contract/value-collection.ts',
    said: [[ERRORS, 'a form has more than # names']],
  },
  MAX_SPACES: { file: 'src/testing/spaces.ts', said: [[TESTING, 'At most # spaces can exist']] },
  MAX_RULES: { file: 'src/testing/rules/rules.ts', said: [[TESTING, 'each with at most # rules']] },
  MAX_SPACE_EVENTS: {
    file: 'src/testing/events/base-events.ts',
    said: [[TESTING, 'its events (at most #)']],
  },
  MAX_ENTRIES: { file: 'src/testing/journal/journal.ts', said: [[TESTING, 'A journal keeps # requests']] },
};

/** Returns the text on one line, with its numbers as digits only. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\beight\b/g, '8');

test.each(Object.entries(ROWS))('%s is the number that pages say', (name, { file, unit = 1, said }) => {
  const [, digits = ''] = new RegExp(`const ${name} = ([\\d_]+);`).exec(readText(file)) ?? [];
  const number = String(Number(digits.replaceAll('_', '')) / unit);
  const wrong = said.filter(
    ([page, sentence]) => !plain(readText(page)).includes(sentence.replace('#', number)),
  );
  expect(wrong).toEqual([]);
});
