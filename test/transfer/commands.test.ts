import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportCommand } from '../../src/commands/export';
import { importCommand } from '../../src/commands/import';
import { fillDataDir } from '../support/prepared';
import { type Command, runCommand } from '../support/run-command';

const folder = mkdtempSync(path.join(tmpdir(), 'events-commands-'));
beforeAll(async () => {
  for (const store of ['data', 'examples']) await fillDataDir(path.join(folder, store));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EXAMPLES = path.join(__dirname, '..', '..', 'examples');

const run = (command: Command, argv: readonly string[], stdin = '', store = 'data') =>
  runCommand(command, argv, { env: { DATA_DIR: path.join(folder, store) }, stdin });

describe('import', () => {
  test('the example files go in as their documentation shows', async () => {
    const runHere = (argv: readonly string[]) => run(importCommand, argv, '', 'examples');
    expect(await runHere([path.join(EXAMPLES, 'events.json')])).toEqual({
      code: 0,
      out: 'read 3, added 3, changed 0, unchanged 0, removed 0, refused 0\n',
      err: '',
    });
    const csv = ['--map', 'title=name', '--end-dates', 'inclusive', path.join(EXAMPLES, 'events.csv')];
    expect((await runHere(csv)).out).toContain('read 2, added 2');
    expect((await runHere(['--dry-run', path.join(EXAMPLES, 'events.ics')])).out).toBe(
      'dry run, nothing is changed: read 5, added 5, changed 0, unchanged 0, removed 0, refused 0\n',
    );
  });

  test('standard input is read as -, and a cut-off recurrence is told', async () => {
    const calendar = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:x
SUMMARY:s
DTSTART;VALUE=DATE:20260101
RRULE:FREQ=YEARLY
END:VEVENT
END:VCALENDAR
`;
    expect((await run(importCommand, ['--dry-run', '--until', '2028-01-01', '-'], calendar)).out).toBe(
      'dry run, nothing is changed: read 3, added 3, changed 0, unchanged 0, removed 0, refused 0; ' +
        'standard input: recurring events without an end (1) go to 2028-01-01\n',
    );
  });

  test('delimiter, pattern, unit and zone reach the reading', async () => {
    const argv = [
      '--delimiter',
      'tab',
      '--date-format',
      'dd/MM/yyyy',
      '--date-format',
      'dd/MM/yyyy H:mm',
      '--dry-run',
    ];
    const zone = ['--zone', 'W. Europe Standard Time'];
    const rows = 'id\ttitle\tstart\n1\ta,b\t03/04/2026\n2\tb\t03/04/2026 9:00\n';
    expect((await run(importCommand, [...argv, ...zone, '-'], rows)).out).toContain('read 2, added 2');
    const seconds = 'id,title,start\n1,a,1772355600\n';
    expect((await run(importCommand, ['--epoch', 's', '--dry-run', '-'], seconds)).out).toContain(
      'read 1, added 1',
    );
  });

  test('--skip-bad exits 0 and lists what it left out', async () => {
    const { code, out, err } = await run(
      importCommand,
      ['--skip-bad', '--dry-run', '-'],
      'title,start\na,soon\n',
    );
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('read 1, added 0, changed 0, unchanged 0, removed 0, refused 1'),
    ]);
    expect(err).toMatch(/^left out: standard input, line 2: start must be .*, not "soon"\n$/);
  });

  test.each([
    [['-'], 'title,start\na,soon\n', /^standard input, line 2: start must be .*, not "soon"\n$/],
    [['no-such-file.csv'], '', /^no-such-file.csv can't be read: there is no such file.\n$/],
    [[folder], '', /is a folder without event files/],
  ])('%j fails with one sentence', async (argv, stdin, sentence) => {
    const { code, out, err } = await run(importCommand, argv, stdin);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(sentence)]);
  });

  test.each([
    [[], 'import needs a FILE'],
    [['--nope', 'x'], "Unknown option '--nope'."],
    [['--zone', 'Mars', 'x'], '--zone must be an IANA time zone or one of Windows, not "Mars".'],
    [['--delimiter', 'ab', 'x'], '--delimiter must be one sign such as ; or |, or tab, not "ab".'],
    [
      ['--date-format', 'dd/qq', 'x'],
      '--date-format "dd/qq" has "qq", which is no part of a date pattern; it may',
    ],
    [['--date-format', 'HH:mm', 'x'], '--date-format "HH:mm" shows no year: dd/MM/yyyy shows a date.'],
    [['--date-format', 'dd/MM/yyyy hh:mm', 'x'], 'has h without tt; H counts to 24.'],
    [['--epoch', 'years', 'x'], '--epoch must be one of ms, s, ticks, not "years".'],
    [['--end-dates', 'x', 'x'], '--end-dates must be inclusive or exclusive, not "x".'],
    [['--format', 'xml', 'x'], '--format must be one of json, jsonl, csv, ics, or file:PATH, not "xml".'],
    [['--map', 'name', 'x'], '--map must be FIELD=NAME'],
    [['--until', '2026-02-30', 'x'], '--until must be a date such as 2030-12-31, not "2026-02-30".'],
    [['--replace', '--skip-bad', 'x'], '--replace and --skip-bad exclude each other'],
  ])('%j is wrong use', async (argv, sentence) => {
    const { code, err } = await run(importCommand, argv);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err.trimEnd()).not.toContain('\n');
  });
});

describe('export', () => {
  test('--out writes the file whole and leaves nothing beside it', async () => {
    const out = path.join(folder, 'out');
    mkdirSync(out);
    const file = path.join(out, 'events.json');
    await run(importCommand, ['-'], 'uid,title,start\nout,a,2026-01-01\n');
    expect(await run(exportCommand, ['--out', file])).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse((await run(exportCommand, [])).out));
    expect(readdirSync(out)).toEqual(['events.json']);
  });

  test('a file that can not be written fails with one sentence', async () => {
    const { code, err } = await run(exportCommand, ['--out', path.join(folder, 'missing', 'a.json')]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/a\.json can't be written: there is no such folder\.\n$/),
    ]);
  });

  test('an unknown format is wrong use', async () => {
    expect(await run(exportCommand, ['--format', 'xml'])).toMatchObject({
      code: 2,
      err: '--format must be one of json, csv, ics, not "xml".\n',
    });
  });
});

test.each([
  ['import', importCommand],
  ['export', exportCommand],
])('%s --help shows an example', async (name, command) => {
  const { code, out } = await run(command, ['--help']);
  expect([code, out]).toEqual([0, expect.stringContaining(`Example: events-query ${name}`)]);
});

test('a folder stands for the event files in it', async () => {
  const events = path.join(folder, 'many');
  mkdirSync(events);
  writeFileSync(path.join(events, 'a.csv'), 'title,start\na,2026-01-01\n');
  writeFileSync(path.join(events, 'b.jsonl'), '{"title":"b","start":"2026-01-01"}\n');
  writeFileSync(path.join(events, 'notes.txt'), 'nothing');
  expect((await run(importCommand, ['--dry-run', events])).out).toContain('read 2, added 2');
});
