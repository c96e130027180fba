import { readLength } from '../../../src/lib/time/lengths';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each<[unknown, number, number]>([
  ['PT1H30M', 0, 90 * MINUTE],
  ['P2DT3H', 2, 3 * HOUR],
  ['P1W', 7, 0],
  ['PT1.5S', 0, 1500],
  ['1:30', 0, 90 * MINUTE],
  ['100:00', 0, 100 * HOUR],
  ['0:00:07', 0, 7000],
  ['1.02:30:00', 1, 2.5 * HOUR],
  ['00:00:00.2500000', 0, 250],
  ['90 min', 0, 90 * MINUTE],
  ['90min.', 0, 90 * MINUTE],
  ['1 h 30 min', 0, 90 * MINUTE],
  ['1h30', 0, 90 * MINUTE],
  ['1 hour and 5 minutes', 0, 65 * MINUTE],
  ['1 day, 2 hrs', 1, 2 * HOUR],
  ['2 Tage', 2, 0],
  ['1,5 Stunden', 0, 90 * MINUTE],
  ['1.5 days', 0, 36 * HOUR],
  [' 7200000 ms ', 0, 2 * HOUR],
  ['PT0S', 0, 0],
])('%j lasts', (text, days, ms) => {
  expect(readLength(text, undefined)).toEqual({ days, ms });
});

test.each([
  ['d', { days: 90, ms: 0 }],
  ['h', { days: 0, ms: 90 * HOUR }],
  ['min', { days: 0, ms: 90 * MINUTE }],
  ['s', { days: 0, ms: 90_000 }],
  ['ms', { days: 0, ms: 90 }],
  [undefined, undefined],
] as const)('a number counts what is said: %s', (unit, length) => {
  expect(readLength(90, unit)).toEqual(length);
  expect(readLength('90', unit)).toEqual(length);
});

test.each([
  '',
  'soon',
  'P',
  'PT',
  'P1M',
  'P1Y',
  '-PT1H',
  '-5 min',
  '-5',
  '1:60',
  '5 parsecs',
  '5 min 5',
  'min',
  '1e3',
  true,
  null,
  {},
  `${'1 h '.repeat(30)}`,
])('%j is no length', (text) => {
  expect(readLength(text, 'min')).toBeUndefined();
});
