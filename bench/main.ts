/** Runs `npm run bench`, which compares the cost of calls with baselines and peers. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript, wholeNumber } from '../test/support/script';
import { compareWith } from './against';
import { measure, type Pace } from './measure';
import { peerTargets } from './peers';
import { measureProcessMetrics } from './process-metrics';
import { publishBench } from './report/publish';
import { type BenchResult, machine, rowResult } from './report/result';
import { benchTable } from './report/table';
import { ROWS, type Row, rowsOf } from './rows';
import { commitAtHand, type Setup, say, startSetup } from './setup';
import { fillBaseline, fillDatabase } from './store';
import { baselineTargets, type ProbedTarget, serviceTargets } from './targets';
import { HERE } from './tree';

const HELP = `Measures the service beside baselines and peers; results go to bench/results.

  npm run bench [-- options]

  --quick        takes two minutes instead of ten
  --trial        measures each row for a moment, without peers, to see that it can be measured; nothing is stored
  --against REF  compares the working tree with another commit instead
  --rows A,B     measures these rows only, by their names in bench/rows.ts, without peers; nothing is stored
  --mixed N      mixed requests over which the heap is watched (50,000 with --quick, else 1,000,000)
`;

const FULL: Pace = { rounds: 7, milliseconds: 500, warmUpMilliseconds: 5_000 };
const QUICK: Pace = { rounds: 3, milliseconds: 250, warmUpMilliseconds: 600 };
const TRIAL: Pace = { rounds: 1, milliseconds: 50, warmUpMilliseconds: 0 };

runScript(HELP, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      trial: { type: 'boolean', default: false },
      against: { type: 'string' },
      rows: { type: 'string' },
      mixed: { type: 'string' },
    },
  });
  const { against, quick: isQuick, trial: isTrial } = values;
  const rows = rowsOf(values.rows);
  const mixedRequests = wholeNumber('--mixed', values.mixed) ?? (isQuick ? 50_000 : 1_000_000);
  const setup = await startSetup(onEnd);
  if (against !== undefined) return compareWith(setup, against, { isQuick, rows });
  const pace = isTrial ? TRIAL : isQuick ? QUICK : FULL;
  const isWhole = values.rows === undefined && !isTrial;
  return bench(setup, rows, { pace, mixedRequests, isWhole });
});

interface Options {
  readonly pace: Pace;
  readonly mixedRequests: number;
  /** This is false if only some rows are measured. Then no peers take part, and no results are stored. */
  readonly isWhole: boolean;
}

/** @returns the number of failures */
async function bench(
  setup: Setup,
  rows: readonly Row[],
  { pace, mixedRequests, isWhole }: Options,
): Promise<number> {
  const { databaseUrl } = await fillDatabase(setup, HERE, 'service');
  const service = await serviceTargets(HERE, databaseUrl, rows);
  const { others, missing } = await startOthers(setup, service, isWhole);
  const targets = [...service, ...others];
  say(`measuring ${targets.length} pairs of a call and a server`);
  const { measured, failures, peerFailures } = await measure(rows, targets, pace);
  const results = measured.flatMap((row) => rowResult(row) ?? []);
  const failed = [...failures, ...peerFailures];
  if (isWhole) {
    const result: BenchResult = {
      commit: commitAtHand(),
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      rounds: pace.rounds,
      rows: results,
      processMetrics: await measureProcessMetrics(setup, { service, databaseUrl, mixedRequests, pace }),
      missing: [...missing, ...peerFailures.map((failure) => `Not measured: ${failure}.`)],
    };
    // The failure of a peer does not fail the run, because the results have a sentence about it.
    console.log(publishBench(result, { isQuick: pace === QUICK, failures }));
  } else console.log(benchTable(results));
  for (const failure of failed) console.error(`Not measured: ${failure}`);
  return failed.length;
}

/** Starts the baselines and, if `withPeers` is true, the peers. */
async function startOthers(setup: Setup, service: readonly ProbedTarget[], withPeers: boolean) {
  const databaseUrl = await setup.createDatabase('baseline');
  await fillBaseline(databaseUrl);
  const folder = path.join(setup.folder, 'others');
  mkdirSync(folder);
  const baselines = await baselineTargets(service, { folder, databaseUrl });
  if (!withPeers) return { others: baselines, missing: [] };
  say('starting the peers');
  const peers = await peerTargets(ROWS, { folder, databaseUrl });
  return { others: [...baselines, ...peers.targets], missing: peers.missing };
}
