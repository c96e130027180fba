/** `npm run bench` measures the cost of calls, beside baselines and peers. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript, wholeNumber } from '../test/support/script';
import { compareWith } from './against';
import { EVENTS } from './data';
import { measure, type Pace } from './measure';
import { peerTargets } from './peers';
import { measureProcessMetrics } from './process-metrics/measure-all';
import { publishBench } from './report/publish';
import { type BenchResult, machine, rowResult } from './report/result';
import { benchTable } from './report/table';
import { ROW, ROWS, type Row, rowsOf } from './rows';
import { commitAtHand, fillStore, type Setup, say, startBuild, startSetup } from './setup';
import { fillBaseline } from './store';
import {
  type BuildUnderTest,
  baselineTargets,
  expressTarget,
  type Probed,
  probeRows,
  programOf,
  serviceTargets,
} from './targets';
import { HERE } from './tree';

const HELP = `Measures the service beside baselines and peers; results go to bench/results.

  npm run bench [-- options]

  --quick        takes two minutes instead of ten
  --against REF  compares the working tree with another commit instead
  --rows A,B     measures these rows only, by their names in bench/rows.ts, without peers; nothing is stored
  --mixed N      mixed requests over which the heap is watched (50,000 with --quick, else 1,000,000)
`;

const FULL = {
  rounds: 7,
  milliseconds: 500,
  settleMilliseconds: 400,
  warmUpCalls: 60_000,
  warmUpMilliseconds: 8_000,
};
const QUICK = {
  rounds: 3,
  milliseconds: 250,
  settleMilliseconds: 200,
  warmUpCalls: 10_000,
  warmUpMilliseconds: 800,
};

runScript(HELP, async (onEnd) => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      rows: { type: 'string' },
      mixed: { type: 'string' },
    },
  });
  const { against, quick: isQuick } = values;
  const rows = rowsOf(values.rows);
  const mixedRequests = wholeNumber('--mixed', values.mixed) ?? (isQuick ? 50_000 : 1_000_000);
  const setup = await startSetup(onEnd);
  if (against !== undefined) return compareWith(setup, against, { isQuick, rows });
  const pace = isQuick ? QUICK : FULL;
  return values.rows === undefined ? bench(setup, pace, mixedRequests) : benchRows(setup, rows, pace);
});

/** Measures some rows of the service and the baselines only. */
async function benchRows(setup: Setup, rows: readonly Row[], pace: Pace): Promise<number> {
  const stored = await fillStore(setup, HERE, { id: 'service', events: EVENTS });
  const build = await startBuild(HERE, stored, rows);
  const probed = await probeRows(rows, (row) => programOf(build, row).port);
  const databaseUrl = await setup.postgres.create('baseline');
  await fillBaseline(databaseUrl, EVENTS);
  const baselines = await baselineTargets(probed, { folder: setup.folder, databaseUrl });
  const targets = [...(await serviceTargets(build, rows)), ...baselines];
  const { measured, failures } = await measure(rows, targets, pace);
  console.log(benchTable({ rows: measured.flatMap((row) => rowResult(row) ?? []) }));
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  return failures.length;
}

/** @returns the number of failures */
async function bench(setup: Setup, pace: Pace, mixedRequests: number): Promise<number> {
  const stored = await fillStore(setup, HERE, { id: 'service', events: EVENTS });
  const build = await startBuild(HERE, stored, ROWS);
  const probed = await probeRows(ROWS, (row) => programOf(build, row).port);
  const { targets, missing } = await allTargets(setup, build, probed);
  say(`measuring ${targets.length} pairs of a call and a server`);
  const { measured, failures, peerFailures } = await measure(ROWS, targets, pace);
  const processMetrics = await measureProcessMetrics(setup, build, { mixedRequests, pace });
  const result: BenchResult = {
    commit: commitAtHand(),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    rounds: pace.rounds,
    rows: measured.flatMap((row) => rowResult(row) ?? []),
    processMetrics,
    missing: [...missing, ...peerFailures.map((failure) => `Not measured: ${failure}.`)],
  };
  // An incomplete run replaces no results. A failed peer does not matter: the results name it.
  console.log(publishBench(result, pace === QUICK || failures.length > 0 ? 'quick' : 'bench'));
  for (const failure of [...failures, ...peerFailures]) console.error(`Not measured: ${failure}`);
  return failures.length + peerFailures.length;
}

async function allTargets(setup: Setup, build: BuildUnderTest, probed: readonly Probed[]) {
  const databaseUrl = await setup.postgres.create('baseline');
  await fillBaseline(databaseUrl, EVENTS);
  const folder = path.join(setup.folder, 'others');
  mkdirSync(folder);
  const baselines = await baselineTargets(probed, { folder, databaseUrl });
  const get = probed.find(({ row }) => row === ROW.get);
  const express = get === undefined ? [] : [await expressTarget(get, folder)];
  say('starting the peers');
  const peers = await peerTargets(ROWS, { folder, databaseUrl });
  const targets = [...(await serviceTargets(build, ROWS)), ...baselines, ...express, ...peers.targets];
  return { targets, missing: peers.missing };
}
