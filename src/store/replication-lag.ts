import { UserError } from '../lib/errors';
import type { Database, Statement } from './database';
import { NeedsOperatorError } from './errors';

/** This is an upper bound of the time by which a server is behind its primary. A primary has 0. */
export interface ReplicationLag {
  /** This is the server's own address, because several servers may be behind a pooler. */
  readonly server: string;
  /** The lag is infinite if a standby does not know it. */
  readonly seconds: number;
}

interface Row {
  readonly server: string;
  readonly isCurrent: boolean;
  readonly sinceReplay: string | null;
}

/**
 * Reads two values, because each alone misleads. The age of the last replayed change grows while nothing is written. A
 * standby that has lost its connection has replayed everything that it received.
 */
const REPLICATION_LAG: Statement = {
  name: 'replication_lag',
  text: `SELECT COALESCE(host(inet_server_addr()), 'local') AS server,
    CASE WHEN pg_is_in_recovery()
      THEN EXISTS (SELECT FROM pg_stat_wal_receiver)
        AND COALESCE(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), false)
      ELSE true END AS "isCurrent",
    extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::text AS "sinceReplay"`,
  isShort: true,
};

/** A server that was not reached for this many milliseconds is forgotten. */
const FORGOTTEN_AFTER_MS = 30_000;
const SLOW_MS = 500;

/** Measures the lag of the servers behind a database address. Each query reaches one server. */
export class ReplicationLagMonitor {
  readonly #servers = new Map<string, { seconds: number; askedAt: number; currentAt: number }>();

  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Checks the lag of every known server. @throws NeedsOperatorError if a server is more than `maxSeconds` behind */
  async check(maxSeconds: number): Promise<void> {
    const stale = (await this.ask()).find(({ seconds }) => seconds > maxSeconds);
    if (stale === undefined) return;
    const { server, seconds } = stale;
    const behind = Number.isFinite(seconds) ? `${Math.floor(seconds)} seconds` : 'an unknown time';
    throw new NeedsOperatorError(
      `The standby ${server} is ${behind} behind its primary, and MAX_REPLICATION_LAG_S is ${maxSeconds}.`,
    );
  }

  /** Measures one server, and returns the last measured lag of each known server. */
  async ask(): Promise<readonly ReplicationLag[]> {
    try {
      const [row] = await this.database.read<Row>(REPLICATION_LAG, [], { timeoutMs: SLOW_MS });
      if (row !== undefined) this.#note(row);
    } catch (error) {
      // The error is ignored, because reads report a database that does not answer.
      if (!(error instanceof UserError)) throw error;
    }
    const since = this.now() - FORGOTTEN_AFTER_MS;
    for (const [server, { askedAt }] of this.#servers) if (askedAt < since) this.#servers.delete(server);
    return [...this.#servers].map(([server, { seconds }]) => ({ server, seconds }));
  }

  #note({ server, isCurrent, sinceReplay }: Row): void {
    const askedAt = this.now();
    const currentAt = isCurrent
      ? askedAt
      : (this.#servers.get(server)?.currentAt ?? Number.NEGATIVE_INFINITY);
    const replayed = sinceReplay === null ? Number.POSITIVE_INFINITY : Math.max(0, Number(sinceReplay));
    const seconds = Math.min(replayed, (askedAt - currentAt) / 1000);
    this.#servers.set(server, { seconds, askedAt, currentAt });
  }
}
