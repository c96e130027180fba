/** Texts that some reader gives a meaning, or is known to stumble over. No text of a leak that judge.js looks for. */
const fc = require('fast-check');

const MARKUP = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '<?xml version="1.0"?>',
    '/>',
    '</',
  ],
  ...['&lt;', '&amp;', '&#x0;', '&#xD800;', '&#65;', '&nope;', '&#99999999999;', '&#x'],
  ...[
    '<!DOCTYPE a>',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    'xmlns=""',
    'xmlns:s="',
    ' a="1" a="2"',
    '</s:Body>',
    's:',
  ],
  '<a>'.repeat(300),
];
const CONTROLS = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\x0b',
  '\x1b[2J',
  '\x7f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ufffe',
];
const ESCAPES = [
  '%',
  '%%',
  '%0',
  '%00',
  '%0d%0a',
  '%3Cscript%3E',
  '%u0041',
  '%u00',
  '%uD800',
  '%ff',
  '%c0%ae',
  '%252f',
  '+',
  '%2b',
];
const NUMBERS = [
  ...['', '0', '-0', '+5', '5', '05', ' 5 ', '5.0', '5e0', '0x5', '1_0', '٥', '５', '-1', '12', '13'],
  ...[
    '2147483647',
    '2147483648',
    '-2147483649',
    '9223372036854775807',
    '9223372036854775808',
    '1'.repeat(400),
  ],
  ...['NaN', 'Infinity', 'null', 'undefined', 'true', 'TRUE', '1', 'yes', 'True '],
];
const INJECTIONS = [
  ...[
    "1'",
    "' OR '1'='1",
    '1; DROP TABLE event',
    '1 UNION SELECT NULL',
    "1')) --",
    '1/*',
    'pg_sleep(9)',
    '$1',
    '\\',
  ],
  ...['{{7*7}}', '#{7*7}', '$' + '{jndi:ldap://a/b}', '`id`', '$(id)', '| id', '=1+1', '@import'],
  ...[
    '../',
    '..%2f..%2f',
    '....//',
    '%2e%2e%2f',
    '..\\',
    '/etc/passwd',
    'C:\\boot.ini',
    'file:///etc/passwd',
    '\\\\host\\c$',
  ],
  ...[
    'http://attacker.example/',
    '//attacker.example',
    'javascript:alert(1)',
    'a\r\nSet-Cookie: b=c',
    'a%0d%0aX: y',
  ],
];
/** What every object in JavaScript has, or a parser may give one. */
const PROPERTIES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '$',
  '_',
  '#text',
];
const LONG = [
  'a'.repeat(300),
  'a'.repeat(5_000),
  ' '.repeat(3_000),
  'é'.repeat(1_000),
  '"'.repeat(999),
  '9'.repeat(1_100),
];

const FRAGMENTS = [...MARKUP, ...CONTROLS, ...ESCAPES, ...NUMBERS, ...INJECTIONS, ...PROPERTIES, ...LONG];

/** A fragment, or any characters. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 4 }).map((all) => all.join('')),
  },
);

/** What a parameter may hold: often what it should, once in a while a text of any kind. */
const value = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
  { weight: 2, arbitrary: fc.constantFrom('2031', '1935360000000', '203100000', '-1') },
  { weight: 4, arbitrary: fc.constantFrom('true', 'false') },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 3, arbitrary: text },
);

/** @type {readonly (readonly [operation: string, first: string, second: string])[]} */
const OPERATIONS = [
  ['SelectEvents', 'month', 'year'],
  ['SelectEventsRanged', 'from', 'to'],
  ['SelectEvent', 'intEventID', 'bolAsJSON'],
];
const other = fc.oneof(fc.constantFrom('selectevents', 'Nope', 'Select Events', '', ...PROPERTIES), text);

/**
 * A call as far as all bindings have one: mostly of an operation, with its parameters.
 * @type {fc.Arbitrary<{ operation: string, pairs: (readonly [string, string])[] }>}
 */
const call = fc
  .record({
    row: fc.constantFrom(...OPERATIONS),
    operation: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: other }),
    first: value,
    second: fc.oneof(value, fc.constantFrom('2031', 'true')),
    more: fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.tuple(fc.oneof(other, fc.constantFrom('month', 'year', 'MONTH')), value), {
          maxLength: 3,
        }),
      },
    ),
    kept: fc.oneof({ weight: 12, arbitrary: fc.constant(5) }, { weight: 1, arbitrary: fc.nat(2) }),
  })
  .map(({ row: [name, one, two], operation = name, first, second, more, kept }) => ({
    operation,
    pairs: [/** @type {const} */ ([one, first]), /** @type {const} */ ([two, second]), ...more].slice(
      0,
      kept,
    ),
  }));

/**
 * @template Value
 * @param {fc.Arbitrary<Value>} one
 * @returns {fc.Arbitrary<Value | undefined>}
 */
const seldom = (one) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });

module.exports = { call, FRAGMENTS, other, PROPERTIES, seldom, text, value };
