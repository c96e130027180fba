/** An error that no code expects is a bug. A command throws it unchanged, and prints no sentence. */
import { writeFileSync } from 'node:fs';
import * as checks from '../../src/config/checks';
import * as infer from '../../src/formats/infer/infer';
import * as exporting from '../../src/transfer/export';
import * as recurrence from '../../src/transfer/read/icalendar/recurrence';
import * as text from '../../src/transfer/read/text';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { vcalendar, vevent } from '../transfer/support';

const program = useCommands();
const { databaseUrl: DATABASE_URL = '' } = usePostgres().config();
beforeAll(() => {
  writeFileSync('a.csv', 'title,start\na,2026-03-01\n');
  writeFileSync('a.ics', vcalendar(vevent('DTSTART:20260301T090000Z', 'RRULE:FREQ=DAILY;COUNT=2')));
});

type Exports = Readonly<Record<string, unknown>>;

test.each<[string, string, Exports]>([
  ['openText', 'format --from a.csv', text],
  ['inferFormat', 'format --from a.csv', infer],
  ['occurrences', 'import a.ics', recurrence],
  ['exportEvents', 'export --out b.json', exporting],
  ['parsePublicUrl', 'wsdl --url http://h', checks],
])('a bug in %s is not hidden by %s', async (name, command, module) => {
  const run = () => program.run(command.split(' '), { DATABASE_URL });
  expect(await run()).toMatchObject({ code: 0 });
  jest.spyOn(module, name, 'get').mockReturnValueOnce(() => {
    throw new TypeError('a bug');
  });
  await expect(run()).rejects.toThrow('a bug');
});
