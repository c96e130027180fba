/** The lag of a standby is measured correctly, even if the primary is idle or not available. */
import { databaseUnavailable } from '../../src/store/errors';
import { ReplicationLagMonitor } from '../../src/store/replication-lag';

interface Answer {
  readonly server?: string;
  readonly isCurrent: boolean;
  readonly sinceReplay: string | null;
}

/** Makes a monitor. The test gives the answers of its servers, and its clock counts seconds. */
function watching() {
  let now = 1_000_000_000_000;
  let answer: Answer | Error = { isCurrent: true, sinceReplay: null };
  const read = async <Row>() => {
    if (answer instanceof Error) throw answer;
    return [{ server: '10.0.0.1', ...answer }] as Row[];
  };
  const watch = new ReplicationLagMonitor({ read }, () => now);
  return {
    watch,
    async after(seconds: number, next: Answer | Error) {
      now += seconds * 1000;
      answer = next;
      return Object.fromEntries((await watch.ask()).map(({ server, seconds: behind }) => [server, behind]));
    },
  };
}

const CURRENT = { isCurrent: true, sinceReplay: '7200.5' };

test('the lag of a standby that lost its primary counts from its last current check or its last change', async () => {
  const { after } = watching();
  // A standby that has replayed everything is current, even if the last write was long ago.
  expect(await after(0, CURRENT)).toEqual({ '10.0.0.1': 0 });
  expect(await after(5, { isCurrent: false, sinceReplay: '7205.5' })).toEqual({ '10.0.0.1': 5 });
  expect(await after(10, { isCurrent: false, sinceReplay: '2' })).toEqual({ '10.0.0.1': 2 });
  expect(await after(10, { isCurrent: false, sinceReplay: null })).toEqual({ '10.0.0.1': 25 });
  // The clock of the primary is ahead.
  expect(await after(1, { isCurrent: false, sinceReplay: '-3' })).toEqual({ '10.0.0.1': 0 });
  expect(await after(1, CURRENT)).toEqual({ '10.0.0.1': 0 });
});

test('the lag of a standby that was never current counts from its last change, or is unknown', async () => {
  const { after, watch } = watching();
  expect(await after(0, { isCurrent: false, sinceReplay: '90' })).toEqual({ '10.0.0.1': 90 });
  await watch.check(90);
  expect(await after(0, { isCurrent: false, sinceReplay: null })).toEqual({
    '10.0.0.1': Number.POSITIVE_INFINITY,
  });
  await expect(watch.check(60)).rejects.toThrow(
    'The standby 10.0.0.1 is an unknown time behind its primary, and MAX_REPLICATION_LAG_S is 60.',
  );
});

test('behind a pooler each standby has its own lag, and a standby that is gone is forgotten', async () => {
  const { after, watch } = watching();
  await after(0, { server: '10.0.0.3', ...CURRENT });
  await after(0, { server: '10.0.0.2', isCurrent: false, sinceReplay: '95.7' });
  expect(await after(1, CURRENT)).toEqual({ '10.0.0.1': 0, '10.0.0.2': 95.7, '10.0.0.3': 0 });
  await expect(watch.check(95)).rejects.toThrow(
    'The standby 10.0.0.2 is 95 seconds behind its primary, and MAX_REPLICATION_LAG_S is 95.',
  );
  await watch.check(96);
  expect(await after(30, CURRENT)).toEqual({ '10.0.0.1': 0 });
});

test('the lag reports no error for a database that does not answer, because the reads report it', async () => {
  const { after } = watching();
  await after(0, CURRENT);
  expect(await after(1, databaseUnavailable(new Error('away')))).toEqual({ '10.0.0.1': 0 });
  await expect(after(1, new Error('no such function'))).rejects.toThrow('no such function');
});
