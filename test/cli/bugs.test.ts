/** An error that no code expects is a bug. A command throws it unchanged, and prints no sentence. */
import { writeFileSync } from 'node:fs';
import { useCommands } from '../support/commands';
import { vcalendar, vevent } from '../transfer/support';

const mockBroken = new Set<string>();

/** Makes a module whose function throws once after its name was added to `mockBroken`. */
function mockBreakable(file: string, name: string): object {
  const actual = jest.requireActual(file);
  return {
    ...actual,
    [name](...args: unknown[]) {
      if (mockBroken.delete(name)) throw new TypeError('a bug');
      return actual[name](...args);
    },
  };
}

jest.mock('../../src/transfer/read/text', () => mockBreakable('../../src/transfer/read/text', 'openText'));
jest.mock('../../src/formats/infer/infer', () =>
  mockBreakable('../../src/formats/infer/infer', 'inferFormat'),
);
jest.mock('../../src/transfer/read/icalendar/recurrence', () =>
  mockBreakable('../../src/transfer/read/icalendar/recurrence', 'occurrences'),
);
jest.mock('../../src/transfer/export', () => mockBreakable('../../src/transfer/export', 'exportEvents'));
jest.mock('../../src/config/checks', () => mockBreakable('../../src/config/checks', 'parsePublicUrl'));

const program = useCommands();
beforeAll(async () => {
  writeFileSync('a.csv', 'title,start\na,2026-03-01\n');
  writeFileSync('a.ics', vcalendar(vevent('DTSTART:20260301T090000Z', 'RRULE:FREQ=DAILY;COUNT=2')));
  await program.fill('.data');
});

test.each([
  ['openText', 'format --from a.csv'],
  ['inferFormat', 'format --from a.csv'],
  ['occurrences', 'import a.ics'],
  ['exportEvents', 'export --out b.json'],
  ['parsePublicUrl', 'wsdl --url http://h'],
])('a bug in %s is not hidden by %s', async (name, command) => {
  expect(await program.run(command.split(' '))).toMatchObject({ code: 0 });
  mockBroken.add(name);
  await expect(program.run(command.split(' '))).rejects.toThrow('a bug');
});
