/** `npm run bench`: what a call costs, beside floors and peers. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareWith } from './against';
import {
  expressLane,
  floorLanes,
  joinLanes,
  type Probed,
  probeRows,
  programOf,
  type Side,
  serviceLanes,
} from './lanes';
import { measure, type Pace } from './measure';
import { peerLanes } from './peers';
import { publishBench } from './report/publish';
import { type BenchResult, machine, rowResult } from './report/result';
import { benchTable } from './report/table';
import { EVENTS, ROW, ROWS, type Row, rowsOf } from './rows';
import { commitAtHand, onStand, type Stand, say, startSide } from './stand';
import { fillFloor } from './store';
import { HERE } from './tree';
import { measureVitals } from './vitals/all';

const HELP = `Measures the service beside floors and peers; results go to bench/results.

  npm run bench [-- options]

  --quick        two minutes instead of ten
  --against REF  compares the tree at hand with another commit instead
  --rows A,B     these rows only, by their names in bench/rows.ts; without peers, and nothing is stored
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

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    rows: { type: 'string' },
    mixed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.against !== undefined) {
  const { against, quick, rows } = values;
  onStand((stand) => compareWith(stand, against, { isQuick: quick, rows: rowsOf(rows) }));
} else if (values.rows !== undefined) {
  const rows = rowsOf(values.rows);
  onStand((stand) => benchRows(stand, rows, values.quick ? QUICK : FULL));
} else onStand((stand) => bench(stand, values.quick ? QUICK : FULL));

/** A look at some rows while one works on them: the service and the floors. */
async function benchRows(stand: Stand, rows: readonly Row[], pace: Pace): Promise<boolean> {
  const side = await startSide(stand, HERE, { id: 'service', events: EVENTS, rows });
  const probed = await probeRows(rows, (row) => programOf(side, row).port);
  const databaseUrl = await stand.postgres.create('floor');
  await fillFloor(databaseUrl, EVENTS);
  const floors = await floorLanes(probed, { folder: stand.folder, databaseUrl });
  const lanes = joinLanes(rows, [...(await serviceLanes(side, rows)), ...floors]);
  const { measured, failures } = await measure(lanes, pace);
  console.log(benchTable({ rows: measured.flatMap((row) => rowResult(row) ?? []) }));
  for (const failure of failures) console.error(`Not measured: ${failure}`);
  return failures.length === 0;
}

async function bench(stand: Stand, pace: Pace): Promise<boolean> {
  const side = await startSide(stand, HERE, { id: 'service', events: EVENTS, rows: ROWS });
  const probed = await probeRows(ROWS, (row) => programOf(side, row).port);
  const { lanes, missing } = await allLanes(stand, side, probed);
  say(
    `measuring ${lanes.reduce((sum, { targets }) => sum + targets.length, 0)} pairs of a call and a server`,
  );
  const { measured, failures, peerFailures } = await measure(lanes, pace);
  const vitals = await measureVitals(stand, side, {
    mixedRequests: Number(values.mixed ?? (values.quick ? 50_000 : 1_000_000)),
    pace,
  });
  const result: BenchResult = {
    commit: commitAtHand(),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    rounds: pace.rounds,
    rows: measured.flatMap((row) => rowResult(row) ?? []),
    vitals,
    missing: [...missing, ...peerFailures.map((failure) => `Not measured: ${failure}.`)],
  };
  // What is not whole does not go into README.md; what a peer got wrong does, in a sentence.
  console.log(publishBench(result, values.quick || failures.length > 0 ? 'quick' : 'bench'));
  for (const failure of [...failures, ...peerFailures]) console.error(`Not measured: ${failure}`);
  return failures.length + peerFailures.length === 0;
}

async function allLanes(stand: Stand, side: Side, probed: readonly Probed[]) {
  const databaseUrl = await stand.postgres.create('floor');
  await fillFloor(databaseUrl, EVENTS);
  const folder = path.join(stand.folder, 'others');
  mkdirSync(folder);
  const floors = await floorLanes(probed, { folder, databaseUrl });
  const get = probed.find(({ row }) => row === ROW.get);
  const express = get === undefined ? [] : [await expressLane(get, folder)];
  say('starting the peers');
  const peers = await peerLanes(ROWS, { folder, databaseUrl });
  const lanes = [...(await serviceLanes(side, ROWS)), ...floors, ...express, ...peers.lanes];
  return { lanes: joinLanes(ROWS, lanes), missing: peers.missing };
}
