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

/** Asks a service whose months are answered by `answerOf`. */
async function propose(answerOf: (month: number, year: number) => string | null) {
  const asked: string[] = [];
  const { hostname, port } = await serveApp({
    selectEventsRanged: async () => '[]',
    selectEvent: async () => 'null',
    selectEvents: async (month, year) => {
      asked.push(`${year}-${month}`);
      return answerOf(month, year);
    },
  });
  const run = await runCommand(formatCommand, ['--from', `http://${hostname}:${port}`], { env: {} });
  return { ...run, asked };
}

test('one pace is kept through all of the months', async () => {
  const { code, err, asked } = await propose(() => '[]');
  expect({ code, calls: asked.length }).toEqual({ code: 1, calls: 24 });
  expect(err).toContain(`answered no event in ${YEAR - 1} and ${YEAR}`);
  expect(turn).toHaveBeenCalledTimes(24);
  expect(jest.mocked(paceOf).mock.calls).toEqual([[2]]);
});

test('a pace waits between two calls, and not before the first', async () => {
  const waits: number[] = [];
  const pace = jest
    .requireActual<typeof import('../../src/replay/pace')>('../../src/replay/pace')
    .paceOf(4, async (milliseconds) => waits.push(milliseconds));
  for (let call = 0; call < 3; call++) await pace();
  expect(waits).toEqual([250, 250]);
});
