/** Peers are other servers. Each has a folder in bench/peers with a `peer.json` and a program `run`. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findPrograms, isInstalled } from '../scripts/test-clients/toolchains';
import type { Binding } from '../test/support/calls';
import { type Program, startProgram } from '../test/support/program';
import type { Target } from './measure';
import { PEERS, ROOT } from './paths';
import type { Row } from './rows';
import { type Others, probedTarget } from './targets';

interface Peer {
  readonly name: string;
  readonly home: string;
  readonly title: string;
  /** This shell command succeeds if the peer's programs are installed on this machine. */
  readonly needs: string;
  readonly packages: readonly string[];
  readonly bindings: readonly Binding[];
  /** This is true for a peer that also answers from Postgres. */
  readonly store: boolean;
}

/**
 * Starts all installed peers in parallel, and sends each the first request of its rows.
 * @returns `missing` contains a sentence for each peer that is not installed
 * @throws Error if the answer to a first request is wrong
 */
export async function peerTargets(rows: readonly Row[], options: Others) {
  const peers = await Promise.all(
    findPrograms<Peer>('peer', PEERS).map(async (peer) => ({
      peer,
      targets: await targetsOf(peer, rows, options),
    })),
  );
  return {
    targets: peers.flatMap(({ targets }) => targets ?? []),
    missing: peers
      .filter(({ targets }) => targets === undefined)
      .map(({ peer }) => `${peer.title} is not installed: ${peer.packages.join(', ')}.`),
  };
}

/** @returns `undefined` if the peer is not installed */
async function targetsOf(peer: Peer, rows: readonly Row[], options: Others): Promise<Target[] | undefined> {
  if (!isInstalled(peer)) return undefined;
  const program = await startPeer(peer, options);
  const targets: Target[] = [];
  for (const row of rows.filter((one) => answers(peer, one)))
    targets.push(await probedTarget({ row, name: peer.title, kind: 'peer', program }));
  return targets;
}

async function startPeer({ title, name, home }: Peer, { folder, databaseUrl }: Others): Promise<Program> {
  const scratch = path.join(folder, name);
  mkdirSync(scratch, { mode: 0o755 });
  return startProgram({
    name: title,
    command: path.join(home, 'run'),
    env: { DATABASE_URL: databaseUrl, SCRATCH: scratch, NODE_PATH: path.join(ROOT, 'node_modules') },
    cwd: scratch,
  });
}

function answers({ bindings, store }: Peer, { binding, question, stage, newShapes }: Row): boolean {
  if (newShapes || !bindings.includes(binding)) return false;
  return stage === 'echo' ? question.kind === 'echo' : store && question.kind === 'each-event';
}
