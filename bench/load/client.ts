import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { Connection } from './connection';
import type { Job, Outcome } from './job';
import { frameOf, type RequestSpec, requestsOf, type Workload } from './workload';

export class Load {
  private readonly child: ChildProcess = fork(path.join(__dirname, 'generator.js'), {
    serialization: 'advanced',
  });

  run(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the load generator ended with ${code}`));
      this.child.once('exit', ended);
      this.child.once('message', (outcome) => {
        this.child.off('exit', ended);
        resolve(outcome as Outcome);
      });
      this.child.send(job);
    });
  }

  stop(): void {
    if (this.child.connected) this.child.disconnect();
  }
}

/** Sends the first request, and derives the expected answers from its answer. */
export async function probe(port: number, asked: RequestSpec): Promise<{ workload: Workload; body: string }> {
  const connection = new Connection(port);
  try {
    const answer = await connection.ask(requestsOf(asked)(0));
    const { status } = answer;
    const body = answer.body.toString('latin1');
    if (status !== 200) throw new Error(`status ${status}: ${body.slice(0, 300)}`);
    return { workload: { asked, expected: frameOf(asked, 0, body) }, body };
  } finally {
    connection.close();
  }
}
