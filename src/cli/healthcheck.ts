import http from 'node:http';
import type { Config } from '../config';
import { SettingError } from '../config/read-env';
import { ENDPOINT } from '../contract/endpoint';
import { networkFailure, UserError } from '../lib/errors';
import { readWithin } from '../lib/read-within';
import { reachable } from '../ops/listen';
import { defineCommand, setUp } from './command';

const HELP = `Checks that the service on this machine can answer. It asks /ready on the admin port; without ADMIN_PORT it makes a call
for an event that can't exist. The exit status is 0 when the service can answer, else 1. It reads the service's settings.

  events-query healthcheck

Example: ADMIN_PORT=8081 events-query healthcheck
`;

const TIMEOUT_MS = 4_000;
/** Another program on the port may send any amount. */
const LONGEST_ANSWER = 100_000;
/** This call reaches the store, but no event has the id 0. */
const CALL = `${ENDPOINT}/SelectEvent?intEventID=0&bolAsJSON=true`;
const SENTENCE_LENGTH = 300;

export const healthcheckCommand = defineCommand({
  help: HELP,
  options: {},
  async run(_call, context) {
    const { isReady, sentence } = await ask(probeOf(setUp(context).config));
    if (!isReady) throw new NotReadyError(sentence);
    context.stdout.write(`${sentence}\n`);
    return 0;
  },
});

class NotReadyError extends UserError {
  override readonly name = 'NotReadyError';
}

interface Probe {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Matches the answer of this service only, because another program may answer on the port. */
  readonly mark: RegExp;
}

function probeOf({ host, port, adminHost, adminPort }: Config): Probe {
  const probe =
    adminPort === undefined
      ? { host: reachable(host), port, path: CALL, mark: /<string[\s>]/ }
      : { host: reachable(adminHost), port: adminPort, path: '/ready', mark: /^The service is ready\.$/m };
  if (probe.port === 0) throw new SettingError('healthcheck needs a fixed port, and 0 means any');
  return probe;
}

function ask({ host, port, path, mark }: Probe): Promise<{ isReady: boolean; sentence: string }> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const onFailure = (error: unknown) => {
      const reason = signal.aborted ? `no answer within ${TIMEOUT_MS} ms` : networkFailure(error);
      resolve({ isReady: false, sentence: `Nothing answers on ${host}, port ${port}: ${reason}.` });
    };
    const request = http.get({ host, port, path, signal, agent: false }, async (response) => {
      try {
        const body = (await readWithin(LONGEST_ANSWER, response))?.toString('utf8') ?? '';
        if (response.statusCode !== 200) {
          resolve({ isReady: false, sentence: `Not ready: ${firstLine(body)}` });
        } else if (mark.test(body)) {
          resolve({ isReady: true, sentence: 'The service is ready.' });
        } else {
          resolve({
            isReady: false,
            sentence: `What answers on ${host}, port ${port}, is not this service.`,
          });
        }
      } catch (error) {
        onFailure(error);
      }
    });
    request.on('error', onFailure);
  });
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0]?.slice(0, SENTENCE_LENGTH) ?? '';
}
