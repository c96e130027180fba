/** A format proposed from a running service, without the pauses between its calls. */
import { formatCommand } from '../../src/commands/format';
import { paceOf } from '../../src/replay/pace';
import { runCommand } from '../support/run-command';
import { serveApp } from '../support/serve-app';

jest.mock('../../src/replay/pace', () => ({ paceOf: jest.fn() }));

const turn = jest.fn(async () => {});
beforeEach(() => {
  jest.mocked(paceOf).mockClear().mockReturnValue(turn);
  turn.mockClear();
});

const YEAR = new Date().getUTCFullYear();

/**
 * Asks a service whose months are answered by `answerOf`.
 * @param behind the address of the service
 */
async function propose(answerOf: (month: number, year: number) => string | null, behind = '') {
  const asked: string[] = [];
  const { hostname, port } = await serveApp({
    selectEventsRanged: async () => '[]',
    selectEvent: async () => 'null',
    selectEvents: async (month, year) => {
      asked.push(`${year}-${month}`);
      return answerOf(month, year);
    },
  });
  const run = await runCommand(formatCommand, ['--from', `http://${hostname}:${port}${behind}`], { env: {} });
  return { ...run, asked };
}

test('one pace is kept through all of the months', async () => {
  const { code, err, asked } = await propose(() => '[]');
  expect({ code, calls: asked.length }).toEqual({ code: 1, calls: 24 });
  expect(err).toContain(`answered no event in ${YEAR - 1} and ${YEAR}`);
  expect(turn).toHaveBeenCalledTimes(24);
  expect(jest.mocked(paceOf).mock.calls).toEqual([[2]]);
});

test('months without events and errors are passed over', async () => {
  const event = { EventID: 1, Title: 'x', Start: `${YEAR}-09-01T09:00:00` };
  const answers: Record<number, string | null> = { 12: '{"d":[]}', 11: 'ERROR: DB down', 10: null };
  const { code, out, err, asked } = await propose(
    (month) =>
      answers[month] ?? (month === 9 ? JSON.stringify({ d: [event, { ...event, EventID: 2 }] }) : null),
  );
  expect({ code, err, calls: asked.length }).toEqual({
    code: 0,
    err: `It is made of the answer to SelectEvents(month=9, year=${YEAR}).\n`,
    calls: 4,
  });
  expect(JSON.parse(out)).toMatchObject({ event: { Title: '{title}' }, list: { d: '{events}' } });
});

test('one event shows less than two: other months are asked, too', async () => {
  const event = { EventID: 1, Title: 'x', Start: '2026-09-01' };
  const two = JSON.stringify([event, { ...event, EventID: 2, Place: 'y' }]);
  const more = await propose((month) => (month === 3 ? two : month === 10 ? JSON.stringify([event]) : '[]'));
  expect(JSON.parse(more.out).event).toMatchObject({ Place: '{location?}' });
  expect(more.asked).toHaveLength(10);
  const { code, err, asked } = await propose((month, year) =>
    month === 10 && year === YEAR ? JSON.stringify([event]) : '[]',
  );
  expect({ code, calls: asked.length }).toEqual({ code: 0, calls: 24 });
  expect(err).toContain(
    `It is made of the answer to SelectEvents(month=10, year=${YEAR}), of one event: others may show more.\n`,
  );
});

test('a proposal without a title is printed, and a failure', async () => {
  const { code, out, err } = await propose(() => '[{"Id":1,"Was":"x","Start":"2026-03-01"}]');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ event: { Was: '{extra.Was}' } });
  expect(err).toBe(
    `It is made of the answer to SelectEvents(month=12, year=${YEAR}).\n` +
      'No title was found by its name: put {title} in its place, or no import can read answers by the file.\n',
  );
});

test('the address of one answer is asked for that one', async () => {
  const month = '/WebServices/Events.asmx/SelectEvents?month=3&year=2019';
  const { code, out, err, asked } = await propose(
    (of, year) => JSON.stringify([{ Id: of, Title: 'x', Start: `${year}-03-01` }]),
    month,
  );
  expect({ code, err, asked }).toEqual({ code: 0, err: '', asked: ['2019-3'] });
  expect(JSON.parse(out)).toMatchObject({ event: { Id: '{id}', Title: '{title}', Start: '{start:date}' } });
  const refused = await propose(() => '[]', month.replace('=3', '=x'));
  expect(refused).toMatchObject({ code: 1, out: '', asked: [] });
  expect(refused.err).toMatch(/SelectEvents\?month=x&year=2019 was answered with status 500\.\n$/);
});

test('a pace waits between two calls, and not before the first', async () => {
  const waits: number[] = [];
  const pace = jest
    .requireActual<typeof import('../../src/replay/pace')>('../../src/replay/pace')
    .paceOf(4, async (milliseconds) => waits.push(milliseconds));
  for (let call = 0; call < 3; call++) await pace();
  expect(waits).toEqual([250, 250]);
});
