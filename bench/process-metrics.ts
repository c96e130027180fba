/** Measures the start, memory, the event loop, small calls beside large ones, and the cost of TEST_API. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds, residentMegabytes } from '../test/support/proc';
import { HEAP_PROBE } from '../test/support/service';
import { Load, probe } from './load/client';
import { complaintOf, type Outcome } from './load/job';
import type { RequestSpec } from './load/workload';
import { jobOf, measure, type Pace, type Target } from './measure';
import { type Metric, rowResult } from './report/result';
import { median } from './report/stats';
import { ROW, type Row } from './rows';
import { type Setup, say } from './setup';
import { benchEvents, fillByImport } from './store';
import { probedTarget } from './targets';
import { HERE, startService } from './tree';

type Env = Readonly<Record<string, string>>;

const EMBEDDED_EVENTS = 20_000;
const EACH = { kind: 'each-event', of: EMBEDDED_EVENTS } as const;

/** The WSDL needs no events, so every service can answer it. */
const WSDL: RequestSpec = { binding: 'httpget', question: { kind: 'wsdl' } };

/** The requests are mixed: most are for single events, some for lists of 1,000 events, and a few for the WSDL. */
const MIXED: readonly RequestSpec[] = [
  ...(['httpget', 'soap11', 'httppost', 'soap12', 'httpget', 'soap11', 'httpget', 'soap11'] as const).map(
    (binding) => ({ binding, question: EACH }),
  ),
  { binding: 'soap11', question: ROW.monthGet.question },
  WSDL,
];
const MIXED_CLIENTS = 64;
const HEAP_GOAL = 1.1;

const STARTS = 3;
const IDLE_MS = 2_000;

const LARGE_CONNECTIONS = 2;
const BESIDE_GOAL = 4;

const TEST_API_GOAL = 1.5;

export interface ProcessMetricsOptions {
  /** These targets are the service with a database. */
  readonly service: readonly Target[];
  readonly databaseUrl: string;
  readonly mixedRequests: number;
  readonly pace: Pace;
}

export async function measureProcessMetrics(
  setup: Setup,
  { service, databaseUrl, mixedRequests, pace }: ProcessMetricsOptions,
): Promise<Metric[]> {
  const targetOf = (row: Row) => {
    const found = service.find((target) => target.row === row);
    if (found === undefined) throw new Error(`${row.title} has no target`);
    return found;
  };
  const onPostgres = { DATABASE_URL: databaseUrl };
  const embedded = { DATA_DIR: path.join(setup.folder, 'embedded') };
  await fillByImport(setup, HERE, { ...embedded, SEED: 'none' }, benchEvents(EMBEDDED_EVENTS));

  const engine = async (title: string, env: Env, goals: StartGoals, delayGoal: number) => {
    say(`measuring the start, memory and mixed work: ${title}`);
    return [
      ...(await measureStart(title, env, ROW.sameIdGet, goals)),
      ...(await measureMixed(title, env, mixedRequests, delayGoal)),
    ];
  };
  const metrics = [
    ...(await engine('Postgres', onPostgres, { cpuSeconds: 0.6, idleMegabytes: 90 }, 50)),
    ...(await engine('embedded', embedded, { cpuSeconds: 1.2, idleMegabytes: 230 }, 100)),
    ...(await measureStart('for tests, events in memory', { TEST_API: 'true' }, WSDL, {
      ...{ cpuSeconds: 0.7, idleMegabytes: 130 },
    })),
  ];
  say('measuring small calls beside large ones');
  metrics.push(await measureBeside(targetOf(ROW.eachIdGet), targetOf(ROW.tenMonthsMarkup), pace));
  say('measuring what TEST_API costs');
  metrics.push(await measureTestApi(onPostgres, pace));
  return metrics;
}

interface StartGoals {
  readonly cpuSeconds: number;
  readonly idleMegabytes: number;
}

/** Starts the service over an existing store several times, and uses the minimum, because it has the least noise. */
async function measureStart(
  title: string,
  env: Env,
  asked: RequestSpec,
  goals: StartGoals,
): Promise<Metric[]> {
  const cpuSeconds: number[] = [];
  const idleMegabytes: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const service = await startService(HERE, env);
    await probe(service.port, asked);
    cpuSeconds.push(cpuMicroseconds(service.pid) / 1e6);
    await sleep(IDLE_MS);
    idleMegabytes.push(residentMegabytes(service.pid));
    await service.stop();
  }
  return [
    {
      title: `${title}: CPU from \`node\` to the first answer, s`,
      ...{ value: Math.min(...cpuSeconds), digits: 2, goal: goals.cpuSeconds },
    },
    {
      title: `${title}: memory, idle, MB`,
      ...{ value: Math.min(...idleMegabytes), digits: 0, goal: goals.idleMegabytes },
    },
  ];
}

/** Lets 64 clients send mixed requests, and reads the service's metrics each second. */
async function measureMixed(title: string, env: Env, requests: number, delayGoal: number): Promise<Metric[]> {
  const service = await startService(HERE, env, HEAP_PROBE);
  const probed = await Promise.all(MIXED.map((one) => probe(service.port, one)));
  const workloads = probed.map(({ workload }) => workload);
  const delayAtP99 = () => service.metric('nodejs_eventloop_lag_p99_seconds');
  const load = new Load();
  const delays: number[] = [];
  let callsMade = 0;
  const workUntil = async (count: number) => {
    while (callsMade < count) {
      // Each reading of the metrics resets the delay.
      await delayAtP99();
      const job = {
        ...{ port: service.port, connections: MIXED_CLIENTS, milliseconds: 1000 },
        ...{ workloads, first: callsMade + 1 },
      };
      callsMade += checked(await load.run(job), 'mixed work').requests;
      delays.push((await delayAtP99()) * 1000);
    }
  };
  await workUntil(1);
  // The delays of the first second are discarded, because V8 compiles during that time.
  delays.length = 0;
  await workUntil(requests / 2);
  // From now on the caches are full, so the heap should not grow.
  const halfway = await service.heap();
  await workUntil(requests);
  const heap = await service.heap();
  const megabytes = residentMegabytes(service.pid);
  load.stop();
  await service.stop();
  const worst = Math.max(...delays).toFixed(0);
  return [
    {
      title: `${title}: event loop at p99, 64 clients, mixed work, ms (worst second ${worst})`,
      ...{ value: median(delays), digits: 0, goal: delayGoal },
    },
    {
      title: `${title}: reachable heap after ${callsMade} mixed requests, to that after half of them (${halfway.toFixed(1)} → ${heap.toFixed(1)} MB)`,
      ...{ value: heap / halfway, digits: 2, goal: HEAP_GOAL },
    },
    { title: `${title}: memory after them, MB`, value: megabytes, digits: 0 },
  ];
}

/**
 * Measures the 99th percentile of small calls, with and without two clients that read lists of 10,000 changed events.
 */
async function measureBeside(small: Target, large: Target, pace: Pace): Promise<Metric> {
  const [smallLoad, largeLoad] = [new Load(), new Load()];
  const milliseconds = 2 * pace.milliseconds;
  const smallJob = jobOf(small, { milliseconds, first: 1 });
  const largeJob = jobOf(large, { milliseconds, first: 1, connections: LARGE_CONNECTIONS });
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    alone.push(checked(await smallLoad.run(smallJob), 'small calls alone').p99Ms);
    const [outcome, other] = await Promise.all([smallLoad.run(smallJob), largeLoad.run(largeJob)]);
    checked(other, 'large calls');
    beside.push(checked(outcome, 'small calls beside large ones').p99Ms);
  }
  smallLoad.stop();
  largeLoad.stop();
  const ratios = beside.map((p99, round) => p99 / (alone[round] ?? Number.NaN));
  const seen = `${median(alone).toFixed(1)} → ${median(beside).toFixed(1)} ms`;
  return {
    title: `p99 of small calls beside 10,000 changed events with markup, to alone (${seen})`,
    ...{ value: median(ratios), digits: 1, goal: BESIDE_GOAL },
  };
}

/** Measures a call that matches no rule, with and without TEST_API. */
async function measureTestApi(env: Env, pace: Pace): Promise<Metric> {
  const row = ROW.sameIdGet;
  const off = await startService(HERE, env);
  const on = await startService(HERE, { ...env, TEST_API: 'true' });
  const targets = [
    await probedTarget({ row, name: 'TEST_API off', kind: 'baseline', program: off }),
    await probedTarget({ row, name: 'TEST_API on', kind: 'service', program: on }),
  ];
  const { measured, failures } = await measure([row], targets, pace);
  if (failures.length > 0) throw new Error(failures.join('; '));
  const [before, now] = measured.flatMap((one) => rowResult(one)?.targets ?? []);
  const seen = [before, now].map((one) => one?.cpuMicroseconds.toFixed(0)).join(' → ');
  return {
    title: `CPU of a call that meets no rule, TEST_API on to off (${seen} µs)`,
    ...{ value: now?.ratio.median ?? Number.NaN, digits: 2, goal: TEST_API_GOAL },
  };
}

/** @throws Error if an answer was wrong, or if no answer came */
function checked(outcome: Outcome, what: string): Outcome {
  const complaint = complaintOf(outcome);
  if (complaint !== undefined) throw new Error(`${what}: ${complaint}`);
  return outcome;
}
