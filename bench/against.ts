import { EVENTS } from './data';
import { type Measured, type Measurement, measure, type Pace } from './measure';
import { json, writeResult } from './report/publish';
import { median } from './report/stats';
import { markdown } from './report/table';
import type { Row } from './rows';
import { commitAtHand, type Setup, say, startBuild } from './setup';
import { type BuildUnderTest, serviceTargets } from './targets';
import { buildCommit, HERE } from './tree';

const FULL = {
  rounds: 16,
  milliseconds: 600,
  settleMilliseconds: 400,
  warmUpCalls: 40_000,
  warmUpMilliseconds: 6_000,
};
const QUICK = {
  rounds: 10,
  milliseconds: 250,
  settleMilliseconds: 150,
  warmUpCalls: 20_000,
  warmUpMilliseconds: 3_000,
};

/** Smaller changes are not reported, however steady they are. */
const LEAST_CHANGE = 0.02;
/** This share of the rounds must agree on the direction of a change. */
const AGREEING = 0.85;

interface Change {
  readonly title: string;
  readonly before: number;
  readonly now: number;
  /** Contains the ratio of CPU now to CPU before, for each round. */
  readonly ratios: readonly number[];
}

/** Compares the working tree with another commit, in alternating rounds, and prints what changed. */
export async function compareWith(
  setup: Setup,
  ref: string,
  { isQuick, rows }: { readonly isQuick: boolean; readonly rows: readonly Row[] },
): Promise<number> {
  say(`building ${ref}`);
  const other = await buildCommit(ref, setup.folder);
  try {
    const before = await startBuild(setup, other, { id: 'before', events: EVENTS, rows });
    const now = await startBuild(setup, HERE, { id: 'now', events: EVENTS, rows });
    const { measured, failures } = await compare([before, now], rows, isQuick ? QUICK : FULL);
    for (const failure of failures) console.error(`Not measured: ${failure}`);
    if (failures.length > 0) return failures.length;
    const changes = measured.map(changeOf);
    writeResult('against.json', json({ before: other.name, now: commitAtHand(), changes }));
    console.log(report(other.name, changes));
  } finally {
    await other.remove();
  }
  return 0;
}

async function compare(
  builds: readonly BuildUnderTest[],
  rows: readonly Row[],
  pace: Pace,
): Promise<Measurement> {
  const targets = (await Promise.all(builds.map((build) => serviceTargets(build, rows)))).flat();
  say(`measuring ${rows.length} rows of both`);
  return measure(rows, targets, pace);
}

function changeOf({ row, results: [before, now] }: Measured): Change {
  if (before === undefined || now === undefined)
    throw new Error(`${row.title} was not measured on both builds`);
  const cpu = ({ samples }: typeof before) => samples.map((sample) => sample.cpuMicroseconds);
  const [costsBefore, costsNow] = [cpu(before), cpu(now)];
  return {
    title: row.title,
    before: median(costsBefore),
    now: median(costsNow),
    ratios: costsNow.map((cost, round) => cost / (costsBefore[round] ?? Number.NaN)),
  };
}

/** A change is beyond the noise if the rounds agree on its direction and their median is large enough. */
function isBeyondNoise({ ratios }: Change): boolean {
  const change = median(ratios) - 1;
  const agreeing = ratios.filter((ratio) => Math.sign(ratio - 1) === Math.sign(change)).length;
  return Math.abs(change) > LEAST_CHANGE && agreeing >= AGREEING * ratios.length;
}

function report(name: string, changes: readonly Change[]): string {
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
