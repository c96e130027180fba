/**
 * Each option of each command has a visible effect, so the test fails if an option is read but not passed on. Each row
 * runs without its option and then with it, in the same folder.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import util from 'node:util';
import { IMPORT_OPTIONS } from '../../src/cli/import-options';
import type { Database } from '../../src/store/database';
import { tableUnder } from '../docs/tables';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { insertEvents } from '../support/insert-events';

const commands = useCommands();
const engine = usePostgres();
let database: Database;
afterAll(() => database.close());

/** With the option the output matches `shows`, and without it the output does not. */
type Row = readonly [without: string, withOption: string, shows: RegExp];

const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  import: {
    format: ['old.csv', '--format file:old.json old.csv', /"title":"A"/],
    map: ['named.csv', '--map title=Quux|Qux named.csv', /"title":"A"/],
    zone: ['local.csv', '--zone Asia/Kathmandu local.csv', /"start":"2026-07-01T03:15:00Z"/],
    'end-dates': ['days.csv', '--end-dates inclusive days.csv', /"end":"2026-03-03"/],
    until: ['weekly.ics', '--until 2026-03-20 weekly.ics', /^(?!.*2026-03-30T)/s],
    encoding: ['latin.csv', '--encoding windows-1252 latin.csv', /"title":"Café"/],
    replace: ['one.json', '--replace one.json', /^(?!.*Before)/s],
    'allow-empty': ['none.json', '--allow-empty none.json', /read 0/],
    'skip-bad': ['bad.csv', '--skip-bad bad.csv', /"title":"A"/],
    'keep-cancelled': ['cancelled.ics', '--keep-cancelled cancelled.ics', /"title":"Off"/],
    'dry-run': ['one.json', '--dry-run one.json', /^(?!.*"title":"A")/s],
  },
  export: {
    format: ['', '--format csv', /^id,/],
    out: ['', '--out all.json', /1 event written to all\.json/],
  },
  wsdl: {
    url: ['', '--url https://outside.example', /location="https:\/\/outside\.example\//],
    namespace: ['--url http://h', '--url http://h --namespace urn:other', /targetNamespace="urn:other"/],
  },
  migrate: { wait: ['--wait 0', '--wait 1', /(?:[2-9]|\d\d) tries/] },
  serve: {
    // Before `serve` tries again, it logs why it waits.
    wait: ['--wait 0', '--wait 2', /warn {1,2}.*can't be reached(?:.|\n)*can't be reached/],
  },
};

/**
 * Lists the options whose effect needs a second process, a port or a database of an earlier program, with the test
 * files that show it.
 */
const ELSEWHERE: readonly (readonly [command: string, file: string, ...options: string[]])[] = [
  ['serve', 'cli/recording', 'replay', 'fallback'],
  ['serve', 'cli/serve', 'test'],
  ['serve', 'testing/orphans', 'exit-with-parent'],
  ['import', 'recordings/take-over', 'for'],
  ['migrate', 'cli/upgrade', 'contract'],
  ['format', 'recordings/format-from', 'from', 'for'],
  ['compare', 'recordings/take-over', 'verbose'],
  ['conformance', 'recordings/conformance/command', 'echo', 'verbose'],
  ['record', 'cli/recording', 'upstream'],
  ['record', 'recordings/client', 'from', 'out', 'months', 'events', 'by', 'rate', 'max-calls'],
];

const ics = (more: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTART:20260302T090000Z\r\n${more}END:VEVENT\r\nEND:VCALENDAR\r\n`;
const FILES = {
  'named.csv': 'Quux,start\nA,2026-03-01T09:00:00Z\n',
  'old.csv': 'Quux,Corge\nA,2026-03-01T09:00:00Z\n',
  'old.json': '{"kind":"csv","event":{"Quux":"{title}","Corge":"{start}"}}',
  'local.csv': 'title,start\nA,2026-07-01 09:00\n',
  'days.csv': 'title,start,end\nA,2026-03-01,2026-03-02\n',
  'weekly.ics': ics('SUMMARY:W\r\nRRULE:FREQ=WEEKLY;COUNT=10\r\n'),
  'cancelled.ics': ics('SUMMARY:Off\r\nSTATUS:CANCELLED\r\n'),
  'latin.csv': 'title,start\nCaf\xe9,2026-03-01T09:00:00Z\n',
  'one.json': '[{"title":"A","start":"2026-03-01T09:00:00Z"}]',
  'none.json': '[]',
  'bad.csv': 'title,start\nA,2026-03-01T09:00:00Z\nB,never\n',
};

async function seen(command: string, args: string): Promise<string> {
  const argv = args.split(' ').filter((part) => part !== '');
  let tries = 0;
  const away = createServer((socket) => {
    tries++;
    socket.destroy();
  });
  await once(away.listen(0, '127.0.0.1'), 'listening');
  const awayUrl = `postgres://127.0.0.1:${(away.address() as AddressInfo).port}/d`;
  const isAway = ['migrate', 'serve'].includes(command);
  const env = { DATABASE_URL: isAway ? awayUrl : (engine.config().databaseUrl ?? ''), PORT: '0' };
  await database.transaction((session) => session.script('DELETE FROM event'));
  await insertEvents(database, [
    { id: 1, title: 'Before', starts_at: '2026-01-01T09:00:00Z', ends_at: '2026-01-01T10:00:00Z' },
  ]);
  const { stdout, stderr } = await commands.run([command, ...argv], env);
  away.close();
  const stored = command === 'import' ? (await commands.run(['export'], env)).stdout : '';
  return `${stdout}${stderr}${stored}${tries} tries`;
}

beforeAll(async () => {
  database = await engine.open();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(name, Buffer.from(text, 'latin1'));
});

describe.each(Object.entries(ROWS))('%s', (command, rows) => {
  test.each(Object.entries(rows))('--%s has a visible effect', async (_option, [without, given, shows]) => {
    expect(await seen(command, without)).not.toMatch(shows);
    expect(await seen(command, given)).toMatch(shows);
  });
});

test('docs/events.md lists exactly the options of import', () => {
  const rows = tableUnder('docs/events.md', 'Options of import').map(([option = '']) => option);
  const names = rows.map((option) => /^`--([\w-]+)/.exec(option)?.[1]);
  expect(names.sort()).toEqual(Object.keys(IMPORT_OPTIONS).sort());
});

test('every option that a command declares is in its help, and tested here or in the file that ELSEWHERE names', async () => {
  const files = readdirSync(path.join(__dirname, '../../src/cli')).map((file) => path.parse(file).name);
  const names = files.filter((name) => require(`../../src/cli/${name}`)[`${name}Command`] !== undefined);
  const parse = jest.spyOn(util, 'parseArgs');
  for (const name of names) {
    const { stdout } = await commands.run([name, '--help']);
    const { help: _help, ...declared } = parse.mock.lastCall?.[0]?.options ?? {};
    const elsewhere = ELSEWHERE.flatMap(([command, , ...options]) => (command === name ? options : []));
    const tested = [...Object.keys(ROWS[name] ?? {}), ...elsewhere];
    expect([name, ...tested.sort()]).toEqual([name, ...Object.keys(declared).sort()]);
    const explained = stdout.match(/(?<=^ {2}--)[\w-]+/gm) ?? [];
    expect([name, ...explained.sort()]).toEqual([name, ...Object.keys(declared).sort()]);
  }
  expect(names.length).toBeGreaterThan(10);
  for (const [, file, ...options] of ELSEWHERE) {
    const text = readFileSync(path.join(__dirname, `../${file}.test.ts`), 'utf8');
    const untested = options.filter((option) => !new RegExp(`--${option}\\b`).test(text));
    expect([file, ...untested]).toEqual([file]);
  }
});
