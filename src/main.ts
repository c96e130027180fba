#!/usr/bin/env node
import { type Command, type CommandContext, printError } from './cli/command';
import { writeFailure } from './lib/errors';
import { closest } from './lib/suggest';
import { readVersion, versionText } from './lib/version';
import { startTracing } from './ops/tracing';
import { tuneV8 } from './ops/v8';

/** Each is `NAMECommand` of `commands/NAME`. */
const COMMANDS = {
  serve: 'answers calls until it is told to stop',
  import: 'brings events in from files',
  export: 'writes every event to a file',
  migrate: 'brings the database up to this program',
  config: 'prints the settings that a start would use',
  healthcheck: 'asks the running service whether it can answer',
  wsdl: 'prints the WSDL as the service serves it',
  format: "infers a format file from an old service's answers, or a table",
  record: "keeps another service's answers by their calls",
  compare: 'plays a recording against a service and tells what differs',
  conformance: 'compares a service with recorded ASMX exchanges',
} as const;

const HELP = `A read-only events web service that answers as a classic ASP.NET .asmx service does.

  events-query COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, summary]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

Each command has --help. Example: events-query serve
`;

/** Picks the command and answers the exit status. */
async function main([name, ...argv]: readonly string[], context: CommandContext): Promise<number> {
  // Before the command's module: it watches what is loaded after it.
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
  printError(complaintOf(name), context);
  return 2;
}

function isCommand(name: string | undefined): name is keyof typeof COMMANDS {
  return name !== undefined && Object.hasOwn(COMMANDS, name);
}

/** Loads the command's module: none pays for another's. */
function load(name: keyof typeof COMMANDS): Command {
  const module: Readonly<Record<string, Command | undefined>> = require(`./cli/${name}`);
  const command = module[`${name}Command`];
  if (command === undefined) throw new Error(`commands/${name} has no ${name}Command`);
  return command;
}

function complaintOf(name: string | undefined): string {
  const names = Object.keys(COMMANDS);
  const known = `the commands are ${names.join(', ')}`;
  if (name === undefined) return `A command is missing: ${known}.`;
  const meant = closest(name, names);
  const question = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  return `There is no command ${JSON.stringify(name)}: ${known}${question}.`;
}

/** The last resort: a bug. One sentence; where it happened only for those who ask. */
function reportBug(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`This should not have happened: ${message.replace(/\s+/g, ' ')}\n`);
  if (process.env.LOG_LEVEL === 'debug') process.stderr.write(`${stack}\n`);
}

process.on('uncaughtException', (error) => {
  reportBug(error);
  process.exit(1);
});
// A reader that went away (`| head`) ends what it read. What can't be written for another reason fails a command, whose
// product it is; a service that logs there goes on.
let unwritten: NodeJS.ErrnoException | undefined;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') unwritten = error;
  });
}

tuneV8();

const { argv, env, stdin, stdout, stderr } = process;
const context: CommandContext = { env, stdin, stdout, stderr };

/** Not left to the event loop: a connection that will not close must not keep a process that has finished. */
function exit(status: number): void {
  const end = () => {
    const isLog = argv[2] === 'serve' && !argv.includes('--help');
    const isLost = status === 0 && unwritten !== undefined && !isLog;
    if (isLost) printError(`Standard output can't be written: ${writeFailure(unwritten)}.`, context);
    process.exit(isLost ? 1 : status);
  };
  // A write that failed in this turn is told as an event in a later one.
  stdout.write('', () => setImmediate(end));
}

main(argv.slice(2), context)
  .catch((error: unknown) => {
    reportBug(error);
    return 1;
  })
  .then(exit);
