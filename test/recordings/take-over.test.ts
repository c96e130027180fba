/** An old service of another shape is taken over by the six commands of docs/import.md, as the program runs them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EventsPortType } from '../../src/contract/operations';
import { SoapException } from '../../src/contract/errors';
import { useProgram } from '../process/program';
import { callThrough } from '../support/four-bindings';
import { serveApp } from '../support/serve-app';

const program = useProgram();

interface LegacyEvent {
  readonly id: number;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly place: string | null;
}

const at = (text: string) => Date.parse(text);
/** Two in each month of a year: one in the evening, and one over its end. */
const EVENTS: readonly LegacyEvent[] = Array.from({ length: 12 }, (_, month): LegacyEvent[] => {
  const two = String(month + 1).padStart(2, '0');
  const start = at(`2026-${two}-05T19:30:00Z`);
  const night = Date.UTC(2026, month + 1, 1) - 7_200_000;
  return [
    { id: 2 * month + 1, name: `Konzert „${two}“ <&>`, start, end: start + 5_400_000, place: 'Großer Saal' },
    { id: 2 * month + 2, name: `Night ${two}`, start: night, end: night + 14_400_000, place: null },
  ];
}).flat();

const written = ({ id, name, start, end, place }: LegacyEvent) => ({
  EventID: id,
  Name: name,
  Begins: `/Date(${start})/`,
  Ends: `/Date(${end})/`,
  Where: place,
});

/** As WCF would answer, which no built-in format does. */
const LEGACY: EventsPortType = {
  async selectEvents(month, year) {
    if (month < 1 || month > 12) throw new SoapException('month must be from 1 to 12.', { code: 'Client' });
    const [from, to] = [Date.UTC(year, month - 1), Date.UTC(year, month)];
    return JSON.stringify({ d: EVENTS.filter(({ start, end }) => start < to && end > from).map(written) });
  },
  selectEventsRanged: async () => '{"d":[]}',
  async selectEvent(id) {
    const event = EVENTS.find((one) => one.id === id);
    return JSON.stringify({ d: event === undefined ? null : written(event) });
  },
};

/** What a person makes of the proposal: how single events and none stand. */
function completed(proposal: string): string {
  return JSON.stringify({ ...JSON.parse(proposal), single: { d: '{event}' }, none: { d: null } });
}

test('record, format, import, serve, compare: same N, different 0', async () => {
  const legacy = await serveApp(LEGACY, { SERVICE_NAMESPACE: 'urn:old' });
  const months = ['--months', '2026-01..2026-12', '--rate', '1000'];
  expect(await program.run(['record', '--from', legacy.url, ...months, '--out', 'recorded'])).toMatchObject({
    code: 0,
    stdout: '12 calls made, 12 answers in recorded\n',
  });
  const recorder = program.start(['record', '--upstream', legacy.url, '--out', 'recorded'], { PORT: '0' });
  const [, hostname = '', port = ''] = await recorder.printed(/Call http:\/\/([^:]+):(\d+)\/\S+ to record/);
  const proxy = { hostname, port: Number(port) };
  const single = { intEventID: '2', bolAsJSON: 'true' };
  for (const binding of ['soap11', 'soap12', 'httpget', 'httppost'] as const)
    await callThrough(binding, 'SelectEvent', single, proxy);
  await callThrough('soap12', 'SelectEvents', { month: '13', year: '2026' }, proxy);
  await callThrough('httpget', 'SelectEvent', { intEventID: '99', bolAsJSON: 'true' }, proxy);
  recorder.signal('SIGTERM');
  expect(await recorder.exit).toMatchObject({ code: 0 });

  const format = await program.run(['format', '--from', 'recorded']);
  expect(format).toMatchObject({ code: 0 });
  writeFileSync(path.join(program.folder, 'old.json'), completed(format.stdout));
  expect(await program.run(['import', '--format', 'file:old.json', 'recorded'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^read 24, added 24, changed 0, unchanged 0, removed 0, refused 0/),
  });
  const formats = { LIST_FORMAT: 'file:old.json', EVENT_JSON_FORMAT: 'file:old.json' };
  const { url } = await program.serve({ ...formats, SERVICE_NAMESPACE: 'urn:old' });
  expect(await program.run(['compare', 'recorded', url])).toEqual({
    code: 0,
    stdout: 'same 18, different 0, missing 0\n',
    stderr: '',
  });
});

test('serve --replay needs no store, makes none, and is ready', async () => {
  const legacy = await serveApp(LEGACY, { SERVICE_NAMESPACE: 'urn:old' });
  const args = ['--months', '2026-03..2026-04', '--rate', '1000', '--out', 'alone'];
  await program.run(['record', '--from', legacy.url, ...args]);
  const env = { PORT: '0', ADMIN_PORT: '0', DATA_DIR: 'never', DATABASE_URL: '' };
  const running = program.start(['serve', '--replay', 'alone'], env);
  await running.printed(/2 recorded calls of \S+ are replayed; others are answered with a fault\./);
  const { stdout } = running.output();
  const url = /service is listening on (\S+)/.exec(stdout)?.[1] ?? '';
  const admin = /(http:\/\/\S+)$/m.exec(stdout.split('\n').find((line) => /admin|operator/i.test(line)) ?? '')?.[1];
  expect((await fetch(`${admin}/ready`)).status).toBe(200);
  expect(await (await fetch(`${admin}/metrics`)).text()).toContain('events_query');
  const march = await fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
  expect(await march.text()).toContain('Night 03');
  const may = await fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=5&year=2026`);
  expect(await may.text()).toContain('No answer to SelectEvents(month=5, year=2026) was recorded.');
  expect((await fetch(`${url}/WebServices/Events.asmx`)).status).toBe(200);
  expect(await program.run(['compare', 'alone', url])).toMatchObject({
    code: 0,
    stdout: 'same 2, different 0, missing 0\n',
  });
  expect(existsSync(path.join(program.folder, 'never'))).toBe(false);
  expect(existsSync(path.join(program.folder, '.data'))).toBe(false);
});
