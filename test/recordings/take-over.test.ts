/** The six commands of docs/events.md replace an old service that has another format. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareCommand } from '../../src/cli/compare';
import { SoapException } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';
import { escapeMarkup } from '../../src/lib/text/markup';
import { failure, success, useCommands } from '../support/commands';
import { type TestEngine, usePostgres } from '../support/databases';
import { callThrough } from '../support/four-bindings';
import { answering } from '../support/listening';
import { newRecording } from '../support/recording';
import { collect } from '../support/run-command';
import { serveApp } from '../support/serve-app';

const program = useCommands();
const [first, second] = [usePostgres(), usePostgres()];
const storeOf = (engine: TestEngine) => ({ DATABASE_URL: engine.config().databaseUrl ?? '' });

interface LegacyEvent {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly place: string | null;
}

const at = (text: string) => Date.parse(text);
/**
 * Each month has two events: one in the evening, which every second month has no end, and one over the end of the
 * month.
 */
const EVENTS: readonly LegacyEvent[] = Array.from({ length: 12 }, (_, month): LegacyEvent[] => {
  const two = String(month + 1).padStart(2, '0');
  const start = at(`2026-${two}-05T19:30:00Z`);
  const night = Date.UTC(2026, month + 1, 1) - 7_200_000;
  const concert = { name: `Konzert „${two}“ <&>`, start, end: start + (month % 2) * 5_400_000 };
  return [
    { id: 2 * month + 1, ...concert, place: 'Großer Saal' },
    { id: 2 * month + 2, name: `Night ${two}`, start: night, end: night + 14_400_000, place: null },
  ];
}).flat();

const written = ({ id, name, start, end, place }: LegacyEvent) => ({
  EventID: id,
  Name: name,
  Begins: `/Date(${start})/`,
  Ends: end === start ? null : `/Date(${end})/`,
  Where: place,
});

/** Writes JSON as .NET's JavaScriptSerializer does. */
const serialized = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[<>&']/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)
    .replace(/"\/(Date\(\d+\))\/"/g, '"\\/$1\\/"');

/**
 * Answers like a script service of ASP.NET, and unlike every built-in format: the last event comes first, and a list
 * without events is empty.
 */
const LEGACY: EventsPortType = {
  async selectEvents(month, year) {
    if (month < 1 || month > 12) throw new SoapException('month must be from 1 to 12.', { code: 'Client' });
    const [from, to] = [Date.UTC(year, month - 1), Date.UTC(year, month)];
    const found = EVENTS.filter(({ start, end }) => start < to && end > from);
    return found.length === 0 ? '' : serialized({ d: found.toReversed().map(written) });
  },
  selectEventsRanged: async () => '{"d":[]}',
  async selectEvent(id, asJson) {
    const event = EVENTS.find((one) => one.id === id);
    if (!asJson)
      return event === undefined ? '<Event xsi:nil="true" xmlns:xsi="urn:xsi" />' : elementOf(event);
    // Only SelectEvent shows the details, and only the lists show the id.
    if (event === undefined) return '{"d":null}';
    const { EventID: _, ...shown } = written(event);
    return serialized({ d: { ...shown, Details: `More of ${id}` } });
  },
};

const elementOf = ({ id, name, start, end, place }: LegacyEvent) =>
  `<Event><Id>${id}</Id><Name>${escapeMarkup(name)}</Name><Begins>${new Date(start).toISOString()}</Begins>` +
  `${end === start ? '' : `<Ends>${new Date(end).toISOString()}</Ends>`}<Where>${place ?? ''}</Where></Event>`;

/** Records the answers of a legacy service to the calls. */
const record = ({ url }: { readonly url: string }, calls: readonly string[], out: string) =>
  program.run(['record', '--from', url, '--rate', '1000', ...calls, '--out', out]);

test('record, format, import, serve and compare lead to no differences', async () => {
  // The lists have members that SelectEvent does not show.
  const selectEvents: EventsPortType['selectEvents'] = async (month, year) =>
    (await LEGACY.selectEvents(month, year))?.replace(
      /"EventID":(\d+)/g,
      '$&,"Guid":"g$1","Fee":{"VAT":7.0,"Net":$1.50}',
    ) ?? '';
  const legacy = await serveApp({ ...LEGACY, selectEvents });
  const recorded = await record(legacy, ['--months', '2026-01..2027-03', '--events', '1..24,99'], 'recorded');
  expect(recorded).toMatchObject({ code: 0, stdout: '65 calls made, 65 answers in recorded\n' });
  const recorder = program.begin(['record', '--upstream', legacy.url, '--out', 'recorded'], { PORT: '0' });
  const [, proxyUrl = ''] = await recorder.printed(/Call (http:\S+) to record/);
  const proxy = { url: proxyUrl };
  const single = { intEventID: '2', bolAsJSON: 'true' };
  for (const binding of ['soap11', 'soap12', 'httpget', 'httppost'] as const)
    await callThrough(binding, 'SelectEvent', single, proxy);
  await callThrough('soap12', 'SelectEvents', { month: '13', year: '2026' }, proxy);
  await callThrough('httpget', 'SelectEvent', { intEventID: '99', bolAsJSON: 'true' }, proxy);
  recorder.signal('SIGTERM');
  expect(await recorder.exit).toMatchObject({ code: 0 });

  const env: Record<string, string> = storeOf(first);
  for (const [setting, counts] of [
    ['LIST_FORMAT', /^read 24, added 24, changed 0, unchanged 0, removed 0, refused 0/],
    [
      'EVENT_JSON_FORMAT',
      /^read 24, added 0, changed 24, unchanged 0, removed 0, refused 0(?!.*of SelectEvent left out)/s,
    ],
    // If there is no event, the answer is an element with the event's name.
    ['EVENT_TEXT_FORMAT', /^read 24, added 0, changed 0, unchanged 24, removed 0, refused 0/],
  ] as const) {
    const format = await program.run(['format', '--from', 'recorded', '--for', setting]);
    expect(format).toMatchObject({ code: 0 });
    writeFileSync(`${setting}.json`, format.stdout);
    env[setting] = `file:${setting}.json`;
    const options = setting === 'LIST_FORMAT' ? [] : ['--for', setting];
    const imported = await program.run(['import', ...options, '--format', env[setting], 'recorded'], env);
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(counts) });
  }
  const { url } = await program.serve(env);
  const result =
    'same 70, different 0, missing 0\nnot compared, because the recording has no calls of them: SelectEventsRanged\n';
  expect(await program.run(['compare', 'recorded', url])).toEqual(success(result));
});

test('a service that has no result without events is taken over without a difference, too', async () => {
  const legacy = await serveApp({
    ...LEGACY,
    selectEvents: async (month, year) => (await LEGACY.selectEvents(month, year)) || null,
    selectEvent: async (id, asJson) => (id > 24 ? null : await LEGACY.selectEvent(id, asJson)),
  });
  await record(legacy, ['--months', '2026-11..2027-03', '--events', '21..25'], 'nothing');
  const env: Record<string, string> = storeOf(second);
  for (const setting of ['LIST_FORMAT', 'EVENT_JSON_FORMAT', 'EVENT_TEXT_FORMAT']) {
    const { stdout, stderr } = await program.run(['format', '--from', 'nothing', '--for', setting]);
    expect(stderr).not.toMatch(/write it as the member empty|no answer is for an event that does not exist/);
    env[setting] = `file:${setting}-nothing.json`;
    writeFileSync(`${setting}-nothing.json`, stdout);
    const imported = await program.run(
      ['import', '--for', setting, '--format', env[setting], 'nothing'],
      env,
    );
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^read [45], .* refused 0\n/) });
  }
  const { url } = await program.serve(env);
  expect(await program.run(['compare', 'nothing', url])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^same 15, different 0, missing 0\n/),
  });
});

/** Writes a small recording with each kind of answer, over three bindings. */
async function recordSmall(folder: string, months = [1, 2, 3]): Promise<void> {
  const { writeMonth } = newRecording(folder);
  for (const [index, month] of months.entries()) {
    const result = await LEGACY.selectEvents(month, 2026);
    writeMonth(month, { bindings: [['soap11', 'httpget', 'httppost'][index % 3]], result });
  }
  const fault = { code: 'Client', text: 'month must be from 1 to 12.' };
  writeMonth(13, { bindings: ['soap12'], fault });
}

describe('compare', () => {
  type Months = EventsPortType['selectEvents'];
  const changed =
    (change: (answer: string) => string): Months =>
    async (month, year) =>
      change((await LEGACY.selectEvents(month, year)) ?? '');
  /** In the recording the month after December has a fault. */
  const inMonth13 =
    (answer: () => Promise<string>): Months =>
    (month, year) =>
      month > 12 ? answer() : LEGACY.selectEvents(month, year);
  const fault = (text: string) => () => Promise.reject(new SoapException(text, { code: 'Server' }));

  test.each<[string, number, Months, RegExp]>([
    [
      'a member',
      3,
      changed((answer) => answer.replaceAll(/,"Where":("[^"]*"|null)/g, '')),
      /^left out \(d\.Where\) in 3 calls, such as SelectEvents\(month=1, year=2026\) by soap11\n {2}from character 106: recorded ".*Where.*", answered ".*\},\{.*"\nnot compared/,
    ],
    [
      'a name and a text that would clear a terminal',
      3,
      changed((answer) => answer.replaceAll('"Where":', '"\u009b2J":"\u009b2J","Where":')),
      /^added \(d\.\\u009b2J\) in 3 calls.*\n {2}.*answered ".*\\u009b2J.*"\nnot compared/,
    ],
    [
      'two kinds in one answer',
      3,
      changed((answer) => answer.replaceAll('\\/', '/').replace('Night 02', 'Day 02')),
      /escape \(d\.Begins\) in 3 calls(?:.|\n)*value \(d\.Name\) in 2 calls/,
    ],
    [
      'a fault code and a fault text',
      1,
      inMonth13(fault('No month.')),
      /^fault code in 1 call(?:.|\n)*\nfault text in 1 call/,
    ],
    ['a result for a fault', 1, inMonth13(async () => '{"d":[]}'), /^result instead of a fault in 1 call/],
    ['faults for results', 4, fault('No.'), /fault instead of a result in 3 calls/],
    [
      'null for a text',
      3,
      async (month, year) => (month > 12 ? LEGACY.selectEvents(month, year) : null),
      /^no result in 3 calls/,
    ],
  ])('finds the difference of %s in %i calls', async (_what, different, selectEvents, kinds) => {
    await recordSmall('small');
    const { url } = await serveApp({ ...LEGACY, selectEvents });
    const { code, stdout, stderr } = await program.run(['compare', 'small', url]);
    const [first, ...rest] = stdout.split('\n');
    const counts = `same ${4 - different}, different ${different}, missing 0`;
    expect({ code, first, stderr }).toEqual({ code: 1, first: counts, stderr: '' });
    expect(rest.join('\n')).toMatch(kinds);
  });

  const wsdl = readFileSync(path.join(__dirname, '../../wsdl/Events.wsdl'), 'utf8');

  test('unanswered calls are reported as missing, and no more are sent after three in a row', async () => {
    await recordSmall('small');
    let calls = 0;
    const { url } = await answering((request, response) => {
      if (request.url?.includes('WSDL')) response.end(wsdl);
      else if (++calls % 2 === 0) request.socket.destroy();
      else response.writeHead(calls === 1 ? 404 : 503).end();
    });
    const run = await program.run(['compare', 'small', url]);
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(/^same 0, different 0, missing 4\n/);
    for (const status of [404, 503]) expect(run.stdout).toContain(`no answer (status ${status}) in 1 call`);
    expect(calls).toBe(3);
  });

  test('an answer between two losses shows that the service is still there', async () => {
    await recordSmall('longer', [1, 2, 3, 4, 5, 6]);
    let calls = 0;
    const { url } = await answering((request, response) => {
      if (request.url?.includes('WSDL')) response.end(wsdl);
      else response.writeHead(++calls % 3 === 0 ? 500 : 404).end();
    });
    const { stdout } = await program.run(['compare', 'longer', url]);
    expect([calls, stdout]).toEqual([7, expect.stringMatching(/^same 0, different 2, missing 5\n/)]);
  });

  test('a page in place of an answer is a difference, and --verbose names each call', async () => {
    await recordSmall('small');
    const lines: string[] = [];
    const { url } = await answering((request, response) => {
      if (request.url?.includes('WSDL')) return response.end(wsdl);
      lines.push(`${request.method} ${request.url?.replace(/^.*asmx/, '')}`);
      return response.writeHead(500).end('<p>Oops\u001b[2J\u009b2J');
    });
    const { code, stdout } = await program.run(['compare', '--verbose', 'small', url]);
    expect(code).toBe(1);
    expect(stdout).toContain('SelectEvents(month=2, year=2026) by httpget:\n  unreadable answer');
    expect(stdout).toContain('same 0, different 4, missing 0\n');
    for (const control of ['\u001b', '\u009b']) expect(stdout).not.toContain(control);
    expect(lines).toEqual(['POST ', 'POST ', 'GET /SelectEvents?month=2&year=2026', 'POST /SelectEvents']);
  });

  test('the number of calls is shown on a terminal, and cleared before anything else is written', async () => {
    await recordSmall('small');
    const { url } = await serveApp({ ...LEGACY, selectEvents: async () => '[]' });
    const { context, text } = collect({});
    const screen = Object.assign(context.stderr, { isTTY: true });
    await compareCommand(['--verbose', 'small', url], { ...context, stdout: screen });
    await new Promise((resolve) => setImmediate(resolve));
    expect(text.stderr).toContain('\r\u001b[K1 calls made');
    const lines = text.stderr.split('\n').map((line) => line.split('\u001b[K').at(-1));
    expect(lines.join('\n')).not.toContain('calls made');
    const other = collect({});
    Object.assign(other.context.stdout, { isTTY: true });
    await compareCommand(['small', url], other.context);
    expect(other.text.stdout).toMatch(/^same /);
  });

  test('an impossible comparison ends with one sentence', async () => {
    await recordSmall('small');
    await recordSmall('copied');
    copyFileSync('copied/SelectEvents_1_2026.json', 'copied/SelectEvents_4_2026.json');
    const other = await serveApp(LEGACY, { SERVICE_NAMESPACE: 'urn:other' });
    const { url: page } = await answering((_request, response) => response.end('<html></html>'));
    const refused: [string[], RegExp][] = [
      [
        ['copied', page],
        /^copied\/SelectEvents_4_2026\.json has a call that another file has, too: SelectEvents\(month=1, year=2026\)\.\n$/,
      ],
      [['small', page], /is not the WSDL of an ASMX service \(status 200\): nothing was compared\.\n$/],
      [
        ['small', other.url],
        /has the namespace urn:other, but small was recorded in .*, so nothing was compared: start the service with SERVICE_NAMESPACE=\S+\.\n$/,
      ],
    ];
    for (const [args, sentence] of refused) {
      const run = await program.run(['compare', ...args]);
      expect({ args, ...run }).toEqual({ args, ...failure(sentence) });
    }
  });
});
