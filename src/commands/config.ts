import { describeSettings, effectiveSettings } from '../settings/show';
import { defineCommand, setUp } from './command';

const HELP = `Prints every setting with the value that a start would use, secrets masked.

  events-query config

Settings are environment variables:
${describeSettings()}
Example: TIME_ZONE=Europe/Berlin events-query config
`;

export const configCommand = defineCommand({
  help: HELP,
  options: {},
  async run(_call, context) {
    context.stdout.write(effectiveSettings(setUp(context).config));
    return 0;
  },
});
