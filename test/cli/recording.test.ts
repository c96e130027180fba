/** The program records another service and serves the recording. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { SHORT_LIMITS } from '../../src/recordings/upstream';
import { createServer } from '../../src/server';
import { useCommands } from '../support/commands';
import { echoService } from '../support/echo-service';
import { listening } from '../support/listening';
import { serveApp } from '../support/serve-app';

const program = useCommands();
const ENDPOINT = '/WebServices/Events.asmx';

test('a recording answers recorded calls and --fallback answers the others; a store is opened only for --fallback store', async () => {
  const legacy = await serveApp(echoService(), { SERVICE_NAMESPACE: 'urn:legacy' });
  const recorder = program.begin(['record', '--upstream', legacy.url, '--out', 'kept'], { PORT: '0' });
  const [, url = ''] = await recorder.printed(/Call (http:\/\/\S+) to record/);
  const recorded = await (await fetch(`${url}/SelectEvents?month=3&year=2026`)).text();
  recorder.signal('SIGTERM');
  expect(await recorder.exit).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 call recorded in kept\n'),
  });

  await program.fill('.data');
  const FALLBACKS = [
    [[], 'with a fault', 'No answer to SelectEvents(month=4, year=2026) was recorded.'],
    [['--test'], 'with a fault', 'No answer to SelectEvents(month=4, year=2026) was recorded.'],
    [['--fallback', 'store'], 'from the store', '"title":"World Health Day"'],
    [['--fallback', 'upstream'], 'by the service that was recorded', 'SelectEvents|4|2026'],
  ] as const;
  for (const [option, notice, answer] of FALLBACKS) {
    const DATA_DIR = notice === 'from the store' ? '.data' : 'never';
    // The namespace is that of the recording, because a blank setting is not set.
    const env = { DATA_DIR, SERVICE_NAMESPACE: ' ' };
    const { running, url: root, adminPort } = await program.serve(env, ['--replay', 'kept', ...option]);
    await running.printed(
      new RegExp(`1 recorded call of \\S+/Events.asmx is replayed; others are answered ${notice}\\.`),
    );
    const ask = async (month: number) =>
      (await fetch(`${root}${ENDPOINT}/SelectEvents?month=${month}&year=2026`)).text();
    expect(await ask(3)).toBe(recorded);
    expect(await ask(4)).toContain(answer);
    expect((await fetch(root + ENDPOINT)).status).toBe(200);
    const admin = `http://127.0.0.1:${adminPort}`;
    expect((await fetch(`${admin}/ready`)).status).toBe(200);
    expect(await (await fetch(`${admin}/metrics`)).text()).toContain('events_query');
    const { stdout } = await program.run(['compare', 'kept', root]);
    expect(stdout).toMatch(/^same 1, different 0, missing 0\n/);
    running.signal('SIGTERM');
    await running.exit;
  }
  expect(existsSync(path.join(program.folder, 'never'))).toBe(false);
});

test('a service of --fallback upstream that hangs is given up as in the other commands', async () => {
  const echo = createApp({ service: echoService(), config: loadConfig({}) });
  const legacy = await listening(
    http.createServer((request, response) => {
      if (!request.url?.endsWith('month=4&year=2026') && request.method !== 'POST') echo(request, response);
    }),
  );
  const recorder = program.begin(['record', '--upstream', legacy.url, '--out', 'hung'], { PORT: '0' });
  const [, address = ''] = await recorder.printed(/Call (http:\/\/\S+) to record/);
  await fetch(`${address}/SelectEvents?month=3&year=2026`);
  recorder.signal('SIGTERM');
  await recorder.exit;
  const limit = jest.replaceProperty(SHORT_LIMITS, 'stallMs', 100);
  const { url, running } = await program.serve({}, ['--replay', 'hung', '--fallback', 'upstream']);
  const answer = await fetch(`${url}${ENDPOINT}/SelectEvents?month=4&year=2026`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('The service behind this one cannot be reached.');
  await running.printed(/Events\.asmx: no answer within 0\.1 s$/m);
  limit.restore();
});

/** Runs a command against a service that answers nothing, or only its WSDL, with a limit of 0.1 seconds. */
async function runOnHung(command: string, argv: readonly string[], hasWsdl: boolean) {
  if (command === 'compare') saveRecording(argv.join());
  const { url } = await listening(
    http.createServer((request, response) => {
      if (hasWsdl && request.url?.endsWith('?WSDL')) response.end('<definitions targetNamespace="urn:hung">');
    }),
  );
  const limit = jest.replaceProperty(SHORT_LIMITS, 'stallMs', 100);
  const run = await program.run([command, ...argv, url]);
  limit.restore();
  return run;
}

function saveRecording(folder: string): void {
  mkdirSync(path.join(program.folder, folder));
  const files = {
    'source.json': { upstream: 'http://gone/Events.asmx', namespace: 'urn:hung' },
    'one.json': { operation: 'SelectEvents', arguments: { month: 3, year: 2026 }, result: '[]' },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(program.folder, folder, name), JSON.stringify(content));
}

test.each([
  ['compare', ['compared']],
  ['conformance', []],
  ['record', ['--out', 'unheard', '--from']],
  ['record', ['--out', 'unheard', '--upstream']],
  ['format', ['--from']],
])('%s %j gives a service up that does not even say its WSDL', async (command, argv) => {
  expect(await runOnHung(command, argv, false)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/no answer within 0\.1 s\.$/m),
  });
});

test.each([
  ['compare', ['hung-later'], 'no answer (no answer within 0.1 s) in 1 call'],
  ['conformance', ['--verbose'], ': no HTTP answer\n'],
])('%s does not wait long for a call that hangs', async (command, argv, told) => {
  const run = await runOnHung(command, argv, true);
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining(told) });
});

test('a recording that lost calls ends with 1 and says how many were lost, and why', async () => {
  const config = loadConfig({});
  const server = createServer(createApp({ service: echoService(), config }), config);
  const legacy = await listening(server);
  const recorder = program.begin(['record', '--upstream', legacy.url, '--out', 'lossy'], { PORT: '0' });
  const [, url = ''] = await recorder.printed(/Call (http:\/\/\S+) to record/);
  const ask = async (month: number) => (await fetch(`${url}/SelectEvents?month=${month}&year=2026`)).status;
  expect(await ask(3)).toBe(200);
  rmSync(path.join(program.folder, 'lossy'), { recursive: true });
  expect(await ask(4)).toBe(200);
  server.close();
  server.closeAllConnections();
  expect(await ask(5)).toBe(502);
  recorder.signal('SIGTERM');
  expect(await recorder.exit).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      '1 call recorded in lossy; not recorded: 2 requests (the warnings say why)\n',
    ),
  });
});

test('a recording that lost all its calls says so', async () => {
  let asked = 0;
  const legacy = http.createServer((request, response) => {
    if (request.url?.endsWith('?WSDL')) response.end('<definitions targetNamespace="urn:legacy">');
    else asked++;
  });
  const { url: address } = await listening(legacy);
  const env = { PORT: '0', SHUTDOWN_GRACE_MS: '1' };
  const recorder = program.begin(['record', '--upstream', address, '--out', 'unanswered'], env);
  const [, url = ''] = await recorder.printed(/Call (http:\/\/\S+) to record/);
  const ask = (month: number) => fetch(`${url}/SelectEvents?month=${month}&year=2026`).catch(() => 'cut off');
  const answers = Promise.all([ask(3), ask(4)]);
  while (asked < 2) await sleep(10);
  recorder.signal('SIGTERM');
  expect(await answers).toEqual(['cut off', 'cut off']);
  expect(await recorder.exit).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The end of the recording cut off 2 requests.'),
    stderr:
      'No call was recorded: unanswered has no new answers; not recorded: 2 requests (the warnings say why).\n',
  });
});

test('a recording without a call ends with 1 and says so', async () => {
  const legacy = await serveApp(echoService());
  const recorder = program.begin(['record', '--upstream', legacy.url, '--out', 'nothing'], { PORT: '0' });
  await recorder.printed(/to record/);
  recorder.signal('SIGINT');
  expect(await recorder.exit).toMatchObject({
    code: 1,
    stderr: 'No call was recorded: nothing has no new answers.\n',
  });
});

test('a recorder whose port is taken creates no folder', async () => {
  const legacy = await serveApp(echoService());
  const env = { PORT: String(legacy.port) };
  const run = await program.run(['record', '--upstream', legacy.url, '--out', 'unmade'], env);
  expect(run).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/is in use by another program/),
  });
  expect(existsSync(path.join(program.folder, 'unmade'))).toBe(false);
});

const ADDRESS = 'an address of the form http://HOST:PORT/WebServices/Events.asmx';
const REFUSED: readonly (readonly [line: string, code: number, told: string])[] = [
  ['record --out x', 2, 'record needs the service to record: --upstream URL, or --from URL.'],
  ['record --upstream http://h', 2, 'record needs a folder to write to: --out DIR.'],
  [
    'record --from http://h --months 2026-03..2026-02 --out x',
    2,
    '--months must be two months such as 2015-01..2027-12, not "2026-03..2026-02".',
  ],
  ['record --upstream legacy --out x', 2, `--upstream must be ${ADDRESS}, not "legacy".`],
  ...['http://me@h', 'http://:secret@h', 'http://h?a', 'http://h#a', 'ftp://h'].map(
    (url) => [`compare ours ${url}`, 2, `The URL must be ${ADDRESS}, not "${url}".`] as const,
  ),
  ['format', 2, 'format needs a sample: --from FILE, --from DIR or --from URL.'],
  ['serve --fallback store', 2, '--fallback needs --replay DIR.'],
  [
    'serve --replay ours --fallback nothing',
    2,
    '--fallback must be one of fault, store, upstream, not "nothing".',
  ],
  ['serve --replay gone', 1, "The folder gone can't be used: there is no such folder."],
  [
    'serve --replay ours',
    2,
    'ours was recorded in the namespace urn:theirs, but SERVICE_NAMESPACE is urn:mine: unset it.',
  ],
  ['serve --replay unnamed', 1, "unnamed/source.json doesn't say what was recorded."],
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
  { ...RANGED, bindings: [] },
  { ...RANGED, bindings: ['telnet'] },
  { ...RANGED, result: 7 },
  { ...RANGED, result: undefined, fault: { code: 'Sender', text: 'x' } },
  { ...RANGED, result: undefined, fault: { code: 'Server', text: 7 } },
  { ...RANGED, result: undefined, fault: { code: 'Server', text: 'x', detail: '<a>' } },
])('a file that somebody edited wrong is named: %j', async (written) => {
  const { code, stderr } = await program.run(['serve', '--replay', recordingOf('edited', written)]);
  expect([code, stderr]).toEqual([1, 'edited/SelectEvents_1_2026.json is not a recorded call.\n']);
});

const THEIRS = { upstream: 'http://h/Events.asmx', namespace: 'urn:theirs' };

/** Writes a recording with one file, and returns the name of its folder. */
function recordingOf(name: string, call: object, source: object = THEIRS): string {
  const folder = path.join(program.folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'source.json'), JSON.stringify(source));
  writeFileSync(path.join(folder, 'SelectEvents_1_2026.json'), JSON.stringify(call));
  return name;
}

test.each(REFUSED)('%s ends with the status %i: %s', async (line, code, told) => {
  recordingOf('ours', RANGED);
  recordingOf('unnamed', RANGED, { upstream: 'http://h/Events.asmx' });
  expect(await program.run(line.split(' '), { SERVICE_NAMESPACE: 'urn:mine' })).toMatchObject({
    code,
    stderr: `${told}\n`,
  });
});
