#!/usr/bin/env node
// This import comes first, because ops/parent must read the id of the parent process before the parent can end.
import './ops/parent';
import { type Command, type CommandContext, printError } from './cli/command';
import { writeFailure } from './lib/errors';
import { closest } from './lib/suggest';
import { readVersion, versionText } from './lib/version';
import { startTracing } from './ops/tracing';
import { tuneV8 } from './ops/v8';

/** Maps the names of commands to summaries. The command is `NAMECommand` in `cli/NAME`. */
const COMMANDS = {
  serve: 'answers calls until it is stopped',
  import: 'imports events from files',
  export: 'writes every event to a file',
  migrate: 'migrates the database to this version',
  config: 'prints the settings that serve would use',
  healthcheck: 'checks that the running service can answer',
  wsdl: 'prints the WSDL as the service serves it',
  format: "infers a format file from an old service's answers, or from a table",
  record: "records another service's answers",
  compare: 'plays a recording against a service and shows what differs',
  conformance: 'compares the answers of a service with recorded answers of ASMX',
} as const;

const HELP = `A read-only events web service that answers as a classic ASP.NET .asmx service does.

  events-query COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

Each command has --help. Example: events-query serve
`;

async function main([name, ...argv]: readonly string[], context: CommandContext): Promise<number> {
  // Tracing must be loaded first, because it instruments modules as they are loaded.
  if (name === 'serve') startTracing(context.env);
  if (isCommand(name)) return load(name)(argv, context);
  if (name === '--help' || name === '-h') {
    context.stdout.write(HELP);
    return 0;
  }
  if (name === '--version') {
    context.stdout.write(`${versionText(readVersion())}\n`);
    return 0;
  }
  printError(usageError(name), context);
  return 2;
}

function isCommand(name: string | undefined): name is keyof typeof COMMANDS {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

/** Loads only the module of one command, because all modules would slow down its start. */
function load(name: keyof typeof COMMANDS): Command {
  const module: Readonly<Record<`${typeof name}Command`, Command>> = require(`./cli/${name}`);
  return module[`${name}Command`];
}

function usageError(name: string | undefined): string {
  const names = Object.keys(COMMANDS);
  const known = `the commands are ${names.join(', ')}`;
  if (name === undefined) return `A command is missing: ${known}.`;
  const suggestion = closest(name, names);
  const question = suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`;
  return `There is no command ${JSON.stringify(name)}: ${known}${question}.`;
}

/** Reports a bug in one sentence. The stack is printed only with `LOG_LEVEL=debug`. */
function reportBug(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`An unexpected error occurred: ${message.replace(/\s+/g, ' ')}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${stack}\n`);
}

process.on('uncaughtException', (error) => {
  reportBug(error);
  process.exit(1);
});
// `beforeExit` is emitted only if the command waits for something that can't come. Without this listener the exit
// status would be 0.
process.on('beforeExit', () => {
  reportBug(new Error('the command has not ended, but nothing is left to do'));
  process.exit(1);
});
// If the reader has ended (`| head`), that is not an error. Any other write error fails a command, because its result
// is lost. A service continues without its log.
let writeError: NodeJS.ErrnoException | undefined;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') writeError = error;
  });
}

tuneV8();

const { argv, env, stdin, stdout, stderr } = process;
const context: CommandContext = { env, stdin, stdout, stderr };

/** The reader of a service's log has this many milliseconds to read the rest of it. */
const LOG_MS = 1_000;

/** Ends the process, because a connection that does not close would keep the event loop running. */
function exit(status: number): void {
  const isHelp = argv.includes('--help') || argv.includes('-h');
  const isLog = argv[2] === 'serve' && !isHelp;
  const end = () => {
    const isLost = status === 0 && writeError !== undefined && !isLog;
    if (isLost) printError(`Standard output can't be written: ${writeFailure(writeError)}.`, context);
    process.exit(isLost ? 1 : status);
  };
  // A failed write is reported in a later turn of the event loop, so the process ends only then.
  stdout.write('', () => setImmediate(end));
  // The reader of a log may have stopped. It must not keep a service from ending.
  if (isLog) setTimeout(end, LOG_MS);
}

void main(argv.slice(2), context)
  .catch((error: unknown) => {
    reportBug(error);
    return 1;
  })
  .then(exit);
