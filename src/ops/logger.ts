import type { Config } from '../config';
import { escapeControls } from '../lib/text/messages';
import { describeEntry, type Level, type LogEntry, levelOf } from './log-entry';
import { LogThrottle } from './log-throttling';
import type { Observe } from './observations';

const RANK: Readonly<Record<Config['logLevel'], number>> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};

export interface Log {
  write(line: string): void;
}

/** Writes each observation as one line of text or JSON. Failures that repeat are throttled. */
export function createLogger(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  write: (line: string) => void,
  now: () => Date = () => new Date(),
): Observe {
  const render = logFormat === 'json' ? jsonLine : textLine;
  const put = (event: string, level: Level, entry: LogEntry) =>
    write(`${render({ time: now().toISOString(), level, event }, entry)}\n`);
  const throttle = new LogThrottle((level, summary) => put('repeated', level, summary));
  return (observation) => {
    if (observation.kind === 'stopped') throttle.flush();
    const level = levelOf(observation);
    if (RANK[level] < RANK[logLevel]) return;
    const entry = describeEntry(observation);
    if (entry.throttleKey === undefined || logLevel === 'debug' || throttle.admit(entry.throttleKey, level))
      put(observation.kind, level, entry);
  };
}

interface Line {
  readonly time: string;
  readonly level: Level;
  readonly event: string;
}

function textLine({ time, level }: Line, { message, stack }: LogEntry): string {
  const line = `${time} ${level.padEnd(5)} ${escapeControls(message)}`;
  if (stack === undefined) return line;
  const lines = stack.split(/\r\n|[\n\r]/).map((one) => `    ${escapeControls(one.trim())}`);
  return [line, ...lines].join('\n');
}

function jsonLine(line: Line, { message, stack, fields }: LogEntry): string {
  return escapeControls(JSON.stringify({ ...line, message, ...fields, stack }));
}
