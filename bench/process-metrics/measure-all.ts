import path from 'node:path';
import type { Asked } from '../load/workload';
import type { Pace, Target } from '../measure';
import type { Metric } from '../report/result';
import { ROW, type Row } from '../rows';
import { type Setup, say } from '../setup';
import { benchEvents, fillByImport } from '../store';
import { HERE } from '../tree';
import { measureBeside } from './beside';
import { measureMixed } from './mixed';
import { measureStart, type StartGoals } from './start';
import { measureTestApi } from './test-api';

const EMBEDDED_EVENTS = 20_000;
const EACH = { kind: 'each-event', of: EMBEDDED_EVENTS } as const;

/** The WSDL needs no events, so every service can answer it. */
const WSDL: Asked = { binding: 'httpget', question: { kind: 'wsdl' } };

/** The work is mixed: mostly single events, some lists of 1,000, the WSDL now and then. */
const MIXED: readonly Asked[] = [
  ...(['httpget', 'soap11', 'httppost', 'soap12', 'httpget', 'soap11', 'httpget', 'soap11'] as const).map(
    (binding) => ({ binding, question: EACH }),
  ),
  { binding: 'soap11', question: ROW.monthGet.question },
  WSDL,
];

export interface ProcessMetricsOptions {
  /** These targets use the database. */
  readonly service: readonly Target[];
  readonly databaseUrl: string;
  readonly mixedRequests: number;
  readonly pace: Pace;
}

/** Measures the start, memory, the event loop, small calls beside large ones, and the cost of TEST_API. */
export async function measureProcessMetrics(
  setup: Setup,
  { service, databaseUrl, mixedRequests: requests, pace }: ProcessMetricsOptions,
): Promise<Metric[]> {
  const targetOf = (row: Row) => {
    const found = service.find((target) => target.row === row);
    if (found === undefined) throw new Error(`${row.title} has no target`);
    return found;
  };
  const onPostgres = { DATABASE_URL: databaseUrl };
  const embedded = { DATA_DIR: path.join(setup.folder, 'embedded') };
  await fillByImport(setup, HERE, { ...embedded, SEED: 'none' }, benchEvents(EMBEDDED_EVENTS));

  const engine = async (title: string, env: Record<string, string>, goals: StartGoals, delayGoal: number) => {
    say(`measuring the start, memory and mixed work: ${title}`);
    return [
      ...(await measureStart(title, env, ROW.sameIdGet, goals)),
      ...(await measureMixed(title, env, { asked: MIXED, requests, delayGoal })),
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
