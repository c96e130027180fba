/** Makes the events of the stress scenarios: a month with a short answer, one with a long, one with a very long. */
const { callBy, messageOf } = require('../../test/support/calls');

/** `count` is of events, `length` of characters in each description. */
const MONTHS = {
  small: { year: 2031, month: 5, count: 3, length: 20 },
  /** The answer has about 1.8 MB. */
  long: { year: 2032, month: 5, count: 9_990, length: 20 },
  /** The answer has about 10 MB. */
  huge: { year: 2033, month: 5, count: 9_990, length: 850 },
};

/** @typedef {keyof typeof MONTHS} Month */

/** @type {readonly Month[]} */
const ALL = ['small', 'long', 'huge'];

/** @param {readonly Month[]} [months] */
const monthEvents = (months = ALL) => months.flatMap((name) => eventsOf(MONTHS[name]));

/**
 * Makes events of a minute each, one after the other. The title of the second one of the small month ends in a number.
 * @param {{ year: number, month: number, count: number, length: number }} month
 * @returns {object[]}
 */
function eventsOf({ year, month, count, length }) {
  return Array.from({ length: count }, (_, index) => {
    const start = Date.UTC(year, month - 1, 2) + index * 60_000;
    return {
      id: year * 100_000 + index,
      title: `Event ${index} of ${year}${year === MONTHS.small.year && index === 1 ? ', revision 0' : ''}`,
      description: 'd'.repeat(length),
      start: new Date(start).toISOString(),
      end: new Date(start + 60_000).toISOString(),
    };
  });
}

/** @param {Month} name */
function callFor(name) {
  const { year, month } = MONTHS[name];
  return callBy('httpget', 'SelectEvents', { month, year });
}

/**
 * Returns a whole GET request, kept alive.
 * @param {Month} name
 */
const get = (name) => messageOf(callFor(name)).toString('latin1');

module.exports = { callFor, eventsOf, get, MONTHS, monthEvents };
