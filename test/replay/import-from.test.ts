/** A running service of this interface as the source of an import, and of a proposed format. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCommand } from '../../src/commands/format';
import { importCommand } from '../../src/commands/import';
import { loadConfig } from '../../src/config';
import { SoapException } from '../../src/contract/errors';
import { json } from '../../src/formats/json';
import { openFormats } from '../../src/formats/open';
import { ignoreObservations } from '../../src/ops/observations';
import { EventService } from '../../src/service/event-service';
import { openStore } from '../../src/store/open';
import { usePostgres } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { listening } from '../support/listening';
import { runCommand } from '../support/run-command';
import { serveApp } from '../support/serve-app';

const old = usePostgres();
const mine = usePostgres();
const folder = mkdtempSync(path.join(tmpdir(), 'events-from-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MONTHS = ['--months', '2026-02..2026-04', '--rate', '1000'];

/** One that overlaps two months, one all-day, one moment, and one with what markup and JSON escape. */
const EVENTS = [
  { id: 1, title: 'Night', starts_at: '2026-02-28T22:00:00Z', ends_at: '2026-03-01T02:00:00Z' },
  { id: 2, title: 'Fair', starts_at: '2026-03-30Z', ends_at: '2026-04-02Z', all_day: true },
  { id: 3, title: 'Bell', starts_at: '2026-03-05T09:00:00Z', ends_at: '2026-03-05T09:00:00Z' },
  { id: 4, title: 'A & B <c> "d"', starts_at: '2026-04-05T09:00:00Z', ends_at: '2026-04-05T10:00:00Z' },
];

const DATABASE_URL = () => mine.config().databaseUrl ?? '';
const addressOf = ({ hostname, port }: { hostname: string; port: number }) => `http://${hostname}:${port}`;

async function serveOld(env: Record<string, string>): Promise<string> {
  const config = loadConfig({ ...env, DATABASE_URL: old.config().databaseUrl ?? '' });
  const store = await openStore(config, ignoreObservations);
  opened.push(store);
  return addressOf(await serveApp(new EventService(store, config, openFormats(config)), env));
}

const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  const database = await old.open();
  await insertEvents(database, EVENTS);
  await database.close();
});
beforeEach(async () => (await mine.open()).close());
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

async function stored(): Promise<readonly { title: string; start: string; end: string; allDay: boolean }[]> {
  const store = await openStore(mine.config(), ignoreObservations);
  const span = { from: Date.parse('2026-01-01Z'), to: Date.parse('2026-06-01Z') };
  const list = await store.listFragments({ span, timeZone: 'UTC', limit: 100 }, 'json', json.list);
  await store.close();
  return JSON.parse(list ?? '');
}

const EXPECTED = [
  { title: 'Night', start: '2026-02-28T22:00:00Z', end: '2026-03-01T02:00:00Z', allDay: false },
  { title: 'Bell', start: '2026-03-05T09:00:00Z', end: '2026-03-05T09:00:00Z', allDay: false },
  { title: 'Fair', start: '2026-03-30', end: '2026-04-02', allDay: true },
  { title: 'A & B <c> "d"', start: '2026-04-05T09:00:00Z', end: '2026-04-05T10:00:00Z', allDay: false },
];

test.each([
  ['json', 'month'],
  ['json', 'range'],
  ['icalendar', 'month'],
  ['xml', 'month'],
  ['fullcalendar', 'range'],
  ['bootstrap-calendar', 'month'],
] as const)('a service that answers in %s is read by %s, each event once', async (format, by) => {
  const url = await serveOld({ LIST_FORMAT: format });
  const args = ['--from', url, ...MONTHS, '--by', by];
  const run = await runCommand(importCommand, args, { env: { DATABASE_URL: DATABASE_URL() } });
  expect(run).toMatchObject({ code: 0, err: '3 calls made, 3 answers to read\n' });
  expect(run.out).toMatch(/^read 4, added 4, /);
  expect(await stored()).toMatchObject(EXPECTED);
});

test('an own shape is read by its format file, and another namespace makes no difference', async () => {
  const file = path.join(folder, 'old.json');
  const event = {
    EventID: '{id}',
    Name: '{title}',
    At: '{start:json-date}',
    Till: '{end:unix-s}',
    Whole: '{allDay}',
  };
  writeFileSync(file, JSON.stringify({ kind: 'json', event, list: { d: '{events}' } }));
  const url = await serveOld({ LIST_FORMAT: `file:${file}`, SERVICE_NAMESPACE: 'urn:old' });
  const args = ['--from', url, ...MONTHS, '--format', `file:${file}`];
  const run = await runCommand(importCommand, args, { env: { DATABASE_URL: DATABASE_URL() } });
  expect(run).toMatchObject({ code: 0 });
  expect(run.out.match(/the format does not carry/g)).toHaveLength(1);
  expect(await stored()).toMatchObject(EXPECTED);
});

test('a saved answer is read by a format file too', async () => {
  const [format, answer] = [path.join(folder, 'f.json'), path.join(folder, 'answer.txt')];
  writeFileSync(format, JSON.stringify({ kind: 'json', event: { N: '{title}', S: '{start}' } }));
  writeFileSync(answer, '[{"N":"One","S":"2026-03-01T09:00:00Z"},{"N":"Two","S":"soon"}]');
  const run = await runCommand(importCommand, ['--format', `file:${format}`, '--skip-bad', answer], {
    env: { DATABASE_URL: DATABASE_URL() },
  });
  expect(run.code).toBe(0);
  expect(run.out).toMatch(/^read 2, added 1, .*refused 1/);
  expect(run.err).toMatch(/left out: .*answer\.txt, element 2: "soon" is not as "\{start\}" writes it/);
});

test('--zone, by its Windows name too, is the zone of a format file', async () => {
  const [format, answer] = [path.join(folder, 'local.json'), path.join(folder, 'local.txt')];
  const event = { N: '{title}', S: '{start@local:dd/MM/yyyy HH:mm}' };
  writeFileSync(format, JSON.stringify({ kind: 'json', event }));
  writeFileSync(answer, '[{"N":"Summer","S":"01/04/2026 09:00"}]');
  const argv = ['--format', `file:${format}`, '--zone', 'W. Europe Standard Time', answer];
  const env = { DATABASE_URL: DATABASE_URL(), TIME_ZONE: 'Asia/Tokyo' };
  expect(await runCommand(importCommand, argv, { env })).toMatchObject({ code: 0 });
  expect(await stored()).toMatchObject([{ title: 'Summer', start: '2026-04-01T07:00:00Z' }]);
});

test('a walk that was broken off goes on where it was', async () => {
  const state = path.join(folder, 'state.jsonl');
  let failing = true;
  let calls = 0;
  const service = {
    selectEventsRanged: async () => '[]',
    selectEvent: async () => 'null',
    selectEvents: async (month: number) => {
      calls += 1;
      if (month === 4 && failing) throw new SoapException('Timeout expired.', { code: 'Server' });
      return `[{"id":${month},"title":"M${month}","start":"2026-0${month}-01","allDay":true}]`;
    },
  };
  const url = addressOf(await serveApp(service));
  const run = () =>
    runCommand(importCommand, ['--from', url, ...MONTHS, '--state', state], {
      env: { DATABASE_URL: DATABASE_URL() },
    });
  expect(await run()).toEqual({
    code: 1,
    out: '',
    err: 'SelectEvents(month=4, year=2026) was answered with a fault: Timeout expired.\n',
  });
  expect(await stored()).toEqual([]);
  failing = false;
  expect(await run()).toMatchObject({ code: 0, err: '1 call made, 3 answers to read\n' });
  expect(calls).toBe(4);
  const other = addressOf(await serveApp(service));
  const wrong = await runCommand(importCommand, ['--from', other, ...MONTHS, '--state', state], {
    env: { DATABASE_URL: DATABASE_URL() },
  });
  expect(wrong.err).toMatch(/^The state file .* can't be used: it does not hold answers of /);
});

/** A service whose months are answered by `answers`, else each with an event. */
async function serveMonths(answers: Readonly<Record<number, string | null>>) {
  const asked: number[] = [];
  const service = {
    selectEventsRanged: async () => '[]',
    selectEvent: async () => 'null',
    selectEvents: async (month: number) => {
      asked.push(month);
      const answer = answers[month];
      return answer === undefined ? `[{"title":"M${month}","start":"2026-0${month}-01"}]` : answer;
    },
  };
  return { asked, url: addressOf(await serveApp(service)) };
}

const importMonths = (url: string, ...more: string[]) =>
  runCommand(importCommand, ['--from', url, ...MONTHS, ...more], { env: { DATABASE_URL: DATABASE_URL() } });

describe('an answer that is no list', () => {
  test.each<[string | null, string[]]>([
    ['ERROR: connection to SQL server lost', []],
    ['ERROR: connection to SQL server lost', ['--format', 'csv']],
    [null, []],
    ['', []],
    ['null', []],
    ['""', []],
    ['{"Success":false,"Error":"DB down","Data":null}', []],
    ['{"Success":false,"Error":"DB down","Events":[]}', []],
    ['{"d":"null"}', []],
    ['{"Code":5,"Events":[]}', []],
    ['["DB down"]', []],
  ])('%j is no month without events, even with %j', async (answer, more) => {
    const { url } = await serveMonths({ 3: answer });
    const run = await importMonths(url, '--replace', ...more);
    expect(run).toMatchObject({ code: 1, out: '' });
    if (more.length === 0)
      expect(run.err).toMatch(/^SelectEvents\(month=3, year=2026\) was answered with ".*", which is no list/);
    expect(await stored()).toEqual([]);
  });

  test.each([
    '[]',
    '{"d":[]}',
    '{"d":"[]"}',
    '{"d":{"results":[]}}',
    '{"success":1,"result":[]}',
    '{"Success":true,"Error":null,"Message":"","Count":0,"Events":[]}',
    '<events/>',
  ])('%s is one', async (answer) => {
    const { url } = await serveMonths({ 3: answer });
    expect(await importMonths(url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^read 2, added 2/),
    });
  });

  test('one of CSV has a header', async () => {
    const csv = 'title,start\nA,2026-03-01\n';
    const { url } = await serveMonths({ 2: csv, 3: 'Title;"Start"\n', 4: csv });
    expect(await importMonths(url, '--format', 'csv')).toMatchObject({ code: 0 });
  });

  test('it is not kept: the same command asks for it again', async () => {
    const state = path.join(folder, 'bad.jsonl');
    const answers: Record<number, string> = { 3: 'ERROR: connection to SQL server lost' };
    const { url, asked } = await serveMonths(answers);
    const failed = await importMonths(url, '--state', state);
    expect(failed.err).toContain(`${state} does not keep it: the same command asks for it again`);
    delete answers[3];
    const run = await importMonths(url, '--state', state);
    expect(run).toMatchObject({ code: 0, err: '2 calls made, 3 answers to read\n' });
    expect(asked).toEqual([2, 3, 3, 4]);
  });

  test('objects that are no events are not kept either', async () => {
    const state = path.join(folder, 'codes.jsonl');
    const { url, asked } = await serveMonths({ 3: '{"Errors":[{"Code":5,"Reason":"DB down"}]}' });
    for (let run = 0; run < 2; run++) {
      const { err } = await importMonths(url, '--state', state);
      expect(err).toMatch(/^SelectEvents\(month=3, year=2026\) has nothing that is called title or start/);
    }
    expect(asked).toEqual([2, 3, 3]);
  });

  test('a count that differs from the format’s is said once', async () => {
    const file = path.join(folder, 'count.fmt');
    const event = { title: '{title}', start: '{start}' };
    writeFileSync(file, JSON.stringify({ kind: 'json', event, list: { Count: 4, d: '{events}' } }));
    const answer = (Count: number) =>
      JSON.stringify({ Count, d: [{ title: `${Count}`, start: '2026-03-01' }] });
    const { url } = await serveMonths({ 2: answer(4), 3: answer(5), 4: answer(6) });
    const { code, out } = await importMonths(url, '--format', `file:${file}`);
    expect({
      code,
      said: out.match(/around the events, Count, 4 in the format, came as another value/g),
    }).toEqual({
      code: 0,
      said: [expect.anything()],
    });
  });

  test('by a format file neither, and one that was kept is asked for again', async () => {
    const [state, file] = [path.join(folder, 'kept.jsonl'), path.join(folder, 'kept.fmt')];
    const format = { kind: 'json', event: { title: '{title}', start: '{start}' } };
    writeFileSync(file, JSON.stringify(format));
    const { url, asked } = await serveMonths({ 3: null });
    const head = { address: `${url}/WebServices/Events.asmx` };
    const kept = { question: 'SelectEvents(month=2, year=2026)', answer: 'ERROR' };
    writeFileSync(state, `${JSON.stringify(head)}\n${JSON.stringify(kept)}\n`);
    const args = ['--state', state, '--format', `file:${file}`];
    const run = await importMonths(url, ...args);
    expect(run.err).toMatch(/^SelectEvents\(month=3, year=2026\) was answered with "null", which is no list/);
    expect(asked).toEqual([2, 3]);
    writeFileSync(file, JSON.stringify({ ...format, none: null }));
    expect(await importMonths(url, ...args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^read 2/),
    });
    expect(asked).toEqual([2, 3, 3, 4]);
  });
});

test('nobody is asked for events that there is no database for', async () => {
  const { url, asked } = await serveMonths({});
  const run = await runCommand(importCommand, ['--from', url, ...MONTHS], {
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  });
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/can't be reached/);
  expect(asked).toEqual([]);
});

describe('what is no such service', () => {
  const wsdl = readFileSync(path.join(__dirname, '../../wsdl/Events.wsdl'), 'utf8');
  const EMPTY_MONTH =
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><SelectEventsResponse><SelectEventsResult>[]</SelectEventsResult></SelectEventsResponse></s:Body></s:Envelope>';
  const answering =
    (answer: RequestListener): RequestListener =>
    (request, response) => {
      if (request.url?.includes('WSDL')) response.end(wsdl);
      else answer(request, response);
    };

  test.each<[string, RequestListener, RegExp]>([
    [
      'a web server',
      (_, response) => response.end('<html></html>'),
      /no WSDL of an ASMX service .*nothing was read/,
    ],
    [
      'one that answers calls with HTML',
      answering((_, response) => response.writeHead(500).end('<html>oops</html>')),
      /^SelectEvents\(month=2, year=2026\) was not answered: .* with 500 and no envelope\.\n$/,
    ],
    [
      'one that breaks off in the middle',
      answering((request, response) => {
        response.writeHead(200, { 'Content-Length': 1000 });
        response.write('<soap:Envelope');
        setTimeout(() => request.socket.destroy(), 20);
      }),
      /^SelectEvents\(month=2, year=2026\) was not answered, though asked 3 times: /,
    ],
  ])('%s is told in a sentence, and nothing is imported', async (_what, listener, sentence) => {
    const url = addressOf(await listening(createServer(listener)));
    const run = await runCommand(importCommand, ['--from', url, ...MONTHS], {
      env: { DATABASE_URL: DATABASE_URL() },
    });
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(sentence);
    expect(await stored()).toEqual([]);
  });

  test.each<[string, string[], number, RegExp]>([
    [
      'is told how often it was asked',
      [],
      3,
      /was not answered, though asked 3 times: .* with 503 and no envelope/,
    ],
    ['is asked no more than allowed', ['--max-calls', '3'], 3, /was not answered, though asked 2 times: /],
  ])('one that answers 503 %s', async (_what, more, calls, sentence) => {
    let made = 0;
    // With --max-calls 3 the first month takes one of the three calls.
    const answers = more.length > 0 ? [EMPTY_MONTH] : [];
    const listener = answering((_, response) => {
      const answer = answers[made++];
      if (answer === undefined) response.writeHead(503).end('busy');
      else response.end(answer);
    });
    const run = await importMonths(addressOf(await listening(createServer(listener))), ...more);
    expect({ made, code: run.code }).toEqual({ made: calls, code: 1 });
    expect(run.err).toMatch(sentence);
  });

  test('one that answers 503 for a moment is asked again', async () => {
    let made = 0;
    const listener = answering((_, response) => {
      if (made++ < 2) response.writeHead(503).end('busy');
      else response.end(EMPTY_MONTH);
    });
    const url = addressOf(await listening(createServer(listener)));
    const run = await importMonths(url, '--allow-empty');
    expect(run).toMatchObject({ code: 0, err: '5 calls made, 3 answers to read\n' });
  });

  test.each([
    [['--from', 'ftp://x'], 2, /--from must be an address of the form/],
    [['--from', 'http://127.0.0.1:1', '--months', '2026-13..2026-14'], 2, /--months must be two months/],
    [['--from', 'http://127.0.0.1:1', '--rate', '0'], 2, /--rate must be a whole number/],
    [['--from', 'http://127.0.0.1:1', 'a.csv'], 2, /not both/],
    [['--months', '2026-01..2026-02', 'a.csv'], 2, /--months goes with --from/],
    [['--from', 'http://127.0.0.1:1', ...MONTHS], 1, /can't be reached/],
  ])('%j ends with %i and a sentence', async (args, code, sentence) => {
    const run = await runCommand(importCommand, args, { env: { DATABASE_URL: DATABASE_URL() } });
    expect(run.code).toBe(code);
    expect(run.err).toMatch(sentence);
  });

  test('more calls than are allowed are not begun', async () => {
    const url = await serveOld({});
    const args = ['--from', url, '--months', '2020-01..2026-12', '--max-calls', '20'];
    const run = await runCommand(importCommand, args, { env: { DATABASE_URL: DATABASE_URL() } });
    expect(run.err).toMatch(/^84 calls would be needed, more than --max-calls 20 allows/);
  });
});

test('a format is proposed from a saved answer, and serves', async () => {
  const answer = path.join(folder, 'saved.json');
  writeFileSync(
    answer,
    '{"d":[{"EventID":7,"EventName":"Fair","StartDate":"/Date(1772355600000)/","EndDate":"/Date(1772359200000)/"}]}',
  );
  const proposed = await runCommand(formatCommand, ['--from', answer], { env: {} });
  expect(proposed).toMatchObject({ code: 0, err: '' });
  const file = path.join(folder, 'proposed.json');
  writeFileSync(file, proposed.out);
  const run = await runCommand(importCommand, ['--format', `file:${file}`, answer], {
    env: { DATABASE_URL: DATABASE_URL() },
  });
  expect(run.out).toMatch(/^read 1, added 1/);
});

test('a proposed format keeps all-day events on their days', async () => {
  const [answer, file] = [path.join(folder, 'days.json'), path.join(folder, 'days.fmt')];
  const days = [Date.parse('2026-03-06T23:00:00Z'), Date.parse('2026-03-07T23:00:00Z')];
  const [Start, End] = days.map((instant) => `/Date(${instant})/`);
  writeFileSync(answer, JSON.stringify({ d: [{ Id: 18, Title: 'Fair', Start, End, AllDay: true }] }));
  const env = { DATABASE_URL: DATABASE_URL(), TIME_ZONE: 'Europe/Berlin' };
  writeFileSync(file, (await runCommand(formatCommand, ['--from', answer], { env })).out);
  const argv = ['--format', `file:${file}`, answer];
  expect(await runCommand(importCommand, argv, { env })).toMatchObject({ code: 0 });
  expect(await stored()).toMatchObject([{ start: '2026-03-07', end: '2026-03-08' }]);
  const elsewhere = await runCommand(importCommand, [...argv, '--zone', 'Asia/Tokyo'], { env });
  expect(elsewhere).toMatchObject({ code: 1, out: '' });
  expect(elsewhere.err).toMatch(
    /days\.json, element 1: its start is 2026-03-06T23:00:00Z, no midnight in the time zone/,
  );
});

test('a format is proposed from a running service, or it is said that there are no events', async () => {
  const year = new Date().getUTCFullYear();
  const service = (events: string) => ({
    selectEventsRanged: async () => '[]',
    selectEvent: async () => 'null',
    selectEvents: async (month: number) => (month === 12 ? events : '[]'),
  });
  const url = addressOf(
    await serveApp(service(`[{"EventID":1,"Title":"x","Start":"${year}-12-01T09:00:00"}]`)),
  );
  const proposed = await runCommand(formatCommand, ['--from', url], { env: {} });
  expect(JSON.parse(proposed.out)).toMatchObject({
    kind: 'json',
    event: { EventID: '{id}', Title: '{title}' },
  });
});
