#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext } from './commands/context';

type Run = (argv: readonly string[], context: CommandContext) => Promise<number>;

interface Command {
  readonly summary: string;
  /** Loads the command's module: none pays for another's. */
  readonly load: () => Run;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    'serve',
    {
      summary: 'answers calls until it is told to stop',
      load: () => (require('./commands/serve') as typeof import('./commands/serve')).serveCommand,
    },
  ],
  [
    'import',
    {
      summary: 'brings events in from files',
      load: () => (require('./commands/import') as typeof import('./commands/import')).importCommand,
    },
  ],
  [
    'export',
    {
      summary: 'writes every event to a file',
      load: () => (require('./commands/export') as typeof import('./commands/export')).exportCommand,
    },
  ],
  [
    'migrate',
    {
      summary: 'brings the database up to this program',
      load: () => (require('./commands/migrate') as typeof import('./commands/migrate')).migrateCommand,
    },
  ],
  [
    'config',
    {
      summary: 'prints the settings that a start would use',
      load: () => (require('./commands/config') as typeof import('./commands/config')).configCommand,
    },
  ],
  [
    'healthcheck',
    {
      summary: 'asks the running service whether it can answer',
      load: () =>
        (require('./commands/healthcheck') as typeof import('./commands/healthcheck')).healthcheckCommand,
    },
  ],
  [
    'wsdl',
    {
      summary: 'prints the WSDL as the service serves it',
      load: () => (require('./commands/wsdl') as typeof import('./commands/wsdl')).wsdlCommand,
    },
  ],
  [
    'conformance',
    {
      summary: 'holds a service against recorded ASMX exchanges',
      load: () =>
        (require('./commands/conformance') as typeof import('./commands/conformance')).conformanceCommand,
    },
  ],
]);

const HELP = `A read-only events web service that answers as a classic ASP.NET .asmx service does.

  events-query COMMAND [options]

${[...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

Each command has --help. Example: events-query serve
`;

/** Picks the command and answers the exit status. */
async function main([name, ...argv]: readonly string[], context: CommandContext): Promise<number> {
  const command = COMMANDS.get(name ?? '');
  if (command !== undefined) return command.load()(argv, context);
  if (name === '--help' || name === '-h') {
    context.stdout.write(HELP);
    return 0;
  }
  if (name === '--version') {
    context.stdout.write(`${version()}\n`);
    return 0;
  }
  const known = [...COMMANDS.keys()].join(', ');
  const complaint =
    name === undefined ? 'A command is missing' : `There is no command ${JSON.stringify(name)}`;
  context.stderr.write(`${complaint}: the commands are ${known}.\n`);
  return 2;
}

function version(): string {
  const file = path.join(__dirname, '../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
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
// A reader that went away (`| head`) ends what it read; a service that logs to it goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { env, stdin, stdout, stderr } = process;
main(process.argv.slice(2), { env, stdin, stdout, stderr })
  .catch((error: unknown) => {
    reportBug(error);
    return 1;
  })
  // Not left to the event loop: a connection that will not close must not keep a process that has finished.
  .then((status) => stdout.write('', () => process.exit(status)));
