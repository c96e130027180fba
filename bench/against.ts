import { stopPrograms } from '../test/support/program';
import { type Measured, type Measurement, measure, type Pace, type Target } from './measure';
import { json, writeResult } from './report/publish';
import { median } from './report/stats';
import { markdown } from './report/table';
import type { Row } from './rows';
import { commitAtHand, type Setup, say } from './setup';
import { fillDatabase } from './store';
import { serviceTargets } from './targets';
import { buildCommit, HERE, type Tree } from './tree';

/** Each tree is started this number of times: the other commit and the working tree in turn. */
const PAIRS = 6;

const FULL: Pace = { rounds: 4, milliseconds: 500, warmUpMilliseconds: 3_000 };
const QUICK: Pace = { rounds: 2, milliseconds: 250, warmUpMilliseconds: 1_500 };

/** A smaller change is not reported, even if all pairs have it. */
const LEAST_CHANGE = 0.02;

/** Contains the CPU of a call on the other commit and on the working tree, in microseconds. */
interface Costs {
  readonly before: number;
  readonly now: number;
}

export interface Change extends Costs {
  readonly title: string;
  /** Contains the ratio of CPU now to CPU before, for each pair of processes. */
  readonly ratios: readonly number[];
}

/**
 * Compares the working tree with another commit, and prints what changed. It starts several pairs of processes, because
 * two processes of one build differ by up to a sixth: V8 makes different decisions while they warm up.
 */
export async function compareWith(
  setup: Setup,
  ref: string,
  { isQuick, rows }: { readonly isQuick: boolean; readonly rows: readonly Row[] },
): Promise<number> {
  say(`building ${ref}`);
  const other = await buildCommit(ref, setup.folder, setup.onEnd);
  const trees = [
    { tree: other, ...(await fillDatabase(setup, other, 'before')) },
    { tree: HERE, ...(await fillDatabase(setup, HERE, 'now')) },
  ];
  const pace = isQuick ? QUICK : FULL;
  const costs = rows.map((): Costs[] => []);
  for (let pair = 1; pair <= PAIRS; pair++) {
    say(`measuring ${rows.length} rows by pair ${pair} of ${PAIRS}`);
    // The order alternates, because the first process of a pair costs a few hundredths more.
    const inTurn = pair % 2 === 1 ? trees : trees.toReversed();
    const { measured, failures } = await measurePair(inTurn, rows, pace);
    for (const failure of failures) console.error(`Not measured: ${failure}`);
    if (failures.length > 0) return failures.length;
    for (const [index, one] of measured.entries()) costs[index]?.push(costsOf(one));
  }
  const changes = rows.map(({ title }, index) => changeOf(title, costs[index] ?? []));
  writeResult('against.json', json({ before: other.name, now: commitAtHand(), changes }));
  console.log(report(other.name, changes));
  return 0;
}

/** Starts a process of each tree, measures the rows in alternating rounds, and stops both. */
async function measurePair(
  trees: readonly { readonly tree: Tree; readonly databaseUrl: string }[],
  rows: readonly Row[],
  pace: Pace,
): Promise<Measurement> {
  const targets: Target[] = [];
  try {
    for (const { tree, databaseUrl } of trees)
      targets.push(...(await serviceTargets(tree, databaseUrl, rows)));
    return await measure(rows, targets, pace);
  } finally {
    await stopPrograms();
  }
}

function costsOf({ row, results }: Measured): Costs {
  const now = results.find(({ target }) => target.name === HERE.name);
  const before = results.find((result) => result !== now);
  if (before === undefined || now === undefined)
    throw new Error(`${row.title} was not measured on both builds`);
  const cpu = ({ samples }: typeof before) => median(samples.map(({ cpuMicroseconds }) => cpuMicroseconds));
  return { before: cpu(before), now: cpu(now) };
}

/** Summarises the costs of a row: the median of each build, and the ratio in each pair of processes. */
export function changeOf(title: string, costs: readonly Costs[]): Change {
  return {
    title,
    before: median(costs.map(({ before }) => before)),
    now: median(costs.map(({ now }) => now)),
    ratios: costs.map(({ before, now }) => now / before),
  };
}

/** A change is beyond the noise if all pairs agree on its direction and their median is large enough. */
function isBeyondNoise({ ratios }: Change): boolean {
  const change = median(ratios) - 1;
  return (
    Math.abs(change) > LEAST_CHANGE && ratios.every((ratio) => Math.sign(ratio - 1) === Math.sign(change))
  );
}

/**
 * Returns the table of all changes, and a sentence that names the changes beyond the noise.
 * @param name of the other commit
 */
export function report(name: string, changes: readonly Change[]): string {
  const percent = (ratio: number) => `${ratio >= 1 ? '+' : '−'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`;
  const table = markdown([
    ['', `${name}, µs`, 'now, µs', 'change', 'spread', 'beyond the noise'],
    ...changes.map((change) => [
      change.title,
      change.before.toFixed(1),
      change.now.toFixed(1),
      percent(median(change.ratios)),
      `${percent(Math.min(...change.ratios))} to ${percent(Math.max(...change.ratios))}`,
      isBeyondNoise(change) ? 'yes' : '',
    ]),
  ]);
  const found = changes.filter(isBeyondNoise);
  const words = found.map(({ title, ratios }) => `${title} ${percent(median(ratios))}`);
  return `${table}\n\n${words.length === 0 ? 'Nothing changed beyond the noise.' : `Changed: ${words.join('; ')}.`}`;
}
