import { setTimeout as sleep } from 'node:timers/promises';
import { readEnv } from '../config/read-env';
import { UsageError } from '../lib/errors';
import { readVersion } from '../lib/version';
import { CleanupStack } from '../ops/cleanup-stack';
import { createMetrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import { PARENT_GONE, waitForParentEnd } from '../ops/parent';
import { Readiness } from '../ops/readiness';
import { listenForStop } from '../ops/signals';
import { whyNoTraces } from '../ops/tracing';
import { acceptWaiting } from '../server/drain';
import { type CommandContext, defineCommand, REMOVED_WAIT, readWait, setUp } from './command';
import { openReplay } from './replay';
import { type StartOptions, start } from './start';

/** If the parent process has ended, running requests have at most this many milliseconds. */
const ORPHAN_GRACE_MS = 500;

/** During this fraction of a stop's grace period the service accepts connections that already wait. */
const ACCEPTING_SHARE = 0.2;

const HELP = `Serves the events until SIGTERM, SIGINT or SIGHUP. Settings are environment variables: events-query config lists them.

  events-query serve [--wait SECONDS] [--replay DIR [--fallback fault|store|upstream]]
                     [--test] [--exit-with-parent]

  --wait      seconds to wait at the start for a database that can't be reached (30)
  --replay    answers calls from the recording in DIR, without a store unless --fallback is store
  --fallback  what answers a call that was not recorded: fault (the default), store, or upstream, which is the service
              that was recorded
  --test      for tests: keeps events in memory, and answers test control on ADMIN_PORT (8081); there are no events at
              the start unless SEED names some
  --exit-with-parent  ends the service within a second after standard input closes or the parent process ends

Example: PORT=9000 TIME_ZONE=Europe/Berlin events-query serve
`;

export const serveCommand = defineCommand({
  help: HELP,
  options: {
    wait: { type: 'string' },
    replay: { type: 'string' },
    fallback: { type: 'string' },
    test: { type: 'boolean' },
    'exit-with-parent': { type: 'boolean' },
  },
  removed: { ...REMOVED_WAIT, else: '--else is now called --fallback.' },
  async run({ values }, outer) {
    const context = values.test === true ? forTests(outer) : outer;
    const waitMs = readWait(values.wait);
    const metrics = createMetrics(readVersion());
    const { config: configured, observe: log } = setUp(context, metrics.watchLog(context.stdout));
    if (values.test === true && configured.databaseUrl !== undefined)
      throw new UsageError(
        '--test keeps events in memory: unset DATABASE_URL and PGHOST, or use TEST_API=true and ADMIN_PORT instead of --test.',
      );
    const replay = await openReplay(values.replay, values.fallback, context.env);
    const config = { ...configured, ...replay?.config };
    const observe: Observe = (observation) => {
      log(observation);
      metrics.observe(observation);
    };
    const untraced = whyNoTraces(context.env);
    if (untraced !== undefined) observe({ kind: 'warning', message: untraced });
    const parts = { config, observe, metrics, waitMs, context, replay };
    await serve(parts, values['exit-with-parent'] === true);
    return 0;
  },
});

type Parts = Omit<StartOptions, 'readiness' | 'cleanup' | 'graceEnds'>;

/** Adds the settings that `--test` implies. */
function forTests(context: CommandContext): CommandContext {
  const { env } = context;
  const ADMIN_PORT = readEnv(env, 'ADMIN_PORT') ?? '8081';
  return { ...context, env: { ...env, TEST_API: 'true', ADMIN_PORT } };
}

async function serve(parts: Parts, exitsWithParent: boolean): Promise<void> {
  const { config, observe, context } = parts;
  const signals = listenForStop();
  const readiness = new Readiness();
  const cleanup = new CleanupStack();
  const parent = exitsWithParent ? waitForParentEnd(context.stdin) : undefined;
  const stop = parent === undefined ? signals.first : Promise.race([signals.first, parent]);
  let graceMs = config.shutdownGraceMs;
  let graceEnds = Number.POSITIVE_INFINITY;
  try {
    const started = start({ ...parts, readiness, cleanup, graceEnds: () => graceEnds });
    const signal = await Promise.race([stop, started.then(() => stop)]);
    // When the parent process ends, the clients that it started for a test end too, so the stop needs little time.
    if (signal === PARENT_GONE) graceMs = Math.min(graceMs, ORPHAN_GRACE_MS);
    graceEnds = performance.now() + graceMs;
    readiness.stopping();
    await acceptWaiting(graceMs * ACCEPTING_SHARE);
    observe({ kind: 'stopping', signal });
  } finally {
    graceEnds = Math.min(graceEnds, performance.now() + graceMs);
    const failed = (error: unknown) => observe({ kind: 'unexpected-error', where: 'clean-up', error });
    // The wait is limited, because a query that does not end would keep the pool open until the container is killed.
    const leftMs = graceEnds - performance.now();
    await Promise.race([cleanup.release(failed), sleep(leftMs, undefined, { ref: false })]);
    signals.release();
  }
  observe({ kind: 'stopped' });
}
