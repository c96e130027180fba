/** Draws values, names and calls. Most of them are as a client sends them, and a few are hostile. */
const fc = require('fast-check');
const { numbers, texts } = require('./dictionary.json');

const LONG = ['a', ' ', 'é', '"', '9', '<a>'].map((unit) => unit.repeat(1_100));
/** Parsers treat these texts specially. judge.js takes none of them for a leak. */
const FRAGMENTS = [...texts, ...numbers, ...LONG, 'a'.repeat(5_000)];
const fragment = fc.constantFrom(...FRAGMENTS);

/** Draws any character of Unicode. fast-check's unit `binary` does the same, but takes a second to be created. */
const character = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const text = fc.oneof(
  { weight: 6, arbitrary: fragment },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: character, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.array(fragment, { maxLength: 4 }).map((all) => all.join('')) },
);

/**
 * Draws the usual value, or one time in thirteen another value. A request has many parts, so in most requests only few
 * parts are wrong.
 * @template Usual, Other
 * @param {Usual} usual
 * @param {fc.Arbitrary<Other>} other
 * @returns {fc.Arbitrary<Usual | Other>}
 */
const seldom = (usual, other) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const value = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  { weight: 6, arbitrary: fc.constantFrom('2031', '1935360000000', '203100000', 'true', 'false') },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: text },
);
const name = fc.oneof(fc.constantFrom('selectevents', 'Nope', 'month', 'year', 'MONTH'), text);

/**
 * Draws the part of a call that is the same in all bindings: usually an operation with its parameters.
 * @typedef {{ operation: string, pairs: (readonly [name: string, value: string])[] }} Call
 * @type {fc.Arbitrary<Call>}
 */
const call = fc
  .record({
    operation: fc.constantFrom(
      /** @type {const} */ (['SelectEvents', 'month', 'year']),
      /** @type {const} */ (['SelectEventsRanged', 'from', 'to']),
      /** @type {const} */ (['SelectEvent', 'intEventID', 'bolAsJSON']),
    ),
    renamed: seldom(undefined, name),
    first: value,
    second: fc.oneof(value, fc.constantFrom('2031', 'true')),
    extra: seldom([], fc.array(fc.tuple(name, value), { maxLength: 3 })),
    count: seldom(5, fc.nat(2)),
  })
  .map(({ operation: [operation, one, two], renamed = operation, first, second, extra, count }) => ({
    operation: renamed,
    pairs: [/** @type {const} */ ([one, first]), /** @type {const} */ ([two, second]), ...extra].slice(
      0,
      count,
    ),
  }));

module.exports = { call, fragment, seldom, text };
