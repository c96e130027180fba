import type { Config } from '../config';
import type { EventsPortType } from '../contract/operations';
import { UsageError } from '../errors';
import type { Env } from '../settings/values';
import { counted } from './counted';

/** What answers a call that was not recorded, in the words of the notice. */
const OTHERWISE = {
  fault: 'with a fault',
  store: 'from the store',
  upstream: 'by the service that was recorded',
} as const;

type Otherwise = keyof typeof OTHERWISE;

export interface Replay {
  /** What the recording decides of the configuration. */
  readonly config: Pick<Config, 'serviceNamespace'>;
  /** @param stored answers from the store */
  service(stored: EventsPortType): EventsPortType;
  readonly notice: string;
}

interface Asked {
  readonly folder: string | undefined;
  readonly otherwise: string | undefined;
  readonly env: Env;
}

/**
 * A folder of recordings, opened to be served. `undefined` where none is asked for.
 * @throws UsageError, RecordingsError
 */
export async function openReplay({ folder, otherwise = 'fault', env }: Asked): Promise<Replay | undefined> {
  if (!isOtherwise(otherwise)) {
    const allowed = Object.keys(OTHERWISE).join(', ');
    throw new UsageError(`--else must be one of ${allowed}, not ${JSON.stringify(otherwise)}.`);
  }
  if (folder === undefined) {
    if (otherwise !== 'fault') throw new UsageError('--else goes with --replay DIR.');
    return undefined;
  }
  // Most starts replay nothing.
  const parts = require('../replay') as typeof import('../replay');
  const { source, recordings } = await parts.readRecordings(folder);
  const { namespace, upstream } = source;
  if (env.SERVICE_NAMESPACE && env.SERVICE_NAMESPACE !== namespace) {
    throw new UsageError(
      `${folder} was recorded in the namespace ${namespace}, and SERVICE_NAMESPACE is ${env.SERVICE_NAMESPACE}: leave it out.`,
    );
  }
  const calls = counted(recordings.size, 'recorded call');
  return {
    config: { serviceNamespace: namespace },
    notice: `${calls} of ${upstream} ${recordings.size === 1 ? 'is' : 'are'} replayed; others are answered ${OTHERWISE[otherwise]}.`,
    service(stored) {
      switch (otherwise) {
        case 'fault':
          return parts.replayService(recordings);
        case 'store':
          return parts.replayService(recordings, stored);
        case 'upstream': {
          const service = parts.upstreamService(new parts.Upstream(upstream), namespace);
          return parts.replayService(recordings, service);
        }
      }
    },
  };
}

function isOtherwise(name: string): name is Otherwise {
  return Object.hasOwn(OTHERWISE, name);
}
