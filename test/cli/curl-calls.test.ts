import { callsOf } from '../../src/cli/welcome';

test('the range of the call is the month of the time zone, in which its event lies', () => {
  const config = { serviceNamespace: 'urn:e', rangeUnit: 'unix-ms', timeZone: 'Pacific/Auckland' } as const;
  const [, , ranged = ''] = callsOf('http://h/e.asmx', config, { id: 1, month: 3, year: 2026 });
  const [from, to] = [/<from>(\d+)</, /<to>(\d+)</].map((one) => Number(one.exec(ranged)?.[1]));
  expect([from, to]).toEqual([Date.UTC(2026, 1, 28, 11), Date.UTC(2026, 2, 31, 11)]);
});
