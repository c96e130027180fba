import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { exportCommand } from '../../src/commands/export';
import { importCommand } from '../../src/commands/import';

const folder = mkdtempSync(path.join(tmpdir(), 'events-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EXAMPLES = path.join(__dirname, '..', '..', 'examples');

type Command = typeof importCommand;

async function run(command: Command, argv: readonly string[], stdin = '') {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const status = await command(argv, {
    env: { DATA_DIR: path.join(folder, 'data') },
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
  });
  return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

describe('import', () => {
  test('the example files go in as their documentation shows', async () => {
    expect(await run(importCommand, [path.join(EXAMPLES, 'events.json')])).toEqual({
      status: 0,
      out: 'read 3, added 3, changed 0, unchanged 0, removed 0, refused 0\n',
      err: '',
    });
    const csv = ['--map', 'title=name', '--end-dates', 'inclusive', path.join(EXAMPLES, 'events.csv')];
    expect((await run(importCommand, csv)).out).toContain('read 2, added 2');
    expect((await run(importCommand, ['--dry-run', path.join(EXAMPLES, 'events.ics')])).out).toBe(
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

  test('--skip-bad exits 0 and lists what it left out', async () => {
    const { status, out, err } = await run(
      importCommand,
      ['--skip-bad', '--dry-run', '-'],
      'title,start\na,soon\n',
    );
    expect([status, out]).toEqual([
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
    const { status, out, err } = await run(importCommand, argv, stdin);
    expect([status, out, err]).toEqual([1, '', expect.stringMatching(sentence)]);
  });

  test.each([
    [[], 'import needs a FILE'],
    [['--nope', 'x'], "Unknown option '--nope'."],
    [['--zone', 'Mars', 'x'], '--zone must be an IANA time zone, not "Mars".'],
    [['--end-dates', 'x', 'x'], '--end-dates must be inclusive or exclusive, not "x".'],
    [['--format', 'xml', 'x'], '--format must be one of json, jsonl, csv, ics, not "xml".'],
    [['--map', 'name', 'x'], '--map must be FIELD=NAME'],
    [['--until', '2026-02-30', 'x'], '--until must be a date such as 2030-12-31, not "2026-02-30".'],
    [['--replace', '--skip-bad', 'x'], '--replace and --skip-bad exclude each other'],
  ])('%j is wrong use', async (argv, sentence) => {
    const { status, err } = await run(importCommand, argv);
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err.trimEnd()).not.toContain('\n');
  });
});

describe('export', () => {
  test('--out writes the file whole and leaves nothing beside it', async () => {
    const file = path.join(folder, 'events.json');
    expect(await run(exportCommand, ['--out', file])).toMatchObject({ status: 0, out: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse((await run(exportCommand, [])).out));
    expect(readdirSync(folder).sort()).toEqual(['data', 'events.json']);
  });

  test('a file that can not be written fails with one sentence', async () => {
    const { status, err } = await run(exportCommand, ['--out', path.join(folder, 'missing', 'a.json')]);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/a\.json can't be written: there is no such folder\.\n$/),
    ]);
  });

  test('an unknown format is wrong use', async () => {
    expect(await run(exportCommand, ['--format', 'xml'])).toMatchObject({
      status: 2,
      err: '--format must be one of json, csv, ics, not "xml".\n',
    });
  });
});

test.each([
  ['import', importCommand],
  ['export', exportCommand],
])('%s --help shows an example', async (name, command) => {
  const { status, out } = await run(command, ['--help']);
  expect([status, out]).toEqual([0, expect.stringContaining(`Example: events-query ${name}`)]);
});

test('a folder stands for the event files in it', async () => {
  const events = path.join(folder, 'many');
  mkdirSync(events);
  writeFileSync(path.join(events, 'a.csv'), 'title,start\na,2026-01-01\n');
  writeFileSync(path.join(events, 'b.jsonl'), '{"title":"b","start":"2026-01-01"}\n');
  writeFileSync(path.join(events, 'notes.txt'), 'nothing');
  expect((await run(importCommand, ['--dry-run', events])).out).toContain('read 2, added 2');
});
