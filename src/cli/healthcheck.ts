import http from 'node:http';
import type { Config } from '../config';
import { SettingError } from '../config/read-env';
import { ENDPOINT } from '../contract/endpoint';
import { networkFailure, UserError } from '../lib/errors';
import { reachable } from '../ops/listen';
import { defineCommand, setUp } from './command';

const HELP = `Asks the service on this machine whether it can answer: the admin port's /ready or, without one, a call for an event
that there can't be.
Ends with 0 when it can and with 1 when it can't. Reads the same settings as the service.

  events-query healthcheck

Example: ADMIN_PORT=8081 events-query healthcheck
`;

const TIMEOUT_MS = 4_000;
/** Another program may answer with more than there is memory for. */
const LONGEST_ANSWER = 100_000;
/** A call that reaches the store: no event has the id. */
const CALL = `${ENDPOINT}/SelectEvent?intEventID=0&bolAsJSON=true`;
const SENTENCE_LENGTH = 300;

export const healthcheckCommand = defineCommand({
  help: HELP,
  options: {},
  async run(_call, context) {
    const { isReady, sentence } = await ask(questionTo(setUp(context).config));
    if (!isReady) throw new NotReadyError(sentence);
    context.stdout.write(`${sentence}\n`);
    return 0;
  },
});

class NotReadyError extends UserError {
  override readonly name = 'NotReadyError';
}

interface Question {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** What the answer of this service holds: another program on its port answers too. */
  readonly mark: RegExp;
}

function questionTo({ host, port, adminHost, adminPort }: Config): Question {
  const question =
    adminPort === undefined
      ? { host: reachable(host), port, path: CALL, mark: /<string[\s>]/ }
      : { host: reachable(adminHost), port: adminPort, path: '/ready', mark: /^The service is ready\.$/m };
  if (question.port === 0) throw new SettingError('healthcheck needs a port that is known: 0 means any');
  return question;
}

function ask({ host, port, path, mark }: Question): Promise<{ isReady: boolean; sentence: string }> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const absent = (error: unknown) => {
      const reason = signal.aborted ? `no answer within ${TIMEOUT_MS} ms` : networkFailure(error);
      resolve({ isReady: false, sentence: `Nothing answers on ${host}, port ${port}: ${reason}.` });
    };
    const request = http.get({ host, port, path, signal, agent: false }, async (response) => {
      try {
        const body = await readAll(response);
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
        absent(error);
      }
    });
    request.on('error', absent);
  });
}

async function readAll(response: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/)[0]?.slice(0, SENTENCE_LENGTH) ?? '';
}
