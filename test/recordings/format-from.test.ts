/** `format` infers from a recording, and from a running service without pauses between its calls. */
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import timers from 'node:timers/promises';
import { recordCommand } from '../../src/cli/record';
import type { EventsPortType } from '../../src/contract/operations';
import { escapeRegExp } from '../../src/lib/text/regexp';
import * as client from '../../src/recordings/client';
import { failure, useCommands } from '../support/commands';
import { newRecording } from '../support/recording';
import { collect } from '../support/run-command';
import { serveApp } from '../support/serve-app';

const program = useCommands();
const formatFrom = (from: string, ...more: string[]) => program.run(['format', '--from', from, ...more]);

type Exports = Readonly<Record<string, unknown>>;

const { rateLimit: realRateLimit } = client;
const turn = jest.fn(async () => {});
const rateLimit = jest.fn((_perSecond: number) => turn);
beforeEach(() => {
  rateLimit.mockClear();
  turn.mockClear();
  jest.spyOn(client as Exports, 'rateLimit', 'get').mockReturnValue(rateLimit);
});

const YEAR = new Date().getUTCFullYear();

const serveMonths = (selectEvents: EventsPortType['selectEvents']) =>
  serveApp({ selectEventsRanged: async () => '[]', selectEvent: async () => 'null', selectEvents });

/**
 * Infers a format from a service that answers each month with `answerOf`.
 * @param behind text after the address of the service
 */
async function propose(answerOf: (month: number, year: number) => string | null, behind = '') {
  const asked: string[] = [];
  const { url } = await serveMonths(async (month, year) => {
    asked.push(`${year}-${month}`);
    return answerOf(month, year);
  });
  return { ...(await formatFrom(url.replace('http', 'HTTP') + behind)), asked };
}

test('a service is called for the months of two years, at one rate', async () => {
  const { code, stderr, asked } = await propose(() => '[]');
  expect({ code, calls: asked.length }).toEqual({ code: 1, calls: 24 });
  expect(stderr).toContain(`has no events in ${YEAR - 1} and ${YEAR}`);
  expect(turn).toHaveBeenCalledTimes(24);
  expect(rateLimit.mock.calls).toEqual([[2]]);
});

test('a month is asked for only when it is its turn', async () => {
  const asked: number[] = [];
  const { url } = await serveMonths(async (month) => {
    asked.push(month);
    return '[]';
  });
  turn.mockResolvedValueOnce().mockResolvedValueOnce().mockRejectedValueOnce(new Error('no turn'));
  await expect(formatFrom(url)).rejects.toThrow('no turn');
  expect(asked).toEqual([1, 2]);
});

const SEPTEMBER = { EventID: 1, Title: 'x', Start: `${YEAR}-09-01` };

test('times of day and a place are found even if only one of the months has them', async () => {
  const event = SEPTEMBER;
  const answers: Record<number, string> = {
    9: JSON.stringify({ d: [event, { ...event, EventID: 2 }] }),
    8: JSON.stringify({ d: [{ ...event, EventID: 3, Start: `${YEAR}-08-01T09:00:00Z`, Place: 'Hall' }] }),
    7: 'ERROR: DB down',
  };
  const { code, stdout } = await propose((month) => answers[month] ?? '{"d":[]}');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    event: { Title: '{title}', Start: '{start}', Place: '{location?}' },
    list: { d: '{events}' },
  });
});

test('months without a result are lists without events', async () => {
  const { code, stdout } = await propose((month) => (month === 9 ? JSON.stringify([SEPTEMBER]) : null));
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, empty: null });
});

test('a line end after the JSON of an answer is a difference', async () => {
  const answer = `${JSON.stringify([SEPTEMBER])}\n`;
  const { code, stderr } = await propose((month) => (month === 9 ? answer : '[]'));
  expect(code).toBe(0);
  expect(stderr).toMatch(/the same to a parser\): the format writes ".*}]", not ".*}]\\n"/);
});

test('--for reads the answers of SelectEvent that the setting writes, and needs a recording of them', async () => {
  const { folder, writeSingle } = newRecording();
  const formatFor = (setting: string, from = folder) => formatFrom(from, '--for', setting);
  const event = { Nr: 1, Title: 'x', Start: '2026-03-01T09:00:00Z' };
  writeSingle(1, true, { result: JSON.stringify(event) });
  writeSingle(9, true, { result: '' });
  writeSingle(8, true, { fault: { code: 'Server', text: 'x' } });
  const { code, stdout, stderr } = await formatFor('EVENT_JSON_FORMAT');
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, event: { Title: '{title}' }, empty: '' });
  expect(stderr).toContain(`note: not read from ${folder}: 1 call that got a fault\n`);
  const none = `${folder} has no answer of SelectEvent for EVENT_TEXT_FORMAT that is an event in JSON or XML. Record some with events-query record --events. For events in text, docs/events.md shows a format file.\n`;
  expect(await formatFor('EVENT_TEXT_FORMAT')).toEqual(failure(none));
  writeSingle(3, false, { result: '' });
  expect(await formatFor('EVENT_TEXT_FORMAT')).toEqual(failure(none));
  writeSingle(2, false, { result: '{&quot;Nr&quot;:1}' });
  writeSingle(1, false, { result: null });
  const escaped = `${folder} has answers of SelectEvent for EVENT_TEXT_FORMAT such as "{&quot;Nr&quot;:1}", which are not events in JSON or XML: for events in text, docs/events.md shows a format file.\n`;
  expect(await formatFor('EVENT_TEXT_FORMAT')).toEqual(failure(escaped));
  writeSingle(2, false, { result: '<div><h2>Choir</h2><p>Hall</p></div>' });
  expect(await formatFor('EVENT_TEXT_FORMAT')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('<h2>{extra.h2}</h2>'),
    stderr: expect.stringContaining('no title was found: {title} may be at "h2"'),
  });
  const text = `<Event><Nr>1</Nr><Title>x</Title><Start>${event.Start}</Start></Event>`;
  writeSingle(1, false, { result: text });
  expect(JSON.parse((await formatFor('EVENT_TEXT_FORMAT')).stdout)).toMatchObject({ kind: 'xml' });
  const notRecorded = failure('--for EVENT_JSON_FORMAT needs a recording: --from DIR.\n', 2);
  for (const from of ['-', `${folder}/source.json`, 'http://127.0.0.1:1/Events.asmx'])
    expect(await formatFor('EVENT_JSON_FORMAT', from)).toEqual(notRecorded);
  const settings = /^--for must be one of LIST_FORMAT, EVENT_JSON_FORMAT, EVENT_TEXT_FORMAT/;
  expect(await formatFor('FEED_FORMAT')).toEqual(failure(settings, 2));
});

test('a whole recording is read, except its faults and single events', async () => {
  const { folder, writeMonth, writeSingle } = newRecording();
  writeSingle(1, true, { result: '{"Other":1}' });
  for (const [index, Start] of ['2026-01-05', '2026-02-05T10:00:00Z'].entries()) {
    const result = JSON.stringify({ Count: 1, d: [{ Id: index + 1, Title: 'x', Start }] });
    writeMonth(index + 1, { bindings: ['httpget'], result });
  }
  const { code, stdout } = await formatFrom(folder);
  expect(code).toBe(0);
  // From a single month `format` would propose a form without times of day.
  expect(JSON.parse(stdout)).toMatchObject({ event: { Id: '{id}', Title: '{title}', Start: '{start}' } });
  for (const month of [1, 2]) rmSync(`${folder}/SelectEvents_${month}_2026.json`);
  expect(await formatFrom(folder)).toEqual(
    failure(`${folder} has no list with an event: record months that have events.\n`),
  );
  rmSync(`${folder}/source.json`);
  expect(await formatFrom(folder)).toEqual(failure(/ contains no recorded calls/));
});

test('events that the file reads and an import would refuse are noted', async () => {
  const { folder, writeMonth } = newRecording();
  const event = (Nr: number, Notes: string) => ({ Nr, Title: 'x', Start: `2026-03-0${Nr}`, Notes });
  writeMonth(3, { result: JSON.stringify([event(1, 'a'), event(2, 'b\u000b')]) });
  const { code, stderr } = await formatFrom(folder);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'note: an import would refuse 1 of 2 events: Notes must be text that XML 1.0 allows, without U+000B, not',
  );
});

test('the address of one answer is called for that answer only', async () => {
  const month = '/WebServices/Events.ASMX/SelectEvents?month=3&year=2019';
  const { code, stdout, stderr, asked } = await propose(
    (of, year) => JSON.stringify([{ Id: of, Title: 'x', Start: `${year}-03-01` }]),
    month,
  );
  expect({ code, stderr, asked }).toEqual({ code: 0, stderr: '', asked: ['2019-3'] });
  expect(JSON.parse(stdout)).toMatchObject({ event: { Id: '{id}', Title: '{title}', Start: '{start}' } });
  const sentence = /SelectEvents\?month=x&year=2019 was answered with status 500\.\n$/;
  const refused = await propose(() => '[]', month.replace('=3', '=x'));
  expect(refused).toEqual({ ...failure(sentence), asked: [] });
});

test('a rate limit delays every call except the first', async () => {
  const wait = jest.spyOn(timers, 'setTimeout');
  wait.mockResolvedValueOnce(undefined).mockResolvedValueOnce(undefined);
  const limit = realRateLimit(4);
  for (let call = 0; call < 3; call++) await limit();
  expect(wait.mock.calls).toEqual([[250], [250]]);
});

test('record waits for its rate limit before each call, and shows its progress on a terminal', async () => {
  const { url } = await serveMonths(async () => '[]');
  const { context, text } = collect({});
  Object.assign(context.stderr, { isTTY: true });
  const months = ['--months', '2026-01..2026-02', '--rate', '7', '--out', 'recorded'];
  expect(await recordCommand(['--from', url, ...months], context)).toBe(0);
  expect([rateLimit.mock.calls, turn.mock.calls.length]).toEqual([[[7]], 2]);
  expect(text.stderr).toContain('\u001b[K1 of 2 calls answered');
  expect(text.stderr.endsWith('answered\r\u001b[K')).toBe(true);
  // The second run does not repeat calls that an earlier run has recorded.
  await recordCommand(['--from', url, '--months', '2026-01..2026-04', '--out', 'recorded'], context);
  expect(text.stderr).toContain('\u001b[K2 of 4 calls answered\r\u001b[K3 of 4 calls answered\r');
});

describe('a file', () => {
  const formatOf = (bytes: Buffer, length = bytes.length) => {
    writeFileSync('x.csv', bytes);
    truncateSync('x.csv', length);
    return formatFrom('x.csv');
  };

  test('may end in a line end, which is not part of an answer in XML or JSON', async () => {
    const { stdout } = await formatOf(Buffer.from('<l><e id="1" title="a" start="2026-03-01" /></l>\n'));
    expect(JSON.parse(stdout).list).toBe('<l>{events}</l>');
    const { stderr } = await formatOf(Buffer.from('[{"id":1,"title":"a","start":"2026-03-01"}]\n'));
    expect(stderr).not.toContain('it writes');
  });

  test('in windows-1252 gets a format file with that encoding; letters of another alphabet are refused', async () => {
    const table = (title: string) => Buffer.from(`Nr;Titel;Datum\r\n1;${title};01.03.2026\r\n`, 'latin1');
    const { code, stdout } = await formatOf(table('Caf\xe9'));
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, encoding: 'windows-1252' });
    const cyrillic = await formatOf(table('\xca\xee\xed\xf6\xe5\xf0\xf2'));
    expect(cyrillic).toEqual(
      failure(/x\.csv is not UTF-8, and does not look like windows-1252: save the file as UTF-8\.\n/),
    );
  });

  test.each([
    ['blanks', ' \r\n\n', 'is empty.'],
    ['bytes that are no text', '\x00\xff\x01\xfe\x02', 'is not UTF-8, and does not look like windows-1252'],
    // The rest of the file takes no space on the disk.
    ['more than 64 MB', '[', 'is longer than 64 MB', 2 ** 26 + 1],
    ['a web page', '\n<!DOCTYPE html><p>', 'looks like an HTML page'],
    ['an archive', 'PK\x03\x04', 'looks like a spreadsheet (.xlsx, .ods)'],
    ['a word', 'hello', 'it is neither JSON nor XML'],
  ] as const)('of %s is refused with what it is', async (...[, bytes, sentence, length]) => {
    const reason = new RegExp(`^x\\.csv:? .*${escapeRegExp(sentence)}`);
    expect(await formatOf(Buffer.from(bytes, 'latin1'), length)).toEqual(failure(reason));
  });
});
