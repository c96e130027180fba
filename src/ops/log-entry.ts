/** What the log says of each observation. */
import type { Config } from '../config';
import type { LimitName, Observation } from './observations';

export type Level = Exclude<Config['logLevel'], 'silent'>;

export interface Entry {
  readonly message: string;
  /** A stack; its lines are indented in text, so that none of them can pass for a line of the log. */
  readonly stack?: string;
  /** Members of the JSON line beside time, level, event and message. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Of a failure that may repeat without end: what it is, without what makes each one different. */
  readonly repeats?: string;
}

/** Limits that one client reaches without taking anything from the others: counted, and no warning. */
const OF_ONE_CLIENT: ReadonlySet<LimitName> = new Set([
  'header-bytes',
  'headers-time',
  'idle-time',
  'request-time',
  'result-size',
]);

export function levelOf(observation: Observation): Level {
  switch (observation.kind) {
    case 'listening':
      // One line a start: the operator chose the admin port, and knows it.
      return observation.what === 'service' ? 'info' : 'debug';
    case 'call':
      return observation.outcome === 'ok' ? 'debug' : 'info';
    case 'refused':
      return 'debug';
    case 'limit-hit':
      return OF_ONE_CLIENT.has(observation.limit) ? 'debug' : 'warn';
    case 'database-trouble':
    case 'warning':
      return 'warn';
    case 'unexpected-error':
    case 'failed':
      return 'error';
    default:
      return 'info';
  }
}

export function describe(observation: Observation): Entry {
  switch (observation.kind) {
    case 'listening':
      return {
        message: `The ${observation.what} is listening on ${observation.url}`,
        fields: { url: observation.url },
      };
    case 'stopping':
      return { message: `${observation.signal}: stopping`, fields: { signal: observation.signal } };
    case 'stopped':
      return { message: 'Stopped' };
    case 'call':
      return describeCall(observation);
    case 'refused': {
      const { kind, ...fields } = observation;
      const { method, path, status, reason, client } = fields;
      return { message: `${kind}: ${method} ${path} from ${client}: ${reason}, ${status}`, fields };
    }
    case 'unexpected-error': {
      const message = `${observation.where}: ${messageOf(observation.error)}`;
      const stack = observation.error instanceof Error ? { stack: stackOf(observation.error) } : {};
      return { message, ...stack, repeats: message };
    }
    case 'database-trouble': {
      const message = `Database: ${withCauses(observation.error)}`;
      return { message, repeats: message };
    }
    case 'limit-hit': {
      const message = `The limit of ${observation.limit.replaceAll('-', ' ')} was reached`;
      return { message, fields: { limit: observation.limit }, repeats: message };
    }
    case 'failed':
    case 'warning':
    case 'notice':
      return { message: observation.message };
  }
}

function describeCall(observation: Observation & { readonly kind: 'call' }): Entry {
  const { operation, binding, outcome, args, message: told } = observation;
  const milliseconds = Math.round(observation.milliseconds * 100) / 100;
  // JSON has no numbers of 64 bits.
  const texts = Object.entries(args).map(([name, value]) => [name, String(value)] as const);
  const requestId = observation.requestId?.();
  const call = `${operation}(${texts.map(([name, text]) => `${name}=${text}`).join(', ')}) by ${binding}`;
  return {
    message: `${call}: ${outcome}${told === undefined ? '' : `, ${told}`}, ${milliseconds} ms`,
    fields: {
      operation,
      binding,
      arguments: Object.fromEntries(texts),
      outcome,
      milliseconds,
      ...(told === undefined ? {} : { told }),
      ...(requestId === undefined ? {} : { requestId }),
    },
    repeats: `${operation} by ${binding}: ${outcome}`,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withCauses(error: unknown): string {
  const told = messageOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? withCauses(error.cause) : '';
  // A sentence for operators mostly holds what the database said.
  return told.includes(cause) ? told : `${told} (${cause})`;
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
