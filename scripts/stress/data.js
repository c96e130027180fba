/** Makes the events of the stress scenarios: three months, whose answers are short, long and very long. */
const { callBy, messageOf } = require('../../test/support/calls');

/** Each month has `count` events, and each description has `length` characters. */
const MONTHS = {
  small: { year: 2031, month: 5, count: 3, length: 20 },
  /** The answer takes about 1.8 MB. */
  long: { year: 2032, month: 5, count: 9_990, length: 20 },
  /** The answer takes about 10 MB. */
  huge: { year: 2033, month: 5, count: 9_990, length: 850 },
};

/** @typedef {keyof typeof MONTHS} Month */

/** @param {readonly Month[]} [months] */
const monthEvents = (months = ['small', 'long', 'huge']) => months.flatMap((name) => eventsOf(MONTHS[name]));

/**
 * Makes consecutive events of one minute each. The title of the second event of the small month ends in a number.
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
 * Returns a whole GET request that keeps the connection alive.
 * @param {Month} name
 */
const get = (name) => messageOf(callFor(name)).toString('latin1');

/**
 * Returns a whole GET request of the calendar's feed for a month. Each `number` asks for another range.
 * @param {Month} name
 * @param {number} number
 */
function feed(name, number) {
  const { year, month } = MONTHS[name];
  const [from, to] = [Date.UTC(year, month - 1, 1) - 1_000 * number, Date.UTC(year, month, 1)];
  const query = `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`;
  return messageOf({ path: `/calendar/events?${query}`, headers: {} }).toString('latin1');
}

module.exports = { callFor, eventsOf, feed, get, MONTHS, monthEvents };
