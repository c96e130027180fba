import { type Config, SETTINGS, VARIABLES } from '../config/table';
import type { Setting } from '../config/types';
import { openFormats } from '../formats/open';
import { checkFolder } from '../store/embedded/folder';
import { checkSources } from '../transfer/seed';
import { defineCommand, setUp } from './command';

const HELP = `Prints every setting with the value that serve would use, with secrets masked. If serve would not start, config says
why: a value or a format file is wrong, DATA_DIR can't be used, or SEED can't be read. It connects to no database and
opens no port.

  events-query config

Settings are environment variables:
${describeSettings()}
Example: TIME_ZONE=Europe/Berlin events-query config
`;

export const configCommand = defineCommand({
  help: HELP,
  options: {},
  async run(_call, context) {
    const { config } = setUp(context);
    openFormats(config);
    if (config.databaseUrl === undefined) await checkFolder(config.dataDir);
    await checkSources(config.seed);
    context.stdout.write(effectiveSettings(config));
    return 0;
  },
});

const TABLE: { readonly [Name in keyof Config]: Setting<Config[Name]> } = SETTINGS;

/** Returns `NAME=value` lines, like an env file. Secrets are masked, and unset values are empty. */
export function effectiveSettings(config: Config): string {
  const names = Object.keys(TABLE) as (keyof Config)[];
  return names.map((name) => settingLine(name, config)).join('');
}

function settingLine<Name extends keyof Config>(name: Name, config: Config): string {
  const { variables, show } = TABLE[name];
  return `${variables[0].name}=${show(config[name])}\n`;
}

function describeSettings(): string {
  const width = Math.max(...VARIABLES.map(({ name }) => name.length));
  const lines = VARIABLES.map(({ name, also = [], description, default: fallback, secret }) => {
    const file = secret === true ? `; or ${name}_FILE names a file that contains this value` : '';
    const others = also.length === 0 ? '' : `; also ${also.join(', ')}`;
    const unset = fallback === '' ? '' : ` (${fallback})`;
    return `  ${name.padEnd(width)} ${description}${file}${others}${unset}\n`;
  });
  return lines.join('').replaceAll('`', '');
}
