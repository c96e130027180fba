/** The program records another service and serves the recording. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { SHORT_LIMITS } from '../../src/recordings/upstream';
import { createServer } from '../../src/server';
import { failure, useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { echoService } from '../support/echo-service';
import { answering, listening } from '../support/listening';
import { serveApp } from '../support/serve-app';

const program = useCommands();
const engine = usePostgres();
const ENDPOINT = '/WebServices/Events.asmx';

/** Starts the proxy that records the service at `address` in a folder. */
async function beginRecorder(address: string, out: string, env: Record<string, string> = {}) {
  const recorder = program.begin(['record', '--upstream', address, '--out', out], { PORT: '0', ...env });
  const [, url = ''] = await recorder.printed(/Call (http:\/\/\S+) to record/);
  const call = (month: number) => fetch(`${url}/SelectEvents?month=${month}&year=2026`);
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    recorder.signal(signal);
    return recorder.exit;
  };
  return { call, end };
}

test('a recording answers recorded calls and --fallback answers the others; a store is opened only for --fallback store', async () => {
  const legacy = await serveApp(echoService(), { SERVICE_NAMESPACE: 'urn:legacy' });
  let recorded = '';
  // A call also counts as recorded if the folder already has the same answer from an earlier run.
  for (let run = 0; run < 2; run++) {
    const { call, end } = await beginRecorder(legacy.url, 'kept');
    recorded = await (await call(3)).text();
    expect(await end()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 call recorded in kept\n'),
    });
  }

  await engine.fill([{ id: 1, title: 'Kept', starts_at: '2026-04-07Z', ends_at: '2026-04-08Z' }]);
  const FALLBACKS = [
    [[], 'with a fault', 'No answer to SelectEvents(month=4, year=2026) was recorded.'],
    [['--test'], 'with a fault', 'No answer to SelectEvents(month=4, year=2026) was recorded.'],
    [['--fallback', 'store'], 'from the store', '"title":"Kept"'],
    [['--fallback', 'upstream'], 'by the service that was recorded', 'SelectEvents|4|2026'],
  ] as const;
  for (const [option, notice, answer] of FALLBACKS) {
    const DATABASE_URL = notice === 'from the store' ? (engine.config().databaseUrl ?? '') : '';
    // The service has the namespace of the recording, because a blank setting counts as not set.
    const env = { DATABASE_URL, DATA_DIR: 'never', SERVICE_NAMESPACE: ' ' };
    const { running, url: root, adminPort } = await program.serve(env, ['--replay', 'kept', ...option]);
    await running.printed(
      new RegExp(`1 recorded call of \\S+/Events.asmx is replayed; other calls are answered ${notice}\\.`),
    );
    const ask = async (month: number) =>
      (await fetch(`${root}${ENDPOINT}/SelectEvents?month=${month}&year=2026`)).text();
    expect(await ask(3)).toBe(recorded);
    expect(await ask(4)).toContain(answer);
    expect((await fetch(root + ENDPOINT)).status).toBe(200);
    const admin = `http://127.0.0.1:${adminPort}`;
    expect((await fetch(`${admin}/ready`)).status).toBe(200);
    expect(await (await fetch(`${admin}/metrics`)).text()).toContain('events_query');
    // Test control has a store even if no call needs it.
    const { status } = await fetch(`${admin}/test/events`);
    expect(status).toBe(option[0] === '--test' ? 200 : 404);
    const { stdout } = await program.run(['compare', 'kept', root]);
    expect(stdout).toMatch(/^same 1, different 0, missing 0\n/);
    running.signal('SIGTERM');
    await running.exit;
  }
  expect(existsSync('never')).toBe(false);
});

test('a service of --fallback upstream that hangs is given up as in the other commands', async () => {
  const echo = createApp({ service: echoService(), config: loadConfig({}) });
  const legacy = await answering((request, response) => {
    if (!request.url?.endsWith('month=4&year=2026') && request.method !== 'POST') echo(request, response);
  });
  const { call, end } = await beginRecorder(legacy.url, 'hung');
  await call(3);
  await end();
  const limit = jest.replaceProperty(SHORT_LIMITS, 'stallMs', 1_000);
  const { url, running } = await program.serve({}, ['--replay', 'hung', '--fallback', 'upstream']);
  const answer = await fetch(`${url}${ENDPOINT}/SelectEvents?month=4&year=2026`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The recorded service cannot be reached.');
  await running.printed(/Events\.asmx: no answer within 1 s$/m);
  limit.restore();
});

/** Runs a command against a service that answers nothing, or only its WSDL, with a short limit. */
async function runOnHung(command: string, argv: readonly string[], hasWsdl: boolean) {
  if (command === 'compare') recordingOf(argv.join(), MARCH, HUNG);
  const { url } = await answering((request, response) => {
    if (hasWsdl && request.url?.endsWith('?WSDL')) response.end('<definitions targetNamespace="urn:hung">');
  });
  // On a busy machine the WSDL takes longer than a tenth of a second.
  const limit = jest.replaceProperty(SHORT_LIMITS, 'stallMs', hasWsdl ? 1_000 : 100);
  const run = await program.run([command, ...argv, url]);
  limit.restore();
  return run;
}

const MARCH = { operation: 'SelectEvents', arguments: { month: 3, year: 2026 }, result: '[]' };
const HUNG = { upstream: 'http://gone/Events.asmx', namespace: 'urn:hung' };

test.each([
  ['compare', ['compared']],
  ['conformance', []],
  ['record', ['--out', 'unheard', '--from']],
  ['record', ['--out', 'unheard', '--upstream']],
  ['format', ['--from']],
])('%s %j gives a service up that does not even say its WSDL', async (command, argv) => {
  expect(await runOnHung(command, argv, false)).toEqual(failure(/no answer within 0\.1 s\.$/m));
});

test.each([
  ['compare', ['hung-later'], 'no answer (no answer within 1 s) in 1 call'],
  ['conformance', ['--verbose'], ': no HTTP answer\n'],
])('%s does not wait long for a call that hangs', async (command, argv, output) => {
  const run = await runOnHung(command, argv, true);
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining(output) });
});

test('record waits for a slow call longer than for the first answer', async () => {
  const echo = createApp({ service: echoService(), config: loadConfig({}) });
  const legacy = await answering((request, response) => setTimeout(() => echo(request, response), 500));
  const { call, end } = await beginRecorder(legacy.url, 'slow');
  const limit = jest.replaceProperty(SHORT_LIMITS, 'stallMs', 100);
  expect((await call(3)).status).toBe(200);
  limit.restore();
  expect(await end()).toMatchObject({ code: 0 });
});

test('a recording that lost calls ends with 1 and says how many were lost, and why', async () => {
  const config = loadConfig({});
  const server = createServer(createApp({ service: echoService(), config }), config);
  const legacy = await listening(server);
  const { call, end } = await beginRecorder(legacy.url, 'lossy');
  expect((await call(3)).status).toBe(200);
  rmSync('lossy', { recursive: true });
  expect((await call(4)).status).toBe(200);
  server.close();
  server.closeAllConnections();
  expect((await call(5)).status).toBe(502);
  const result = '1 call recorded in lossy; not recorded: 2 requests (the warnings say why)\n';
  expect(await end()).toMatchObject({ code: 1, stdout: expect.stringContaining(result) });
});

test('a recording that lost all its calls says so', async () => {
  let asked = 0;
  const legacy = await answering((request, response) => {
    if (request.url?.endsWith('?WSDL')) response.end('<definitions targetNamespace="urn:legacy">');
    else asked++;
  });
  const { call, end } = await beginRecorder(legacy.url, 'unanswered', { SHUTDOWN_GRACE_MS: '1' });
  const answers = Promise.all([3, 4].map((month) => call(month).catch(() => 'cut off')));
  while (asked < 2) await sleep(10);
  expect(await end()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Not recorded, because record ended before the answer: 2 requests.'),
    stderr:
      'No call was recorded: unanswered has no new answers; not recorded: 2 requests (the warnings say why).\n',
  });
  expect(await answers).toEqual(['cut off', 'cut off']);
});

test('a recording without a call ends with 1 and says so', async () => {
  const legacy = await serveApp(echoService());
  const { end } = await beginRecorder(legacy.url, 'nothing');
  const stderr = 'No call was recorded: nothing has no new answers.\n';
  expect(await end('SIGINT')).toMatchObject({ code: 1, stderr });
});

test('a recorder whose port is taken creates no folder', async () => {
  const legacy = await serveApp(echoService());
  const argv = ['record', '--upstream', legacy.url, '--out', 'unmade'];
  const run = await program.run(argv, { PORT: String(legacy.port) });
  expect(run).toEqual(failure(/is in use by another program/));
  expect(existsSync('unmade')).toBe(false);
});

const ADDRESS = 'an address of the form http://HOST:PORT/WebServices/Events.asmx';
const UNREACHED = "http://127.0.0.1:1/WebServices/Events.asmx can't be reached: nothing listens there.";
const FOR_FILES = "--encoding can't be used for";
const NO_FALLBACK = '--fallback must be one of fault, store, upstream, not';
const NOWHERE = 'http://127.0.0.1:1';
const NO_MONTHS = '--months must be two months such as 2015-01..2027-12, not';
const IN_OTHER_NAMESPACE = 'but SERVICE_NAMESPACE is urn:mine: unset SERVICE_NAMESPACE.';
const REFUSED: readonly (readonly [line: string, code: number, message: string | RegExp])[] = [
  ['record --out x', 2, 'record needs the service to record: --upstream URL, or --from URL.'],
  ['record --upstream http://h', 2, 'record needs a folder to write to: --out DIR.'],
  ['record --from http://h --months 2026-03..2026-02 --out x', 2, `${NO_MONTHS} "2026-03..2026-02".`],
  [`record --from ${NOWHERE} --months 2026-13..2026-14 --out x`, 2, /^--months must be two months .*\n$/],
  [`record --from ${NOWHERE} --rate 0 --out x`, 2, /^--rate must be a whole number .*\n$/],
  [`record --from ${NOWHERE} --rate 1001 --out x`, 2, /^--rate must be a whole number .*\n$/],
  [`record --from ${NOWHERE} --upstream ${NOWHERE} --out x`, 2, /^.*not both at once\.\n$/],
  ['record --months 2026-01..2026-02 --out x', 2, '--months needs --from URL.'],
  [`record --from ${NOWHERE} --out x`, 1, UNREACHED],
  [`record --from ${NOWHERE} --rate 1000 --months 2026-01..2026-01 --out x`, 1, UNREACHED],
  ['record --upstream legacy --out x', 2, `--upstream must be ${ADDRESS}, not "legacy".`],
  ...['http://me@h', 'http://:secret@h', 'http://h?a', 'http://h#a', 'ftp://h'].map(
    (url) => [`compare ours ${url}`, 2, `The URL must be ${ADDRESS}, not "${url}".`] as const,
  ),
  ['compare ours', 2, 'compare takes a recording and an address: compare DIR URL.'],
  [`compare gone ${NOWHERE}`, 1, "The folder gone can't be used: there is no such folder."],
  [`compare a-file ${NOWHERE}`, 1, "The folder a-file can't be used: it is a file."],
  [`compare empty ${NOWHERE}`, 1, /^empty contains no recorded calls: .*\n$/],
  [`compare ours ${NOWHERE}`, 1, UNREACHED],
  ['import --format csv ours', 2, 'ours is a recording: use --format file:PATH, or leave --format out.'],
  [
    'import --encoding windows-1252 ours',
    2,
    `${FOR_FILES} ours, because it is a recording, and recordings are UTF-8.`,
  ],
  ['conformance', 2, /^conformance takes one address.*\n$/],
  ['conformance http://a http://b', 2, /^conformance takes one address.*\n$/],
  ['conformance 127.0.0.1:8080', 2, `The URL must be ${ADDRESS}, not "127.0.0.1:8080".`],
  [`conformance ${NOWHERE}`, 1, UNREACHED],
  [`conformance ${NOWHERE}/webservices/events.asmx`, 1, UNREACHED.replace('WebServices/E', 'webservices/e')],
  ['format', 2, 'format needs a sample: --from FILE, --from DIR or --from URL.'],
  ['serve --fallback store', 2, '--fallback needs --replay DIR.'],
  ['serve --replay ours --fallback nothing', 2, `${NO_FALLBACK} "nothing".`],
  ['serve --replay gone', 1, "The folder gone can't be used: there is no such folder."],
  ['serve --replay ours', 2, `ours was recorded in the namespace urn:theirs, ${IN_OTHER_NAMESPACE}`],
  ['serve --replay unnamed', 1, 'unnamed/source.json must have the texts upstream and namespace.'],
];

const SELECT_EVENT = { operation: 'SelectEvent', arguments: { intEventID: 1, bolAsJSON: true }, result: 'x' };
const RANGED = { operation: 'SelectEventsRanged', arguments: { from: '1', to: '2' }, result: 'x' };

test.each([
  { ...RANGED, operation: 'Select' },
  { ...RANGED, arguments: undefined },
  { ...RANGED, arguments: { from: 1, to: '2' } },
  { ...RANGED, arguments: { from: 'x', to: '2' } },
  { ...SELECT_EVENT, arguments: { intEventID: '1', bolAsJSON: true } },
  { ...SELECT_EVENT, arguments: { intEventID: 1, bolAsJSON: 'true' } },
  { ...SELECT_EVENT, arguments: { intEventID: 1.5, bolAsJSON: true } },
  { ...RANGED, bindings: [] },
  { ...RANGED, bindings: ['telnet'] },
  { ...RANGED, result: 7 },
  { ...RANGED, result: undefined, fault: { code: 'Sender', text: 'x' } },
  { ...RANGED, result: undefined, fault: { code: 'Server', text: 7 } },
  { ...RANGED, result: undefined, fault: { code: 'Server', text: 'x', detail: '<a>' } },
])('a file that somebody edited wrong is named: %j', async (written) => {
  const run = await program.run(['serve', '--replay', recordingOf('edited', written)]);
  expect(run).toEqual(failure('edited/SelectEvents_1_2026.json is not a recorded call.\n'));
});

const THEIRS = { upstream: 'http://h/Events.asmx', namespace: 'urn:theirs' };

/** Writes a recording with one file, and returns the name of its folder. */
function recordingOf(name: string, call: object, source: object = THEIRS): string {
  mkdirSync(name, { recursive: true });
  writeFileSync(`${name}/source.json`, JSON.stringify(source));
  writeFileSync(`${name}/SelectEvents_1_2026.json`, JSON.stringify(call));
  return name;
}

test.each(REFUSED)('%s ends with the status %i: %s', async (line, code, message) => {
  recordingOf('ours', RANGED);
  recordingOf('unnamed', RANGED, { upstream: 'http://h/Events.asmx' });
  mkdirSync('empty', { recursive: true });
  writeFileSync('a-file', '');
  const sentence = typeof message === 'string' ? `${message}\n` : message;
  const run = await program.run(line.split(' '), { SERVICE_NAMESPACE: 'urn:mine' });
  expect(run).toEqual(failure(sentence, code));
  expect(existsSync('x')).toBe(false);
});
