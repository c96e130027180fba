import type { Writable } from 'node:stream';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Version } from '../lib/version';
import type { Log } from './logger';
import { DATABASE_ERRORS, LIMITS, type Observation } from './observations';

/**
 * A log may have this many bytes that its reader has not read. Further lines are lost, because otherwise they would fill
 * the memory of the service while the reader does not read.
 */
const MAX_UNREAD_LOG_BYTES = 1_048_576;

export type Metrics = ReturnType<typeof createMetrics>;

/** Maps renamed metrics to their old names. For one release these metrics are also served with their old names. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  events_query_rejected_requests_total: 'events_query_refused_total',
  events_query_replication_lag_seconds: 'events_query_staleness_seconds',
  events_query_memory_reserved_bytes: 'events_query_bytes_in_flight',
  events_query_database_errors_total: 'events_query_database_troubles_total',
  events_query_cache_lookups_total: 'events_query_kept_answers_total',
  events_query_cache_evictions_total: 'events_query_kept_answers_evicted_total',
  events_query_cache_bytes: 'events_query_kept_answers_bytes',
};

/** Repeats renamed samples with their old names. They have no type and no help, so that nobody begins to use them. */
function withOldNames(text: string): string {
  const samples = [...text.matchAll(/^(events_query_\w+)(.*\n)/gm)];
  const old = samples.flatMap(([, name = '', rest = '']) => {
    const oldName = OLD_NAMES[name];
    return oldName === undefined ? [] : [oldName + rest.replace(/\bkind="/, 'trouble="')];
  });
  return text + old.join('');
}

/**
 * Creates the service's own metrics, and Node's: event loop, garbage collection, memory. Each `watch` method adds a
 * metric whose value is read at every scrape.
 */
export function createMetrics({ version, commit = '' }: Version) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'events_query_build_info',
    help: 'Always 1. The labels say which version is running.',
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
    help: 'Seconds from the moment when the request has been read to the result of the call.',
    labelNames: ['operation', 'binding'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const rejected = new Counter({
    name: 'events_query_rejected_requests_total',
    help: 'Requests that were rejected before they reached the service.',
    labelNames: ['binding', 'reason', 'status'],
    registers,
  });
  const unexpectedErrors = new Counter({
    name: 'events_query_unexpected_errors_total',
    help: 'Unexpected errors: the log has their texts, and the clients got a general text.',
    registers,
  });
  const databaseErrors = new Counter({
    name: 'events_query_database_errors_total',
    help: 'Lost idle connections, reads that needed a retry, and reads that failed.',
    labelNames: ['kind'],
    registers,
  });

  const limitHits = new Counter({
    name: 'events_query_limit_hits_total',
    help: 'Times that a client was rejected, delayed or disconnected because a limit was reached.',
    labelNames: ['limit'],
    registers,
  });
  // Every label begins at 0, because in Prometheus a rate does not count the first value of a new label.
  for (const kind of DATABASE_ERRORS) databaseErrors.inc({ kind }, 0);
  for (const limit of LIMITS) limitHits.inc({ limit }, 0);

  const testApi = new Gauge({
    name: 'events_query_test_api_enabled',
    help: '1 if test control is on, which is a mistake in production.',
    registers,
  });

  return {
    contentType: registry.contentType,
    testApiEnabled: () => testApi.set(1),
    text: async () => withOldNames(await registry.metrics()),
    watchPool(numbers: () => Readonly<Record<'open' | 'idle' | 'waiting', number>>) {
      new Gauge({
        name: 'events_query_pool_connections',
        help: 'Open database connections, the idle ones among them, and callers that wait for a connection.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(numbers())) this.set({ state }, count);
        },
      });
    },
    watchMemoryBudget(bytes: () => number) {
      new Gauge({
        name: 'events_query_memory_reserved_bytes',
        help: 'Bytes of MEMORY_BUDGET_BYTES that are reserved for bodies and answers.',
        registers,
        collect() {
          this.set(bytes());
        },
      });
    },
    watchLog(log: NodeJS.WritableStream): Log {
      const lost = new Counter({
        name: 'events_query_log_writes_lost_total',
        help: 'Writes to the log that were lost, because its disk is full, or its reader has ended or is too slow.',
        registers,
      });
      log.on('error', () => lost.inc());
      return {
        write(line) {
          if ((log as Writable).writableLength > MAX_UNREAD_LOG_BYTES) lost.inc();
          else log.write(line);
        },
      };
    },
    /**
     * Adds the metrics of the cache. @param stats returns counts since the start of the process, and the current number
     * of bytes
     */
    watchCache(stats: () => Readonly<Record<'hits' | 'misses' | 'evictions' | 'bytes', number>>) {
      new Counter({
        name: 'events_query_cache_lookups_total',
        help: 'Answers from the cache (hit), and queries of the database (miss), including failed queries.',
        labelNames: ['outcome'],
        registers,
        collect() {
          const { hits, misses } = stats();
          this.reset();
          this.inc({ outcome: 'hit' }, hits);
          this.inc({ outcome: 'miss' }, misses);
        },
      });
      new Counter({
        name: 'events_query_cache_evictions_total',
        help: 'Cached answers that were dropped to make room for others.',
        registers,
        collect() {
          this.reset();
          this.inc(stats().evictions);
        },
      });
      new Gauge({
        name: 'events_query_cache_bytes',
        help: 'Bytes of cached answers.',
        registers,
        collect() {
          this.set(stats().bytes);
        },
      });
    },
    watchReplicationLag(
      ask: () => Promise<readonly { readonly server: string; readonly seconds: number }[]>,
    ) {
      new Gauge({
        name: 'events_query_replication_lag_seconds',
        help: 'The most seconds that a server can be behind its primary: 0 for a primary, +Inf if a standby does not know.',
        labelNames: ['server'],
        registers,
        async collect() {
          // An error here must not fail the scrape of all other metrics.
          const servers = await ask().catch(() => []);
          this.reset();
          for (const { server, seconds } of servers) this.set({ server }, seconds);
        },
      });
    },
    observe(observation: Observation) {
      switch (observation.kind) {
        case 'call': {
          const { operation, binding, outcome, milliseconds } = observation;
          calls.inc({ operation, binding, outcome });
          durations.observe({ operation, binding }, milliseconds / 1000);
          break;
        }
        case 'rejected': {
          const { binding = 'none', reason, status } = observation;
          rejected.inc({ binding, reason, status });
          break;
        }
        case 'unexpected-error':
          unexpectedErrors.inc();
          break;
        case 'database-error':
          databaseErrors.inc({ kind: observation.reason });
          break;
        case 'limit-hit':
          limitHits.inc({ limit: observation.limit });
          break;
      }
    },
  };
}
