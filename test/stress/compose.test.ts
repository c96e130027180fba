/** The checks of `npm run test:compose` pass only for a stack that answers correctly. */
import timers from 'node:timers/promises';
import { Checks } from '../../scripts/compose/checks';
import { echoService } from '../support/echo-service';
import { until } from '../support/limited-server';
import { serveApp } from '../support/serve-app';

const sleep = timers.setTimeout;
beforeEach(() =>
  jest
    .spyOn(timers, 'setTimeout')
    .mockImplementation((milliseconds = 0) => sleep(Math.min(milliseconds, 100))),
);

const fails = async () => {
  throw new Error('It is broken.');
};
let count = 0;

beforeEach(() => jest.spyOn(console, 'log').mockImplementation(() => {}));

test.each([
  ['one result by all bindings', async () => '[{"id":1}]', [3, 0]],
  ['empty lists', async () => '[]', [0, 3]],
  ['faults', fails, [0, 3]],
  ['another result by one of the bindings', async () => `[{"id":${++count % 4 === 0}}]`, [0, 3]],
])('calls: a stack that answers %s is judged rightly', async (_what, outcome, expected) => {
  const { hostname: host, port } = await serveApp(echoService(outcome));
  const checks = new Checks();
  await checks.calls({ host, port });
  expect([checks.passed, checks.failed]).toEqual(expected);
});

const right = async () => 'right';

test.each<[string, (calls: number) => Promise<string>, number[]]>([
  ['continues to answer', right, [1, 0]],
  ['has other answers', async () => 'wrong', [0, 1]],
  ['has one other answer', async () => (++count % 30 === 0 ? 'wrong' : 'right'), [0, 1]],
  ['has other answers at the end', async (calls) => (calls > 30 ? sleep(300, 'wrong') : 'right'), [0, 1]],
  ['fails', fails, [0, 1]],
])('undisturbed: a stack that %s is judged rightly', async (_what, then, expected) => {
  let outcome: (calls: number) => Promise<string> = right;
  let answers = 0;
  const service = echoService(async () => {
    answers += 1;
    // The clients call again at once. If answers had no pause, this test would use a whole processor.
    await sleep(20);
    return outcome(answers);
  });
  const { hostname: host, port } = await serveApp(service);
  const checks = new Checks();
  await checks.undisturbed({ host, port }, 'it', async () => {
    outcome = then;
    answers = 0;
    // If one answer is different, it is one of these answers.
    await until(() => answers > 30);
  });
  expect([checks.passed, checks.failed]).toEqual(expected);
});

test('a check that cannot run counts as failed', async () => {
  const checks = new Checks();
  await checks.attempt('it', fails);
  expect([checks.passed, checks.failed]).toEqual([0, 1]);
});
