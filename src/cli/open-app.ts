/** Does the part of a start that needs Express, the bindings and the pages. */
import type { Server } from 'node:http';
import { createApp } from '../app';
import { storeServices } from '../app/event-service';
import { checkWsdl } from '../bindings/wsdl';
import type { EventsService } from '../contract/operations';
import type { openFormats } from '../formats/open';
import { pluralize } from '../lib/text/pluralize';
import { listen } from '../ops/listen';
import { createServer } from '../server';
import { watchForDrain } from '../server/drain';
import type { MemoryBudget } from '../server/memory-budget';
import type { Replay } from './replay';
import { type OpenEvents, type StartOptions, serviceAddress, type TestControlLoader } from './start';
import { welcome } from './welcome';

/** Clean-ups keep this share of a stop's grace period, even if clients use up the rest. */
const CLEANUP_SHARE = 0.2;

interface AppParts {
  readonly formats: ReturnType<typeof openFormats>;
  readonly bytes: MemoryBudget;
  /** The service answers from a recording alone where there are no events. */
  readonly source: OpenEvents | Replay;
  readonly testing: TestControlLoader | undefined;
}

/** Puts the application together, opens its port and reports that the service is ready. */
export async function openApp(options: StartOptions, parts: AppParts): Promise<void> {
  const { config, observe, readiness, cleanup, replay, context } = options;
  const { formats, bytes, source, testing } = parts;
  const events = 'store' in source ? source : undefined;
  const wrap = (service: EventsService) => replay?.service(service) ?? service;
  const control = events && testing?.start({ config, store: events.store, observe, bytes, wrap });
  const services =
    'store' in source
      ? storeServices(source.store, config, formats, bytes, wrap)
      : { service: source.service() };
  const app = control?.app ?? createApp({ ...services, config, observe, bytes });
  if (control !== undefined) cleanup.add(() => control.close());
  const url = await openServer(options, createServer(app, config, observe));
  readiness.started(async () => {
    await events?.check();
    await checkWsdl();
  });
  control?.listensOn(Number(new URL(url).port));
  observe({ kind: 'listening', what: 'service', url });
  if (replay !== undefined) observe({ kind: 'notice', message: replay.notice });
  if (events !== undefined && config.logFormat === 'text' && ['debug', 'info'].includes(config.logLevel))
    context.stdout.write(await welcome(events.store, config, config.publicUrls[0]?.root ?? url));
}

/** @returns the URL under which this machine reaches the service */
async function openServer(
  { config, observe, cleanup, graceEnds }: StartOptions,
  server: Server,
): Promise<string> {
  const drain = watchForDrain(server);
  const url = await listen(server, serviceAddress(config), observe);
  cleanup.add(async () => {
    const cutOff = await drain.stop((graceEnds() - performance.now()) * (1 - CLEANUP_SHARE));
    const were = cutOff === 1 ? 'was' : 'were';
    if (cutOff > 0) observe({ kind: 'warning', message: `${pluralize(cutOff, 'request')} ${were} cut off.` });
  });
  return url;
}
