/** Implements `serve --replay`, which answers from a recording. If a call was not recorded, the store may answer it. */
import type { Config } from '../config';
import { type Env, readEnv } from '../config/read-env';
import type { EventsService } from '../contract/operations';
import { UsageError } from '../lib/errors';
import { pluralize } from '../lib/text/messages';
import type { Observe } from '../ops/observations';
import { readRecordings } from '../recordings/folder';
import { replayService, upstreamService } from '../recordings/replay';
import { RemoteService, SHORT_LIMITS } from '../recordings/upstream';
import { choiceOf } from './arguments';

/** Maps the values of `--fallback` to texts for the notice. */
const FALLBACKS = {
  fault: 'with a fault',
  store: 'from the store',
  upstream: 'by the service that was recorded',
} as const;

type Fallback = keyof typeof FALLBACKS;

export interface Replay {
  /** The recording determines these settings. */
  readonly config: Pick<Config, 'serviceNamespace'>;
  /** This is true if the store answers calls that were not recorded. */
  readonly needsStore: boolean;
  /** Returns the service that replays. @param stored the service over the store, required if `needsStore` is true */
  service(observe: Observe, stored?: EventsService): EventsService;
  readonly notice: string;
}

/**
 * Opens the recording in `--replay`. Returns `undefined` without this option.
 * @throws UsageError if options don't fit together, RecordingsError if the recording can't be read
 */
export async function openReplay(
  folder: string | undefined,
  given: string | undefined,
  env: Env,
): Promise<Replay | undefined> {
  const fallback = choiceOf('--fallback', given ?? 'fault', Object.keys(FALLBACKS) as Fallback[]);
  if (folder === undefined) {
    if (fallback !== 'fault') throw new UsageError('--fallback needs --replay DIR.');
    return undefined;
  }
  const { source, recordings } = await readRecordings(folder);
  const { namespace, upstream } = source;
  const chosen = readEnv(env, 'SERVICE_NAMESPACE') ?? namespace;
  if (chosen !== namespace) {
    throw new UsageError(
      `${folder} was recorded in the namespace ${namespace}, but SERVICE_NAMESPACE is ${chosen}: unset SERVICE_NAMESPACE.`,
    );
  }
  const calls = pluralize(recordings.size, 'recorded call');
  const remote = new RemoteService(upstream, namespace, SHORT_LIMITS);
  return {
    config: { serviceNamespace: namespace },
    needsStore: fallback === 'store',
    service(observe, stored) {
      const failed = (message: string) => observe({ kind: 'warning', message });
      const services = { fault: undefined, store: stored, upstream: upstreamService(remote, failed) };
      return replayService(recordings, services[fallback]);
    },
    notice: `${calls} of ${upstream} ${recordings.size === 1 ? 'is' : 'are'} replayed; other calls are answered ${FALLBACKS[fallback]}.`,
  };
}
