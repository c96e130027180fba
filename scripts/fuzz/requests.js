/** Every kind of request that the fuzzer sends, as one arbitrary. */
const fc = require('fast-check');
const { forms, queries, recorded } = require('./calls');
const { envelopes } = require('./envelopes');
const { framing, raw } = require('./framing');
const { headers } = require('./headers');
const { paths } = require('./paths');

/** @typedef {import('./message').Hostile} Hostile */

/** @type {fc.Arbitrary<Hostile>} */
const requests = fc.oneof(
  { weight: 4, arbitrary: recorded },
  { weight: 5, arbitrary: envelopes },
  { weight: 3, arbitrary: forms },
  { weight: 3, arbitrary: queries },
  { weight: 2, arbitrary: paths },
  { weight: 2, arbitrary: headers },
  { weight: 2, arbitrary: framing },
  { weight: 2, arbitrary: raw },
);

module.exports = { requests };
