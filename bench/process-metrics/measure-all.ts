import path from 'node:path';
import { probe } from '../load/client';
import type { Asked } from '../load/workload';
import type { Pace } from '../measure';
import type { ProcessMetrics } from '../report/result';
import { ROW } from '../rows';
import { type Setup, say } from '../setup';
import { benchEvents, fillByImport, writeEvents } from '../store';
import type { BuildUnderTest } from '../targets';
import { HERE, startProbed } from '../tree';
import { measureBeside } from './beside';
import { measureMixed } from './mixed';
import { measureStart } from './start';
import { measureTestApi } from './test-api';

const EMBEDDED_EVENTS = 20_000;
const EACH = { kind: 'each-event', of: EMBEDDED_EVENTS } as const;

/** A service without events answers it too. */
const WSDL: Asked = { binding: 'httpget', question: { kind: 'wsdl' } };

/** The work is mixed: mostly single events, some lists of 1,000, the WSDL now and then. */
const MIXED: readonly Asked[] = [
  ...(['httpget', 'soap11', 'httppost', 'soap12', 'httpget', 'soap11', 'httpget', 'soap11'] as const).map(
    (binding) => ({
      binding,
      question: EACH,
    }),
  ),
  { binding: 'soap11', question: ROW.monthGet.question },
  WSDL,
];

export interface ProcessMetricsOptions {
  readonly mixedRequests: number;
  readonly pace: Pace;
}

/** Measures the start, memory, the event loop, small calls beside large ones, and the cost of TEST_API. */
export async function measureProcessMetrics(
  setup: Setup,
  build: BuildUnderTest,
  options: ProcessMetricsOptions,
): Promise<ProcessMetrics> {
  const postgres = { DATABASE_URL: build.databaseUrl };
  const embedded = { DATA_DIR: path.join(setup.folder, 'embedded') };
  const file = path.join(setup.folder, 'embedded.jsonl');
  await writeEvents(file, benchEvents(EMBEDDED_EVENTS));
  say('filling the embedded store');
  await fillByImport(HERE, { ...embedded, SEED: 'none' }, file);

  say('measuring starts and memory');
  const start = {
    postgres: await measureStart(HERE, postgres, ROW.sameIdGet),
    embedded: await measureStart(HERE, embedded, ROW.sameIdGet),
    tests: await measureStart(HERE, { TEST_API: 'true' }, WSDL),
  };
  say('measuring mixed work');
  const mixed = {
    postgres: await mixedWork(postgres, options.mixedRequests),
    embedded: await mixedWork(embedded, options.mixedRequests),
  };
  say('measuring small calls beside large ones');
  const port = build.service.port;
  const { rounds, milliseconds } = options.pace;
  const beside = await measureBeside({
    ...{ port, databaseUrl: build.databaseUrl, rounds, milliseconds: 2 * milliseconds },
    small: (await probe(port, ROW.eachIdGet)).workload,
    large: (await probe(port, ROW.tenMonthsMarkup)).workload,
  });
  say('measuring what TEST_API costs');
  const testApi = await measureTestApi(postgres, ROW.sameIdGet, options.pace);
  return { start, mixed, beside, testApi };
}

async function mixedWork(env: Readonly<Record<string, string>>, requests: number) {
  const service = await startProbed(HERE, env);
  const probed = await Promise.all(MIXED.map((asked) => probe(service.port, asked)));
  const workloads = probed.map(({ workload }) => workload);
  const result = await measureMixed(service, workloads, requests);
  await service.stop();
  return result;
}
