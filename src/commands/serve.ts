import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '../ops/metrics';
import type { Observe } from '../ops/observations';
import { Readiness } from '../ops/readiness';
import { Releasers } from '../ops/releasers';
import { listenForStop } from '../ops/signals';
import { whyNoTraces } from '../ops/tracing';
import { readVersion } from '../version';
import { defineCommand, PATIENCE_SECONDS, secondsOf, setUp } from './command';
import { openReplay } from './replay';
import { type Serving, start } from './starting';

const HELP = `Serves the events until SIGTERM, SIGINT or SIGHUP. Settings are environment variables: events-query config lists them.

  events-query serve [--patience SECONDS] [--replay DIR [--fallback fault|store|upstream]]

  --patience  how long a database that can't be reached is tried at the start (30)
  --replay    answers calls as events-query record kept them in DIR, and opens no store
  --fallback  what answers a call that was not recorded: a fault, the store, or the service that was recorded (fault)

Example: PORT=9000 TIME_ZONE=Europe/Berlin events-query serve
`;

export const serveCommand = defineCommand({
  help: HELP,
  options: { patience: { type: 'string' }, replay: { type: 'string' }, fallback: { type: 'string' } },
  removed: { else: '--else is called --fallback.' },
  async run({ values }, context) {
    const patienceMs = secondsOf('--patience', values.patience, PATIENCE_SECONDS);
    const { config: configured, observe: log } = setUp(context, context.stdout);
    const replay = await openReplay({ folder: values.replay, fallback: values.fallback, env: context.env });
    const config = { ...configured, ...replay?.config };
    const metrics = createMetrics(readVersion());
    metrics.watchLog(context.stdout);
    const observe: Observe = (observation) => {
      log(observation);
      metrics.observe(observation);
    };
    const untraced = whyNoTraces(context.env);
    if (untraced !== undefined) observe({ kind: 'warning', message: untraced });
    await serve({ config, observe, metrics, patienceMs, context, replay });
    return 0;
  },
});

type Parts = Omit<Serving, 'readiness' | 'releasers' | 'graceEnds'>;

async function serve(parts: Parts): Promise<void> {
  const { config, observe } = parts;
  const signals = listenForStop();
  const readiness = new Readiness();
  const releasers = new Releasers();
  let graceEnds = Number.POSITIVE_INFINITY;
  try {
    const started = start({ ...parts, readiness, releasers, graceEnds: () => graceEnds });
    const signal = await Promise.race([signals.first, started.then(() => signals.first)]);
    readiness.stopping();
    observe({ kind: 'stopping', signal });
  } finally {
    graceEnds = performance.now() + config.shutdownGraceMs;
    const failed = (error: unknown) => observe({ kind: 'unexpected-error', where: 'clean-up', error });
    // A query that does not end keeps its connection, and so the pool, longer than a container is given.
    await Promise.race([releasers.release(failed), sleep(config.shutdownGraceMs)]);
    signals.release();
  }
  observe({ kind: 'stopped' });
}
