/** Runs the load generator: a process that executes the jobs of its parent one after the other. */
import { Pool } from 'pg';
import { Connection } from './connection';
import { type Job, type Outcome, outcomeOf } from './job';
import { COMMIT } from './question';
import { answersOf, requestsOf } from './workload';

async function carryOut(job: Job): Promise<Outcome> {
  const committer =
    job.commitTo === undefined ? undefined : new Pool({ connectionString: job.commitTo, max: 1 });
  const kinds = job.workloads.map((workload) => ({
    request: requestsOf(workload.asked),
    answer: answersOf(workload),
  }));
  const latencies: number[] = [];
  const wrong: string[] = [];
  let next = job.first;
  const start = performance.now();
  const end = start + job.milliseconds;

  const drive = async (): Promise<void> => {
    const connection = new Connection(job.port);
    while (performance.now() < end) {
      const n = next++;
      const kind = kinds[n % kinds.length];
      if (kind === undefined) throw new Error('a job without work');
      await committer?.query({ name: 'commit', text: COMMIT });
      const asked = performance.now();
      try {
        const { status, body } = await connection.ask(kind.request(n));
        latencies.push(performance.now() - asked);
        const expected = kind.answer(n);
        if (status !== 200 || !expected.equals(body)) wrong.push(difference(status, body, expected));
      } catch (error) {
        wrong.push((error as Error).message);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: job.connections }, drive));
  const seconds = (performance.now() - start) / 1000;
  await committer?.end();
  return outcomeOf(latencies, wrong, seconds);
}

function difference(status: number, body: Buffer, expected: Buffer): string {
  let at = 0;
  while (at < body.length && body[at] === expected[at]) at++;
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 40), at + 80));
  return `status ${status}; from byte ${at}: ${around(body)} instead of ${around(expected)}`;
}

process.on('message', (job: Job) => {
  carryOut(job).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
});
// This event means that the parent process, which runs the bench, has ended.
process.on('disconnect', () => process.exit());
