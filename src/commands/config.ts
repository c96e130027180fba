import { parseArgs } from 'node:util';
import { loadConfig } from '../config';
import { misspellingWarnings } from '../settings/misspelt';
import { effectiveSettings } from '../settings/table';
import type { CommandContext } from './context';
import { exitStatus } from './usage';

const HELP = `Prints every setting with the value that a start would use, secrets masked.

  events-query config

Example: TIME_ZONE=Europe/Berlin events-query config
`;

/** Prints the effective settings. Answers the exit status: 0, or 1 after one sentence about a wrong one. */
export function configCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  return exitStatus(async () => {
    const { values } = parseArgs({ args: [...argv], options: { help: { type: 'boolean' } } });
    if (values.help === true) {
      context.stdout.write(HELP);
      return 0;
    }
    for (const warning of misspellingWarnings(context.env)) context.stderr.write(`${warning}\n`);
    context.stdout.write(effectiveSettings(loadConfig(context.env)));
    return 0;
  }, context);
}
