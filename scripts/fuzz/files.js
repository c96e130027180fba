/** Files for the importer in its four formats: nearly right, oddly written, or damaged. */
const fc = require('fast-check');
const { calendar } = require('./calendars');
const { changed, changes } = require('./message');
const { PROPERTIES, seldom, text } = require('./texts');

/**
 * @typedef {object} Hostile
 * @property {string} name its ending tells the format
 * @property {Buffer} bytes
 */

const TIMES = [
  '2031-05-01',
  '2031-05-02T10:00:00Z',
  '2031-05-02T10:00:00.123456+02:00',
  '2031-05-02 10:00',
  '20310502T100000Z',
  '1935360000000',
  '5/3/2031',
  '2.5.2031',
  'May 2 2031',
  '2031-02-30',
  '2031-05-02T24:00',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '10000-01-01',
  '-1',
  '/Date(1935360000000)/',
  '2031-10-26T02:30',
];
const time = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('2031-05-01', '2031-05-02T10:00:00Z') },
  { weight: 2, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 1, arbitrary: text },
);
const NAMES = ['id', 'uid', 'title', 'start', 'end', 'description', 'location', 'url', 'category', 'allDay'];

/** A JSON value, deep or odd. @type {fc.Arbitrary<unknown>} */
const odd = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -1, 1.5, 1e300, 2_147_483_648, [], {}, [[[]]]),
);

/** @type {fc.Arbitrary<Record<string, unknown>>} */
const row = fc
  .record({
    title: fc.oneof({ weight: 15, arbitrary: fc.constantFrom('a', 'b', 'c') }, { weight: 1, arbitrary: odd }),
    start: fc.oneof({ weight: 20, arbitrary: time }, { weight: 1, arbitrary: odd }),
    end: fc.option(time, { freq: 2, nil: undefined }),
    more: fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...NAMES) },
          { weight: 1, arbitrary: fc.constantFrom(...PROPERTIES, 'Title', 'Subject', '') },
          { weight: 1, arbitrary: text },
        ),
        odd,
      ),
      { maxLength: 1 },
    ),
  })
  .map(({ title, start, end, more }) =>
    Object.fromEntries([
      ['title', title],
      ['start', start],
      ...(end === undefined ? [] : [['end', end]]),
      ...more,
    ]),
  );
const rows = fc.array(row, { minLength: 1, maxLength: 4 });

const rarely = (/** @type {string[]} */ ...texts) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...texts) });

const json = fc
  .record({
    rows,
    indent: fc.constantFrom(0, 2),
    before: rarely('\ufeff', '[', '{"a":', '// a\n'),
    behind: rarely(',', ']', '\0', ' x'),
  })
  .map(({ rows, indent, before, behind }) => before + JSON.stringify(rows, undefined, indent) + behind);

const lines = fc
  .record({ rows, end: fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n') })
  .map(({ rows, end }) => rows.map((one) => JSON.stringify(one)).join(end) + end);

const csv = fc
  .record({
    rows,
    delimiter: fc.constantFrom(',', ',', ';'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    quotes: fc.constantFrom('needed', 'all', 'none'),
    header: seldom(fc.array(text, { minLength: 1, maxLength: 3 })),
  })
  .map(({ rows, delimiter, end, quotes, header }) => {
    const names = header ?? [...new Set(rows.flatMap(Object.keys))];
    const cell = (/** @type {unknown} */ value) => {
      const raw = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return quotes === 'none' || (quotes === 'needed' && !/[",;\t|\r\n]/.test(raw))
        ? raw
        : `"${raw.replaceAll('"', '""')}"`;
    };
    return [names, ...rows.map((one) => names.map((name) => one[name]))]
      .map((cells) => cells.map(cell).join(delimiter) + end)
      .join('');
  });

/** @type {Readonly<Record<string, fc.Arbitrary<string>>>} */
const FORMATS = { json, jsonl: lines, csv, ics: calendar };

/** @type {readonly ((raw: string) => Buffer)[]} */
const ENCODINGS = [
  (raw) => Buffer.from(raw),
  (raw) => Buffer.from(`\ufeff${raw}`, 'utf16le'),
  (raw) => Buffer.from(`\ufeff${raw}`),
  (raw) => Buffer.from(raw, 'latin1'),
];

/** @type {fc.Arbitrary<Hostile>} */
const files = fc.oneof(
  ...Object.entries(FORMATS).map(([ending, content]) =>
    fc
      .record({
        content,
        damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: changes }),
        encoding: fc.constantFrom(...ENCODINGS.keys(), 0, 0, 0, 0),
      })
      .map(({ content, damage, encoding }) => {
        const bytes = (ENCODINGS[encoding] ?? Buffer.from)(content);
        return { name: `a.${ending}`, bytes: damage === undefined ? bytes : changed(bytes, damage) };
      }),
  ),
);

module.exports = { files };
