import { describeSettings, effectiveSettings } from '../config/show';
import { openFormats } from '../formats/open';
import { checkFolder } from '../store/embedded/folder';
import { checkSources } from '../transfer/seed';
import { defineCommand, setUp } from './command';

const HELP = `Prints every setting with the value that a start would use, secrets masked. What a start would refuse is told instead: a
wrong value or format file, a DATA_DIR that can't be used, a SEED that can't be read. No database is asked, and no port
opened.

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
