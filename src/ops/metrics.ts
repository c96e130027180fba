import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Version } from '../lib/version';
import { DATABASE_TROUBLES, LIMITS, type Observe } from './observations';

export interface Metrics {
  readonly observe: Observe;
  /** Test control is on: whoever watches should know. */
  testApiEnabled(): void;
  /** From now on these numbers are read at each scrape. */
  watchPool(numbers: () => Readonly<Record<string, number>>): void;
  /** From now on the bytes that are held for clients are read at each scrape. */
  watchMemoryBudget(bytes: () => number): void;
  /** From now on each line that `log` could not take is counted. */
  watchLog(log: NodeJS.WritableStream): void;
  /** From now on these numbers of kept answers are read at each scrape. */
  watchCache(numbers: () => CacheStats): void;
  /** From now on each scrape asks how far behind their primary the servers are that are read. */
  watchReplicationLag(ask: () => Promise<readonly ReplicationLag[]>): void;
  /** Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Of answers that are kept: how often there was one of use, how many made room for others, what all take. */
interface CacheStats {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly bytes: number;
}

interface ReplicationLag {
  readonly server: string;
  readonly seconds: number;
}

/** The service's own counters, and Node's: event loop, garbage collection, memory. */
export function createMetrics({ version, commit = '' }: Version): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'events_query_build_info',
    help: 'Always 1; what is running is in the labels.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit }, 1);
  const calls = new Counter({
    name: 'events_query_calls_total',
    help: 'Calls that reached the service.',
    labelNames: ['operation', 'binding', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'events_query_call_duration_seconds',
    help: 'Time from the typed call to its result.',
    labelNames: ['operation', 'binding'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refused = new Counter({
    name: 'events_query_refused_total',
    help: 'Requests that were refused before they reached the service.',
    labelNames: ['binding', 'reason', 'status'],
    registers,
  });
  const unexpectedErrors = new Counter({
    name: 'events_query_unexpected_errors_total',
    help: 'Errors whose text was kept from the client.',
    registers,
  });
  const databaseTroubles = new Counter({
    name: 'events_query_database_troubles_total',
    help: 'Idle connections lost, reads answered at a later attempt, reads without an answer: in their time, for want of a right, of a table or file.',
    labelNames: ['trouble'],
    registers,
  });

  const limitHits = new Counter({
    name: 'events_query_limit_hits_total',
    help: 'Times that a client was refused, held back or cut off because a limit was reached.',
    labelNames: ['limit'],
    registers,
  });
  // Known from the first scrape on, so that a rate over them sees the first one.
  for (const trouble of DATABASE_TROUBLES) databaseTroubles.inc({ trouble }, 0);
  for (const limit of LIMITS) limitHits.inc({ limit }, 0);

  const testApi = new Gauge({
    name: 'events_query_test_api_enabled',
    help: 'Whether test control is on: 1 in production is a mistake.',
    registers,
  });
  testApi.set(0);

  return {
    contentType: registry.contentType,
    testApiEnabled: () => testApi.set(1),
    text: () => registry.metrics(),
    watchPool(numbers) {
      new Gauge({
        name: 'events_query_pool_connections',
        help: 'Database connections that are open, those of them that are idle, and callers waiting for one.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(numbers())) this.set({ state }, count);
        },
      });
    },
    watchMemoryBudget(bytes) {
      new Gauge({
        name: 'events_query_bytes_in_flight',
        help: 'Bytes of bodies and answers that are held in memory for clients.',
        registers,
        collect() {
          this.set(bytes());
        },
      });
    },
    watchLog(log) {
      const lost = new Counter({
        name: 'events_query_log_writes_lost_total',
        help: 'Writes to the log that failed: its disk is full, or its reader is gone.',
        registers,
      });
      log.on('error', () => lost.inc());
    },
    watchCache(numbers) {
      new Counter({
        name: 'events_query_kept_answers_total',
        help: 'Answers that were kept and still true (hit), and those that the database was asked for (miss).',
        labelNames: ['outcome'],
        registers,
        collect() {
          const { hits, misses } = numbers();
          this.reset();
          this.inc({ outcome: 'hit' }, hits);
          this.inc({ outcome: 'miss' }, misses);
        },
      });
      new Counter({
        name: 'events_query_kept_answers_evicted_total',
        help: 'Kept answers that made room for others.',
        registers,
        collect() {
          this.reset();
          this.inc(numbers().evictions);
        },
      });
      new Gauge({
        name: 'events_query_kept_answers_bytes',
        help: 'Bytes of answers that are kept while the events are the same: their texts, and the bytes that are sent.',
        registers,
        collect() {
          this.set(numbers().bytes);
        },
      });
    },
    watchReplicationLag(ask) {
      new Gauge({
        name: 'events_query_staleness_seconds',
        help: 'How far behind its primary a server that is read may be, at most; 0 for a primary.',
        labelNames: ['server'],
        registers,
        async collect() {
          // A server that knows nothing of replication must not cost the other numbers.
          const servers = await ask().catch(() => []);
          this.reset();
          for (const { server, seconds } of servers) this.set({ server }, seconds);
        },
      });
    },
    observe(observation) {
      switch (observation.kind) {
        case 'call': {
          const { operation, binding, outcome, milliseconds } = observation;
          calls.inc({ operation, binding, outcome });
          durations.observe({ operation, binding }, milliseconds / 1000);
          break;
        }
        case 'refused': {
          const { binding = 'none', reason, status } = observation;
          refused.inc({ binding, reason, status });
          break;
        }
        case 'unexpected-error':
          unexpectedErrors.inc();
          break;
        case 'database-trouble':
          databaseTroubles.inc({ trouble: observation.trouble });
          break;
        case 'limit-hit':
          limitHits.inc({ limit: observation.limit });
          break;
      }
    },
  };
}
