/** Writes each observation as an entry of the log. */
import type { Config } from '../config';
import { messageOf } from '../lib/errors';
import type { LimitName, Observation } from './observations';

export type Level = Exclude<Config['logLevel'], 'silent'>;

export interface LogEntry {
  readonly message: string;
  /** Text logs indent the lines of a stack, so that no line looks like an entry. */
  readonly stack?: string;
  /** A JSON line has these members in addition to time, level, event and message. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Entries with the same key are throttled together. An entry without a key is never throttled. */
  readonly throttleKey?: string;
}

/**
 * A client that reaches one of these limits harms no other client, so the limit is counted, but not logged as a
 * warning.
 */
const HARMLESS_LIMITS: ReadonlySet<LimitName> = new Set([
  'header-bytes',
  'headers-time',
  'idle-time',
  'request-time',
  'result-size',
]);

export function levelOf(observation: Observation): Level {
  switch (observation.kind) {
    case 'listening':
      // The admin port is logged only at `debug`, because it is open only if the operator has set it.
      return observation.what === 'service' ? 'info' : 'debug';
    case 'call':
      return observation.outcome === 'ok' ? 'debug' : 'info';
    case 'rejected':
      return 'debug';
    case 'limit-hit':
      return HARMLESS_LIMITS.has(observation.limit) ? 'debug' : 'warn';
    case 'database-error':
    case 'warning':
      return 'warn';
    case 'unexpected-error':
    case 'failed':
      return 'error';
    case 'stopping':
    case 'stopped':
    case 'notice':
      return 'info';
  }
}

export function describeEntry(observation: Observation): LogEntry {
  switch (observation.kind) {
    case 'listening':
      return {
        message: `The ${observation.what} is listening on ${observation.url}`,
        fields: { url: observation.url },
      };
    case 'stopping':
      return {
        message: `The service is stopping: ${observation.signal}`,
        fields: { signal: observation.signal },
      };
    case 'stopped':
      return { message: 'Stopped' };
    case 'call':
      return describeCall(observation);
    case 'rejected': {
      const { kind, ...fields } = observation;
      const { method, path, status, reason, client } = fields;
      return { message: `${kind}: ${method} ${path} from ${client}: ${reason}, ${status}`, fields };
    }
    case 'unexpected-error': {
      const message = `${observation.where}: ${textOf(observation.error)}`;
      const stack = observation.error instanceof Error ? { stack: stackOf(observation.error) } : {};
      return { message, ...stack, throttleKey: message };
    }
    case 'database-error': {
      const message = `Database: ${withCauses(observation.error)}`;
      return { message, fields: { kind: observation.reason }, throttleKey: message };
    }
    case 'limit-hit': {
      const message = `The limit of ${observation.limit.replaceAll('-', ' ')} was reached`;
      return { message, fields: { limit: observation.limit }, throttleKey: message };
    }
    case 'warning':
      return { message: observation.message, throttleKey: observation.message };
    case 'failed':
    case 'notice':
      return { message: observation.message };
  }
}

function describeCall(observation: Observation & { readonly kind: 'call' }): LogEntry {
  const { operation, binding, outcome, args, message: sent } = observation;
  const milliseconds = Math.round(observation.milliseconds * 100) / 100;
  // Values are written as texts, because JSON numbers can't hold 64 bits.
  const texts = Object.entries(args).map(([name, value]) => [name, String(value)] as const);
  const call = `${operation}(${texts.map(([name, text]) => `${name}=${text}`).join(', ')}) by ${binding}`;
  return {
    message: `${call}: ${outcome}${sent === undefined ? '' : `, ${sent}`}, ${milliseconds} ms`,
    fields: {
      operation,
      binding,
      arguments: Object.fromEntries(texts),
      outcome,
      milliseconds,
      clientMessage: sent,
      requestId: observation.requestId?.(),
    },
    throttleKey: `${operation} by ${binding}: ${outcome}`,
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? messageOf(error) : String(error);
}

function withCauses(error: unknown): string {
  const message = textOf(error);
  const cause = error instanceof Error && error.cause !== undefined ? withCauses(error.cause) : '';
  // The cause is left out if the message quotes it already.
  return message.includes(cause) ? message : `${message} (${cause})`;
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
