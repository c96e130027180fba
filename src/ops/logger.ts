import type { Config } from '../config';
import type { Observation, Observe } from './observations';

type Level = Exclude<Config['logLevel'], 'silent'>;

interface Entry {
  readonly level: Level;
  readonly message: string;
  /** A stack; its lines are indented in text, so that none of them can pass for a line of the log. */
  readonly stack?: string;
  /** Members of the JSON line beside time, level, event and message. */
  readonly fields?: Readonly<Record<string, string | number>>;
}

const RANK: Readonly<Record<Config['logLevel'], number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};

/** Writes one line an observation: text for people, JSON for machines. */
export function createLogger(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  write: (line: string) => void,
  now: () => Date = () => new Date(),
): Observe {
  const render = logFormat === 'json' ? jsonLine : textLine;
  return (observation) => {
    const entry = describe(observation);
    if (RANK[entry.level] >= RANK[logLevel])
      write(`${render(observation.kind, entry, now().toISOString())}\n`);
  };
}

function describe(observation: Observation): Entry {
  switch (observation.kind) {
    case 'listening':
      return {
        // One line a start: the operator chose the admin port, and knows it.
        level: observation.what === 'service' ? 'info' : 'debug',
        message: `The ${observation.what} is listening on ${observation.url}`,
        fields: { url: observation.url },
      };
    case 'stopping':
      return {
        level: 'info',
        message: `${observation.signal}: stopping`,
        fields: { signal: observation.signal },
      };
    case 'stopped':
      return { level: 'info', message: 'Stopped' };
    case 'call': {
      const { operation, binding, outcome } = observation;
      const milliseconds = Math.round(observation.milliseconds * 100) / 100;
      return {
        level: 'debug',
        message: `${operation} by ${binding}: ${outcome}, ${milliseconds} ms`,
        fields: { operation, binding, outcome, milliseconds },
      };
    }
    case 'refused': {
      const { kind, ...fields } = observation;
      const { method, path, status, reason, client } = fields;
      return {
        level: 'debug',
        message: `${kind}: ${method} ${path} from ${client}: ${reason}, ${status}`,
        fields,
      };
    }
    case 'unexpected-error':
      return {
        level: 'error',
        message: `${observation.where}: ${messageOf(observation.error)}`,
        ...(observation.error instanceof Error ? { stack: stackOf(observation.error) } : {}),
      };
    case 'database-trouble':
      return { level: 'warn', message: `Database: ${withCauses(observation.error)}` };
    case 'failed':
      return { level: 'error', message: observation.message };
    case 'limit-hit':
      return {
        level: 'warn',
        message: `The limit of ${observation.limit.replaceAll('-', ' ')} was reached.`,
        fields: { limit: observation.limit },
      };
    case 'warning':
      return { level: 'warn', message: observation.message };
    case 'notice':
      return { level: 'info', message: observation.message };
  }
}

function textLine(_event: string, { level, message, stack }: Entry, time: string): string {
  const line = `${time} ${level.padEnd(5)} ${escapeControls(message)}`;
  if (stack === undefined) return line;
  const lines = stack.split(/\r\n|[\n\r]/).map((one) => `    ${escapeControls(one.trim())}`);
  return [line, ...lines].join('\n');
}

function jsonLine(event: string, { level, message, stack, fields }: Entry, time: string): string {
  return escapeControls(JSON.stringify({ time, level, event, message, ...fields, stack }));
}

/** Line ends and terminal controls of every kind, so that text from outside stays on its line and shows as it is. */
function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withCauses(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : `${messageOf(error)} (${withCauses(cause)})`;
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
