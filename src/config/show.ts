import type { Setting } from './setting';
import { type Config, SETTINGS, VARIABLES } from './table';

const TABLE: { readonly [Name in keyof Config]: Setting<Config[Name]> } = SETTINGS;

/** `NAME=value` lines as an env file has them, secrets masked; what is not set is empty. */
export function effectiveSettings(config: Config): string {
  const names = Object.keys(TABLE) as (keyof Config)[];
  return names.map((name) => shownSetting(name, config)).join('');
}

function shownSetting<Name extends keyof Config>(name: Name, config: Config): string {
  const { variables, show } = TABLE[name];
  return `${variables[0].name}=${show(config[name])}\n`;
}

/** What `--help` says about each: its name, what it is for, its default. */
export function describeSettings(): string {
  const lines = VARIABLES.map(({ name, byDefault, about, secret }) => {
    const file = secret === true ? `, or a file that ${name}_FILE names` : '';
    const unless = byDefault === '' ? '' : ` (${byDefault})`;
    return `  ${name.padEnd(18)} ${about}${file}${unless}\n`;
  });
  return lines.join('').replaceAll('`', '');
}
