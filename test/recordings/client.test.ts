/**
 * `record` calls a running service month by month. Its answers can be imported, and `format` can infer a format from
 * them.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { EventService } from '../../src/app/event-service';
import { loadConfig } from '../../src/config';
import { SoapException } from '../../src/contract/errors';
import { openFormats } from '../../src/formats/open';
import { ignoreObservations } from '../../src/ops/observations';
import { openForRecording } from '../../src/recordings/folder';
import type { Database } from '../../src/store/database';
import { openStore } from '../../src/store/open';
import { failure, success, useCommands } from '../support/commands';
import { PATIENT, usePostgres } from '../support/databases';
import { answering } from '../support/listening';
import { newRecording } from '../support/recording';
import { NAMESPACE } from '../support/requests';
import { serveApp } from '../support/serve-app';
import { storedEvents } from '../transfer/support';

const program = useCommands();
const old = usePostgres();
const mine = usePostgres();
afterEach(() => rmSync('recorded', { recursive: true, force: true }));
const MONTHS = ['--months', '2026-02..2026-04', '--rate', '1000'];

/** One event overlaps two months, one is all-day, one has no duration, and one has characters that are escaped. */
const EVENTS = [
  { id: 1, title: 'Night', starts_at: '2026-02-28T22:00:00Z', ends_at: '2026-03-01T02:00:00Z' },
  { id: 2, title: 'Fair', starts_at: '2026-03-30Z', ends_at: '2026-04-02Z', all_day: true },
  { id: 3, title: 'Bell', starts_at: '2026-03-05T09:00:00Z', ends_at: '2026-03-05T09:00:00Z' },
  { id: 4, title: 'A & B <c> "d"', starts_at: '2026-04-05T09:00:00Z', ends_at: '2026-04-05T10:00:00Z' },
];

const DATABASE_URL = () => mine.config().databaseUrl ?? '';

async function serveOld(env: Record<string, string>): Promise<string> {
  const config = loadConfig({ ...env, DATABASE_URL: old.config().databaseUrl ?? '' });
  const store = await openStore(config, ignoreObservations, PATIENT);
  opened.push(store);
  return (await serveApp(new EventService(store, config, openFormats(config)), env)).url;
}

const opened: { close(): Promise<void> }[] = [];

beforeAll(() => old.fill(EVENTS));
let store: Database;
beforeAll(async () => {
  store = await mine.open();
});
beforeEach(() => store.transaction((session) => session.script('TRUNCATE event')));
afterAll(() => store.close());
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const recordMonths = (url: string, ...more: string[]) => recordWith({}, url, ...more);

const recordWith = (env: Record<string, string>, url: string, ...more: string[]) =>
  program.run(['record', '--from', url, ...MONTHS, '--out', 'recorded', ...more], env);

const importWith = (...args: string[]) => program.run(['import', ...args], { DATABASE_URL: DATABASE_URL() });

const importRecorded = (...more: string[]) => importWith('recorded', ...more);

const resultIn = (file: string) => JSON.parse(readFileSync(path.join('recorded', file), 'utf8')).result;

/** Writes a format file of events in JSON, and returns its name as a setting has it. */
function formatFile(name: string, event: object, more: object = {}): string {
  writeFileSync(name, JSON.stringify({ kind: 'json', event, ...more }));
  return `file:${name}`;
}

async function stored() {
  const events = await storedEvents(store);
  return events.sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
}

const EXPECTED = [
  { title: 'Night', start: '2026-02-28T22:00:00Z', end: '2026-03-01T02:00:00Z', allDay: false },
  { title: 'Bell', start: '2026-03-05T09:00:00Z', end: '2026-03-05T09:00:00Z', allDay: false },
  { title: 'Fair', start: '2026-03-30', end: '2026-04-02', allDay: true },
  { title: 'A & B <c> "d"', start: '2026-04-05T09:00:00Z', end: '2026-04-05T10:00:00Z', allDay: false },
];

test.each([
  ['json', 'month', {}],
  ['json', 'range', {}],
  ['icalendar', 'month', {}],
  ['xml', 'month', {}],
  ['fullcalendar', 'range', { RANGE_UNIT: 'unix-s' }],
] as const)('answers in %s are recorded by %s and imported, each event once', async (format, by, env) => {
  const url = await serveOld({ LIST_FORMAT: format, ...env });
  const recording = await recordWith(env, url, '--by', by);
  expect(recording).toEqual(success('3 calls made, 3 answers in recorded\n'));
  // The ranges are months in UTC, which do not overlap.
  const bounds = [1, 2, 3, 4].map((month) => Date.UTC(2026, month) / ('RANGE_UNIT' in env ? 1000 : 1));
  const calls = [2, 3, 4].map((month, at) =>
    by === 'month' ? `SelectEvents_${month}_2026` : `SelectEventsRanged_${bounds[at]}_${bounds[at + 1]}`,
  );
  expect(readdirSync('recorded')).toEqual([...calls.map((call) => `${call}.json`), 'source.json']);
  expect(await importRecorded()).toEqual(success(/^read 4, added 4, /));
  expect(await stored()).toMatchObject(EXPECTED);
});

test('--events calls SelectEvent for each id, as JSON and as text, and keeps any answer', async () => {
  const format = formatFile('none.json', { T: '{title}' }, { none: 'No event.' });
  const url = await serveOld({ EVENT_JSON_FORMAT: format });
  // The calls for three months and for two ids are exactly as many as are allowed. An id that is given twice counts
  // once.
  const exact = await recordMonths(url, '--events', '4,-2147483647,4..4', '--max-calls', '7');
  expect(exact).toEqual(success('7 calls made, 7 answers in recorded\n'));
  const results = ['4_true', '4_false', '-2147483647_true', '-2147483647_false'].map((name) => {
    const result = resultIn(`SelectEvent_${name}.json`);
    return /^\{"T"|<title>A &amp; B|^"No event\."$|^<events><\/events>$/.exec(result)?.[0];
  });
  expect(results).toEqual(['{"T"', '<title>A &amp; B', '"No event."', '<events></events>']);
  const most = await recordMonths(url, '--events', '1..2', '--max-calls', '3');
  expect(most.stderr).toMatch(/^4 calls would be needed, more than --max-calls 3 allows/);
  const usual = await recordMonths(url, '--events', '1..252');
  expect(usual.stderr).toMatch(/^502 calls would be needed, more than --max-calls 500 allows/);
  const longest = await recordMonths(url, '--events', '1..100000');
  expect(longest.stderr).toMatch(/^199998 calls would be needed/);
});

test('without --months it asks for the months from five years ago to the end of the year after the next', async () => {
  const argv = ['record', '--from', await serveOld({}), '--out', 'recorded', '--rate', '1000'];
  expect(await program.run(argv)).toEqual(success('96 calls made, 96 answers in recorded\n'));
  const year = new Date().getUTCFullYear();
  for (const ends of [`1_${year - 5}`, `12_${year + 2}`])
    expect(existsSync(path.join('recorded', `SelectEvents_${ends}.json`))).toBe(true);
});

test.each([
  ...['1,', '1;2', 'all', '3..2', '1..100001', '1..'],
  ...['2147483648', '1,-2147483648', '2147483647..2147483648'],
])('--events %s is refused', async (wrong) => {
  const sentence = `--events must be ids up to 2147483647 and ranges of at most 100000, such as 17,18,0 or 1..200, not "${wrong}".\n`;
  expect(await recordMonths('http://h', '--events', wrong)).toEqual(failure(sentence, 2));
});

test('import --for chooses the answers of a recording to import, and needs their format file', async () => {
  const format = `file:${path.join(__dirname, '../../examples/formats/wcf.json')}`;
  await recordMonths(await serveOld({}));
  const refused: [setting: string, format: string[], from: string, code: number, sentence: RegExp][] = [
    ['EVENT_JSON_FORMAT', [], 'recorded', 2, /needs the format of these answers: add --format file:PATH\./],
    ['EVENT_JSON_FORMAT', ['json'], 'recorded', 2, /needs the format of these answers/],
    ['FEED', [format], 'recorded', 2, /--for must be one of LIST_FORMAT, EVENT_JSON_FORMAT,/],
    ['EVENT_TEXT_FORMAT', [format], '-', 2, /needs a recording, and - is not one\./],
    ['EVENT_TEXT_FORMAT', [format], __filename, 2, /test\.ts is not one\./],
    ['EVENT_TEXT_FORMAT', [format], 'recorded', 1, /no answer of SelectEvent with bolAsJSON false\./],
  ];
  for (const [setting, formats, from, code, sentence] of refused) {
    const argv = ['--for', setting, ...formats.flatMap((one) => ['--format', one]), from];
    expect({ argv, ...(await importWith(...argv)) }).toEqual({ argv, ...failure(sentence, code) });
  }
});

test('a saved answer is read by a format file in --zone, and what does not fit is skipped', async () => {
  const format = formatFile('local.json', { N: '{title}', S: '{start@local:dd/MM/yyyy HH:mm}' });
  const start = '"S":"01/04/2026 09:00"';
  writeFileSync('local.txt', `[{"N":"Summer",${start}},{"N":"Two","S":"soon"},{"N":"",${start}}]`);
  const options = ['--format', format, '--zone', 'W. Europe Standard Time', '--skip-bad'];
  const env = { DATABASE_URL: DATABASE_URL(), TIME_ZONE: 'Asia/Tokyo' };
  const { code, stdout, stderr } = await program.run(['import', ...options, 'local.txt'], env);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^read 3, added 1, .*refused 2/)]);
  expect(stderr).toMatch(/left out: local\.txt, element 3: N must be text that is not empty/);
  expect(stderr).toMatch(/left out: local\.txt, element 2: S must be as ".*" writes it, not "soon"/);
  expect(await stored()).toMatchObject([{ title: 'Summer', start: '2026-04-01T07:00:00Z' }]);
});

test('a time without an offset counts once for each event, with the zone in which it was read', async () => {
  const times = { S: '{start@local:dd/MM/yyyy HH:mm}', E: '{end@local:dd/MM/yyyy HH:mm}' };
  const format = formatFile('floating.json', { N: '{title}', ...times, A: '{allDay}' });
  await recordMonths(await serveOld({ LIST_FORMAT: format, SERVICE_NAMESPACE: 'urn:old' }));
  const { stdout } = await importRecorded('--format', format);
  expect(stdout.match(/the format has no placeholder for/g)).toHaveLength(1);
  // Three events have a start and an end. The event Night is in two answers, but its times count once.
  expect(stdout).toContain('note: times without an offset (6) were read in UTC; --zone names another zone');
  const given = await importRecorded('--format', format, '--zone', 'UTC');
  expect(given.stdout).not.toContain('without an offset');
});

const WITH_FORMAT = ['--format', 'file:series.json'];
test.each([[[]], [WITH_FORMAT]])('different events that share an id are refused: %j', async (more) => {
  formatFile('series.json', { id: '{id}', title: '{title}', start: '{start}', end: '{end}' });
  const occurrence = (month: number, end: number, title = 'Yoga') => ({
    ...{ id: 5, title, start: `2026-0${month}-05T09:00:00Z`, end: `2026-0${month}-05T${end}:00:00Z` },
  });
  const [first, second] = [occurrence(2, 10), occurrence(3, 10)];
  const others = [occurrence(3, 11), occurrence(3, 10, 'Yin')];
  const { writeMonth } = newRecording('recorded');
  for (const [index, events] of [[first], [second], [second, ...others]].entries())
    writeMonth(index + 2, { result: JSON.stringify(events) });
  const { stdout, stderr } = await importRecorded('--skip-bad', ...more);
  expect(stdout).toMatch(/^read 4, added 1, .* refused 3\n/);
  expect(stderr).toMatch(/SelectEvents_3_2026\.json, element 1: id must be given once in an import/);
});

/** Serves months with one event each, except those in `faults`. SelectEvent faults for the id 0. */
async function serveMonths(faults: Record<number, Error>) {
  const asked: number[] = [];
  const service = {
    selectEventsRanged: async () => '[]',
    selectEvent: async (id: number) => {
      if (id === 0) throw new SoapException('There is no row at position 0.', { code: 'Server' });
      return `event ${id}`;
    },
    selectEvents: async (month: number) => {
      asked.push(month);
      const fault = faults[month];
      if (fault !== undefined) throw fault;
      return `[{"title":"M${month}","start":"2026-0${month}-01"}]`;
    },
  };
  return { asked, url: (await serveApp(service)).url };
}

test('an interrupted recording continues, and a half-written file is recorded again', async () => {
  const timeout = new SoapException('Timeout\u009b expired.', { code: 'Server' });
  const faults: Record<number, Error> = { 4: timeout };
  const { url, asked } = await serveMonths(faults);
  const fault = 'SelectEvents(month=4, year=2026) was answered with a fault: Timeout\\u009b expired.\n';
  expect(await recordMonths(url)).toEqual(failure(fault));
  delete faults[4];
  const half = path.join('recorded', 'SelectEvents_2_2026.json');
  writeFileSync(half, readFileSync(half, 'utf8').slice(0, 50));
  expect((await importRecorded()).stderr).toBe(`${half} is not a recorded call.\n`);
  writeFileSync(`${half}.0b5c.new`, 'x');
  expect((await recordMonths(url)).stdout).toBe('2 calls made, 3 answers in recorded\n');
  expect(asked).toEqual([2, 3, 4, 2, 4]);
  const nothing = '0 calls made, 3 answers in recorded: every answer was already there\n';
  expect((await recordMonths(url)).stdout).toBe(nothing);
  expect(await importRecorded()).toEqual(success(/^read 3, added 3/));
  const other = await serveMonths({});
  expect((await recordMonths(other.url)).stderr).toMatch(/already contains recordings of .*: give another/);
  expect(other.asked).toEqual([]);
});

test('a recording that stopped before its last call is unfinished until it is continued to its end', async () => {
  const faults: Record<number, Error> = { 4: new SoapException('Timeout expired.', { code: 'Server' }) };
  const { url } = await serveMonths(faults);
  await recordMonths(url);
  const unfinished = 'recorded is unfinished, because record stopped before its last call';
  const { code, stdout } = await importRecorded('--replace');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`note: ${unfinished}\n`)]);
  const format = ['format', '--from', 'recorded'];
  expect((await program.run(format)).stderr).toContain(`note: ${unfinished}\n`);
  const compared = await program.run(['compare', 'recorded', url]);
  expect(compared).toMatchObject({
    code: 1,
    stderr: `${unfinished}: start the same record command again.\n`,
  });
  expect(compared.stdout).toMatch(/^same 2, different 0, missing 0\n/);
  // A recorder does not know which calls are missing.
  await openForRecording('recorded', { address: `${url}/WebServices/Events.asmx`, namespace: NAMESPACE });
  expect((await program.run(['compare', 'recorded', url])).code).toBe(1);

  delete faults[4];
  await recordMonths(url);
  expect((await importRecorded('--replace')).stdout).not.toContain('unfinished');
  expect((await program.run(format)).stderr).not.toContain('unfinished');
  const stdoutOfSame = expect.stringMatching(/^same 3, different 0, missing 0\n/);
  expect(await program.run(['compare', 'recorded', url])).toEqual({
    code: 0,
    stdout: stdoutOfSame,
    stderr: '',
  });
});

test('a fault of SelectEvent is recorded as its answer, and the calls after it are made', async () => {
  const { url } = await serveMonths({});
  const note = 'note: 2 calls got a fault, first SelectEvent(intEventID=0, bolAsJSON=true)\n';
  const recorded = await recordMonths(url, '--events', '0,7');
  expect(recorded).toEqual(success(`7 calls made, 7 answers in recorded\n${note}`));
  const fault = { code: 'Server', text: expect.stringMatching(/There is no row at position 0\.$/) };
  const file = path.join('recorded', 'SelectEvent_0_false.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ fault });
  expect(resultIn('SelectEvent_7_false.json')).toBe('event 7');
  const { stdout } = await program.run(['compare', 'recorded', url]);
  expect(stdout).toMatch(/^same 7, different 0, missing 0\n/);
});

describe('a recorded answer that is not a list', () => {
  /** Records a list with an event in February and in April, and `result` in March. */
  function recordMarch(result: string | null): void {
    const { writeMonth } = newRecording('recorded');
    for (const month of [2, 3, 4]) {
      const event = `[{"title":"M${month}","start":"2026-0${month}-01"}]`;
      writeMonth(month, { result: month === 3 ? result : event });
    }
  }

  test.each<string | null>([
    null,
    '',
    '{"Success":false,"Error":"DB down","Data":null}',
    '{"Success":false,"Error":"DB down","Events":[]}',
    '["DB down"]',
    '<events><error>DB down</error></events>',
    'BEGIN:VCALENDAR\r\nX-ERROR:DB down',
    '<!DOCTYPE html><p>Sign in</p>',
    'ERROR: connection to SQL server lost',
    '<events><event>',
    '{"d":[',
  ])('%j is not an empty month', async (answer) => {
    recordMarch(answer);
    expect(await importRecorded('--replace')).toEqual(failure(/^\S+SelectEvents_3_2026\.json/));
    expect(await stored()).toEqual([]);
  });

  test.each(['\n [] ', '<events/>'])('%s is an empty month', async (answer) => {
    recordMarch(answer);
    const stdout = expect.stringMatching(/^read 2, added 2/);
    expect(await importRecorded()).toMatchObject({ code: 0, stdout });
  });

  test.each([
    [null, '"null", which is not a list of events'],
    ['{"d":[', ''],
  ])('with a format file, the recorded answer %j is not an empty month either', async (answer, sentence) => {
    const format = formatFile('kept.fmt', { title: '{title}', start: '{start}' });
    recordMarch(answer);
    const { stderr } = await importRecorded('--format', format);
    expect(stderr).toMatch(/^\S+SelectEvents_3_2026\.json/);
    expect(stderr).toContain(sentence);
  });
});

describe('a program that is not ASMX', () => {
  const wsdl = readFileSync(path.join(__dirname, '../../wsdl/Events.wsdl'), 'utf8');
  const withWsdl =
    (answer: RequestListener): RequestListener =>
    (request, response) => {
      if (request.url?.includes('WSDL')) response.end(wsdl);
      else answer(request, response);
    };

  const answerOf = (result: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><SelectEventsResponse xmlns="http://tempuri.org/"><SelectEventsResult>${result}</SelectEventsResult></SelectEventsResponse></s:Body></s:Envelope>`;

  const UTF_16 = '\ufeff<?xml version="1.0" encoding="utf-16"?>';
  test.each<[string, string, string, BufferEncoding]>([
    ['Content-Type', 'text/xml; charset=iso-8859-1', '', 'latin1'],
    ['XML', 'text/xml', '<?xml version="1.0" encoding="iso-8859-1"?>', 'latin1'],
    ['byte order mark', 'text/xml; charset=utf-16', UTF_16, 'utf16le'],
    ['default', 'text/xml', '', 'utf8'],
  ])('is recorded in the encoding of its %s', async (_where, type, before, encoding) => {
    const listener = withWsdl((_, response) =>
      response.setHeader('Content-Type', type).end(Buffer.from(before + answerOf('Café'), encoding)),
    );
    expect((await recordMonths((await answering(listener)).url)).stderr).toBe('');
    expect(resultIn('SelectEvents_2_2026.json')).toBe('Café');
  });

  test.each<[string, RequestListener, RegExp]>([
    [
      'a web server',
      (_, response) => response.end('<html></html>'),
      /not the WSDL of an ASMX service .*nothing can be recorded/,
    ],
    [
      'one that answers calls with HTML',
      withWsdl((_, response) => response.writeHead(500).end('<html>oops</html>')),
      /^SelectEvents\(month=2, year=2026\) was not answered: .* with status 500 \(no type\) and no result or fault that clients can read\.\n$/,
    ],
    [
      'one that changes to another protocol',
      ({ socket }) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      /can't be reached: it switches to another protocol\.\n$/,
    ],
    [
      'one that calls its bytes UTF-8 in the XML alone, and writes others',
      withWsdl((_, response) =>
        response
          .setHeader('Content-Type', 'text/xml; \u009b2J')
          .end(Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${answerOf('Café')}`, 'latin1')),
      ),
      /^SelectEvents\(month=2, year=2026\) was not answered: .* with status 200 \(text\/xml; \\u009b2J\) and no result or fault that clients can read\.\n$/,
    ],
    [
      'one that compresses answers, which no client has asked for',
      withWsdl((_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' })
          .end(gzipSync(answerOf('Café'))),
      ),
      /^SelectEvents\(month=2, year=2026\) was not answered: .* with status 200 \(text\/xml, gzip\) and no result or fault that clients can read\.\n$/,
    ],
    [
      'one that breaks off in the middle',
      withWsdl((request, response) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('<soap:Envelope');
        setTimeout(() => request.socket.destroy(), 20);
      }),
      /^SelectEvents\(month=2, year=2026\) was not answered: /,
    ],
  ])('%s is reported in a sentence, and no answer is saved', async (_what, listener, sentence) => {
    expect(await recordMonths((await answering(listener)).url)).toEqual(failure(sentence));
    expect(existsSync('recorded') ? readdirSync('recorded') : ['source.json']).toEqual(['source.json']);
  });
});
