import { openFormats } from '../formats/open';
import { describeSettings, effectiveSettings } from '../settings/show';
import { defineCommand, setUp } from './command';

const HELP = `Prints every setting with the value that a start would use, secrets masked. What a start would refuse, a wrong
format file too, is told instead.

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
    context.stdout.write(effectiveSettings(config));
    return 0;
  },
});
