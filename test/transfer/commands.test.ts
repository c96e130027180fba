import fs, { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import promises, { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportCommand } from '../../src/cli/export';
import { importCommand } from '../../src/cli/import';
import { ignoreObservations } from '../../src/ops/observations';
import { readRecordings } from '../../src/recordings/folder';
import { openWriter } from '../../src/store/open';
import { filesAt } from '../../src/transfer/read/source';
import { PATIENT, usePostgres } from '../support/databases';
import { newRecording } from '../support/recording';
import { type Command, collect, runCommand } from '../support/run-command';
import { vcalendar, vevent } from './support';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'events-commands-'));

/** This folder has a link to a file that is gone. */
const UNREADABLE = path.join(folder, 'linked');
mkdirSync(UNREADABLE);
symlinkSync('gone.csv', path.join(UNREADABLE, 'events.csv'));

const engine = usePostgres();
const run = (command: Command, argv: readonly string[], stdin = '') =>
  runCommand(command, argv, { env: { DATABASE_URL: engine.config().databaseUrl ?? '' }, stdin });

describe('import', () => {
  test('standard input is read as -, and a cut-off recurrence is noted', async () => {
    const calendar = vcalendar(vevent('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY'));
    expect((await run(importCommand, ['--dry-run', '--until', '2028-01-01', '-'], calendar)).out).toBe(
      'dry run, nothing is changed: read 3, added 3, changed 0, unchanged 0, removed 0, refused 0\n' +
        'note: recurring events without an end (1) were imported up to 2028-01-01; --until names another date\n',
    );
  });

  /** Returns the context of a command on a terminal, and the texts that remain there when the progress is removed. */
  const onTerminal = (stdin: string) => {
    const { context, text } = collect({ DATABASE_URL: engine.config().databaseUrl ?? '' }, stdin);
    Object.assign(context.stderr, { isTTY: true });
    return { context, shown: () => text.stderr.split('\r\u001b[K').slice(1) };
  };

  const LEFT_OUT = /^left out: standard input, line 3: uid .*\n$/;
  test.each([
    ['an error', [], 1, [/^standard input, line 3: uid /]],
    ['what is left out', ['--skip-bad', '--dry-run'], 0, [LEFT_OUT, /^$/]],
  ])('on a terminal the progress is removed before %s is written', async (_what, argv, code, errors) => {
    const { context, shown } = onTerminal('uid,title,start\na,A,2026-03-01\na,B,2026-03-02\n');
    expect(await importCommand([...argv, '-'], context)).toBe(code);
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown()).toEqual(['2 rows read', ...errors.map((error) => expect.stringMatching(error))]);
  });

  test('an import that waits for another one says so, without the progress before it', async () => {
    const { context, shown } = onTerminal('title,start\nA,2026-03-01\n');
    const other = await openWriter(engine.config(), ignoreObservations, PATIENT);
    const imported = await other.transaction(async (session) => {
      await session.query('LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE');
      const running = importCommand(['--dry-run', '-'], context);
      while (!shown().join('').includes('Another')) await sleep(50);
      return { running };
    });
    expect(await imported.running).toBe(0);
    const sentence = 'Another import is running: this import waits until the other has ended.\n';
    expect(shown()).toEqual(['1 row read', sentence, '']);
    await other.close();
  });

  test('--skip-bad lists what it left out, and exits 0 where something is left', async () => {
    const argv = ['--skip-bad', '--dry-run', '-'];
    const rows = 'title,start\na,soon\nb,2026-03-01\n,2026-03-01T09:00\n';
    const { code, out, err } = await run(importCommand, argv, rows);
    expect(code).toBe(0);
    expect(out).toContain('read 3, added 1, changed 0, unchanged 0, removed 0, refused 2');
    expect(out).not.toContain('without an offset');
    expect(err).toMatch(
      /^left out: standard input, line 2: start must be .*, not "soon"\nleft out: .*, line 4: title is missing.*\n$/,
    );
    const none = await run(importCommand, argv, 'title,start\na,soon\nb,late\n');
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toMatch(
      /left out: .*\nleft out: .*\nEvery row of standard input was refused \(2\): nothing was changed\.\n$/,
    );
  });

  test.each([
    ['a row without a title', 'title,start\n,2026-03-01\nb,2026-03-01\n'],
    ['a row that repeats an event', 'id,title,start\n987,a,2026-03-01\n987,b,2026-03-01\n'],
  ])('of %s, --skip-bad does not advise itself', async (_what, stdin) => {
    const refused = await run(importCommand, ['--dry-run', '-'], stdin);
    expect(refused.err).toMatch(/; --skip-bad /);
    const { code, err } = await run(importCommand, ['--skip-bad', '--dry-run', '-'], stdin);
    expect([code, err]).toEqual([0, expect.stringMatching(/^left out: standard input, line \d: [^;]*\n$/)]);
  });

  test.each([
    [['-'], 'title,start\na,soon\n', /^standard input, line 2: start must be .*, not "soon"\n$/],
    [[UNREADABLE], '', /^\S+events\.csv can't be read: there is no such file\.\n$/],
    [
      ['--map', 'end=Ende', '-'],
      vcalendar(vevent('DTSTART:20260301T090000Z')),
      /^--map "end=Ende" can't be used for standard input: calendars .*\.\n$/,
    ],
    [
      ['--end-dates', 'inclusive', '-'],
      vcalendar(vevent('DTSTART;VALUE=DATE:20260301', 'DTEND;VALUE=DATE:20260303')),
      /^The calendar or format file itself says what the ends in standard input mean; --end-dates inclusive is only for tables and JSON\n$/,
    ],
    [
      ['--until', '2026-12-31', '--skip-bad', '-'],
      vcalendar(vevent('DTSTART:20260301T090000Z', 'RRULE:FREQ=DAILY;COUNT=0')),
      /^left out: .*\nEvery row of standard input was refused \(1\): nothing was changed\.\n$/,
    ],
    [
      ['--until', '2026-12-31', '-'],
      'title,start\na,2027-03-01\n',
      /^--until is only for calendars, and there is none in standard input, so nothing was imported: leave --until out\.\n$/,
    ],
  ])('%j fails with one sentence', async (argv, stdin, sentence) => {
    const { code, out, err } = await run(importCommand, argv, stdin);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(sentence)]);
  });

  test.each([
    ['location=NoSuch', 'title,start,Ort\na,2026-03-01,b\n'],
    ['start=start+Hour', 'title,start,Uhr\na,2026-03-01,09:00\n'],
    ['location=Room+Floor', 'title,start,Room,Floor\na,2026-03-01,1,2\n'],
    ['end=Date+Time+Half', 'title,start,Date,Time,Half\na,2026-03-01T09:00,2026-03-01,9:30,PM\n'],
  ])('--map %s names a column that is not in %j', async (name, stdin) => {
    const { code, out, err } = await run(importCommand, ['--map', name, '-'], stdin);
    const columns = stdin.slice(0, stdin.indexOf('\n')).replaceAll(',', '", "');
    const sentence = `--map "${name}" names a column that no row of standard input has; the columns are "${columns}".\n`;
    expect([code, out, err]).toEqual([1, '', sentence]);
  });

  test.each([
    [[], 'import needs a FILE'],
    [['--nope', 'x'], "Unknown option '--nope'."],
    [['--zone', 'Mars', 'x'], '--zone must be an IANA or Windows time zone, not "Mars".'],
    ...['delimiter', 'date-format', 'epoch', 'length-unit', 'drop-extra'].map((name): [string[], string] => [
      [`--${name}`, 'x', 'y'],
      `import has no --${name} any more: use a format file instead`,
    ]),
    ...['from', 'months', 'by', 'rate', 'max-calls', 'state'].map((name): [string[], string] => [
      [`--${name}`, 'x', 'y'],
      `import has no --${name} any more: events-query record --from URL --out DIR`,
    ]),
    [
      ['--map', 'end=+Hours', 'x'],
      '--map has no end=+NAME any more: use a format file, in which {duration} reads',
    ],
    [['--encoding', 'klingon', 'x'], '--encoding must be the name of an encoding such as windows-1252'],
    [['--end-dates', 'x', 'x'], '--end-dates must be one of inclusive, exclusive, not "x".'],
    [['--format', 'file:', 'x'], '--format must be one of json, jsonl, csv, ics, or file:PATH, not "file:".'],
    [['--map', 'name', 'x'], '--map must be FIELD=NAME'],
    [
      ['--map', 'location=a', '--map', 'title=t', '--map', 'location=b', 'x'],
      "--map location is given twice: write --map 'location=a|b', and the first name with a value is used.",
    ],
    [
      ['--map', "location=chef's place", '--map', 'location=b', 'x'],
      `write --map 'location=chef'\\''s place|b', and`,
    ],
    [['--until', '2026-02-30', 'x'], '--until must be a date such as 2030-12-31, not "2026-02-30".'],
    [
      ['--until', '2026-12-31', '--format', 'file:x.json', 'x'],
      "--until and a format file can't be used together: only calendars have recurring events.",
    ],
    [
      ['--keep-cancelled', '--format', 'file:x.json', 'x'],
      "--keep-cancelled and a format file can't be used together: a format file never leaves out a cancelled event.",
    ],
    [['--replace', '--skip-bad', 'x'], "--replace and --skip-bad can't be used together"],
  ] satisfies [string[], string][])('%j is wrong use', async (argv, sentence) => {
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

  test('--out keeps the rights of the file that it replaces, and the link that leads to it', async () => {
    const links = path.join(folder, 'links');
    mkdirSync(path.join(links, 'far'), { recursive: true });
    const file = path.join(links, 'far', 'events.json');
    const link = path.join(links, 'events.json');
    writeFileSync(file, 'old');
    // The usual umask would remove the last permission, so it is set afterwards.
    fs.chmodSync(file, 0o602);
    symlinkSync(path.join('far', 'events.json'), link);
    const dangling = path.join(links, 'later.json');
    symlinkSync(path.join('far', 'later.json'), dangling);
    for (const out of [link, dangling]) {
      expect(await run(exportCommand, ['--out', out])).toMatchObject({ code: 0 });
      expect(fs.lstatSync(out).isSymbolicLink()).toBe(true);
      expect(JSON.parse(await readFile(out, 'utf8'))).toBeInstanceOf(Array);
    }
    expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('602');
    expect(readdirSync(path.join(links, 'far'))).toEqual(['events.json', 'later.json']);
  });

  test('a folder without a store is refused, and neither made nor exported over a file, but an import makes one', async () => {
    const file = path.join(folder, 'backup.json');
    writeFileSync(file, '[1]');
    const typo = path.join(folder, 'typo');
    const env = { DATA_DIR: typo };
    expect(await runCommand(exportCommand, ['--out', file], { env })).toEqual({
      code: 1,
      out: '',
      err: `The folder ${typo} has no store: set DATA_DIR to the folder that has the store.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('[1]');
    expect(readdirSync(folder).filter((name) => /typo|\.part$/.test(name))).toEqual([]);
    writeFileSync(file, '[{"id":1,"title":"a","start":"2026-03-01"}]');
    expect(await runCommand(importCommand, [file], { env })).toMatchObject({ code: 0 });
    expect(readdirSync(typo)).toEqual(['postgres']);
  });

  test('an export whose last bytes find no room fails', async () => {
    await (await engine.open()).close();
    const full = path.join(folder, 'full.json');
    symlinkSync('/dev/full', full);
    // An empty list is written in one step, so the disk refuses it only after the last write.
    expect(await run(exportCommand, ['--out', full])).toEqual({
      code: 1,
      out: '',
      err: `${full} can't be written: the disk is full.\n`,
    });
  });
});

test('of a recording the lists are taken, and each event once', async () => {
  const { folder: recording, writeMonth, writeSingle } = newRecording();
  const event = { id: 4001, title: 'a', start: '2026-01-31T23:00:00Z', end: '2026-02-01T01:00:00Z' };
  writeMonth(1, { result: JSON.stringify([event]) });
  writeMonth(2, { result: JSON.stringify({ d: [event] }) });
  const dryRun = ['--dry-run', recording];
  expect((await run(importCommand, dryRun)).out).toMatch(/^[^\n]*read 1, added 1,[^\n]*\n$/);
  writeSingle(1, true, { fault: { code: 'Server', text: 'x' } });
  writeSingle(2, true, { result: '{}' });
  const { code, out, err } = await run(importCommand, dryRun);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /read 1, added 1,.*\nnote: not read from .*: 1 call that got a fault\nnote: not read from .*: 1 answer of SelectEvent, because/,
  );
  writeMonth(3, { result: 'ERROR:\nconnection lost' });
  const failed = await run(importCommand, ['--skip-bad', ...dryRun]);
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('which is not a list of events') });
  rmSync(path.join(recording, 'SelectEvents_3_2026.json'));
  for (const month of [1, 2]) rmSync(path.join(recording, `SelectEvents_${month}_2026.json`));
  expect((await run(importCommand, [recording])).err).toMatch(/has no answer of SelectEvents or Select/);
});

test('a list in the shape of a format file is the whole event: what the file does not contain is gone', async () => {
  const format = path.join(folder, 'whole.format.json');
  writeFileSync(format, JSON.stringify({ kind: 'json', event: { Id: '{id}', T: '{title}', S: '{start}' } }));
  const stored = { id: 4003, title: 'a', start: '2026-03-01', location: 'Hall', seats: 3 };
  await run(importCommand, ['-'], JSON.stringify([stored]));
  const listed = JSON.stringify([{ Id: 4003, T: 'a', S: '2026-03-01' }]);
  await run(importCommand, ['--format', `file:${format}`, '-'], listed);
  const events = JSON.parse((await run(exportCommand, [])).out) as { id: number }[];
  const found = events.find(({ id }) => id === 4003);
  expect(found).toMatchObject({ title: 'a', location: '' });
  expect(found).not.toHaveProperty('seats');
});

test('a folder stands for the event files in it', async () => {
  const events = path.join(folder, 'many');
  mkdirSync(events);
  writeFileSync(path.join(events, 'a.CSV'), 'title,start\na,2026-01-01\n');
  writeFileSync(path.join(events, 'b.jsonl'), '{"title":"b","start":"2026-01-01"}\n');
  writeFileSync(path.join(events, 'c.tsv'), 'title\tstart\nc\t2026-01-01\n');
  for (const name of ['notes.txt', 'old.json.gz']) writeFileSync(path.join(events, name), 'nothing');
  mkdirSync(path.join(events, 'sub.csv'));
  const { out } = await run(importCommand, ['--dry-run', events]);
  expect(out).toContain('read 3, added 3');
  // An option that only one of the files needs is not wrong for the others.
  writeFileSync(path.join(events, 'd.ics'), vcalendar(vevent('DTSTART:20260101T090000Z')));
  const options = ['--until', '2026-12-31', '--end-dates', 'inclusive', '--map', 'title=title'];
  expect(await run(importCommand, [...options, '--dry-run', events])).toMatchObject({ code: 0, err: '' });
});

test('files of a folder and of a recording are read by name, whatever their order on the disk', async () => {
  const { folder: recording, writeMonth } = newRecording();
  for (const month of [1, 2, 3]) writeMonth(month, { result: '[]' });
  const inOrder = async () => [
    await filesAt(recording),
    [...(await readRecordings(recording)).recordings.keys()],
  ];
  const before = await inOrder();
  const { readdir } = promises;
  const backwards = async (...args: Parameters<typeof readdir>) => (await readdir(...args)).reverse();
  jest.spyOn(promises, 'readdir').mockImplementation(backwards as typeof readdir);
  expect(await inOrder()).toEqual(before);
});
