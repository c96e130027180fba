/** A client reaches each limit once in the running program. The test checks the client's answer and the metric. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SETTING_NAMES } from '../../src/config/table';
import { LIMITS } from '../../src/ops/observations';
import { MemoryBudget } from '../../src/server/memory-budget';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { converse, type RawAnswer } from '../support/raw-http';
import { envelope, wrapper } from '../support/requests';
import { send } from '../support/send';

const program = useCommands();
const engine = usePostgres();

const ENDPOINT = '/WebServices/Events.asmx';
const GET = `GET ${ENDPOINT}/SelectEvents?month=3&year=2026 HTTP/1.1\r\nHost: h\r\n\r\n`;
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const SOAP = 'Content-Type: text/xml\r\nSOAPAction: "http://tempuri.org/SelectEvents"\r\n';
const post = (target: string, headers: string, body: string, length = body.length) =>
  `POST ${ENDPOINT}${target} HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${length}\r\n\r\n${body}`;
const answer = (status: number, text = '') => ({ status, body: expect.stringContaining(text) });

interface Service {
  ask(request: string): Promise<RawAnswer>;
  /** Resolves when the service closes the connection over which `text` was sent. */
  closed(text: string): Promise<unknown>;
  count(sample: string): Promise<number>;
}

const lockers: Client[] = [];
afterEach(() => Promise.all(lockers.splice(0).map((locker) => locker.end())));

async function start(env: Record<string, string>): Promise<Service> {
  const DATABASE_URL = engine.config().databaseUrl ?? '';
  const { url, adminPort } = await program.serve({ DATABASE_URL, ...env });
  const { hostname, port } = new URL(url);
  return {
    ask: (request) => send(request, { url }),
    closed: (text) => converse({ hostname, port: Number(port) }, [text], Number.POSITIVE_INFINITY),
    async count(sample) {
      const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
      const line = metrics.split('\n').find((one) => one.startsWith(`events_query_${sample} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
  };
}

const rejected = (binding: string, reason: string, status: number) =>
  `rejected_requests_total{binding="${binding}",reason="${reason}",status="${status}"}`;
const hit = (limit: (typeof LIMITS)[number]) => `limit_hits_total{limit="${limit}"}`;

interface Row {
  readonly value: string;
  /** Reaches the limit, and checks the client's answer. */
  readonly reach: (service: Service) => Promise<unknown>;
  readonly counted: string;
}

/** These limits do not affect each other, so one service has all of them. */
const TOGETHER: Readonly<Record<string, Row>> = {
  MAX_BODY_BYTES: {
    value: '2048',
    reach: async ({ ask }) => {
      const long = await ask(post('', SOAP, envelope('1.1', ' '.repeat(2048))));
      expect(long).toMatchObject(answer(500, 'Maximum request length exceeded.'));
    },
    counted: rejected('soap11', 'body-length', 500),
  },
  REQUEST_TIMEOUT_MS: {
    value: '200',
    reach: async ({ ask }) =>
      expect(await ask(post('/SelectEvents', FORM, 'x', 9))).toMatchObject(answer(408)),
    counted: hit('request-time'),
  },
  KEEP_ALIVE_TIMEOUT_MS: { value: '300', reach: ({ closed }) => closed(GET), counted: hit('idle-time') },
  MAX_EVENTS: {
    value: '1',
    reach: async ({ ask }) => {
      const month = wrapper('SelectEvents', '<month>3</month><year>2026</year>');
      const reason = 'There are more events than the limit of 1';
      const fault = `<faultcode>soap:Client</faultcode><faultstring>${reason}`;
      expect(await ask(post('', SOAP, envelope('1.1', month)))).toMatchObject(answer(500, fault));
    },
    counted: hit('result-size'),
  },
};

async function lock(): Promise<Client> {
  const locker = new Client({ connectionString: engine.config().databaseUrl });
  locker.on('error', () => {});
  lockers.push(locker);
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
  return locker;
}

const UNREAD = `POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\n${SOAP}Content-Length: 65000\r\n\r\n`;

async function takeThePlaceOfTheIdle({ ask, closed }: Service): Promise<void> {
  const idle = closed('');
  await sleep(50);
  expect(await ask(GET)).toMatchObject(answer(200));
  await idle;
}

const APART: Readonly<Record<string, Row>> = {
  MAX_CONNECTIONS: { value: '1', reach: takeThePlaceOfTheIdle, counted: hit('connections') },
  QUERY_TIMEOUT_MS: {
    value: '1000',
    reach: async ({ ask }) => {
      await lock();
      const away = answer(503, 'The event database is not available');
      expect(await ask(GET)).toMatchObject(away);
      const nearest = 'GET /calendar/nearest?month=2026-05 HTTP/1.1\r\nHost: h\r\n\r\n';
      expect(await ask(nearest)).toMatchObject(away);
    },
    counted: 'database_errors_total{kind="unavailable"}',
  },
  MEMORY_BUDGET_BYTES: {
    value: '65536',
    reach: async ({ ask, closed, count }) => {
      const holder = closed(UNREAD);
      await sleep(100);
      // All parts of the program share one budget, which the metric shows.
      expect(await count('memory_reserved_bytes')).toBe(65_000);
      const { status } = await ask(post('', SOAP, envelope('1.1', ' '.repeat(9000))));
      expect([200, 500]).toContain(status);
      await holder;
    },
    counted: hit('memory-budget'),
  },
};

const ROWS = { ...TOGETHER, ...APART };

beforeAll(() => {
  const times = (day: string) => ({ starts_at: `${day}T10:00:00Z`, ends_at: `${day}T11:00:00Z` });
  return engine.fill([
    { id: 1, ...times('2026-03-10') },
    { id: 2, ...times('2026-03-11') },
  ]);
});

test('each limit of one request has its answer and its metric', async () => {
  const env = Object.fromEntries(Object.entries(TOGETHER).map(([name, { value }]) => [name, value]));
  const service = await start(env);
  for (const [name, { reach, counted }] of Object.entries(TOGETHER)) {
    const before = await service.count(counted);
    await reach(service);
    expect([name, await service.count(counted)]).toEqual([name, before + 1]);
  }
});

test.each(Object.entries(APART))('the limit %s has its answer and its metric', async (name, row) => {
  const { value, reach, counted } = row;
  const service = await start({ [name]: value });
  expect(await service.count(counted)).toBe(0);
  await reach(service);
  while ((await service.count(counted)) === 0) await sleep(50);
});

test('while answers that no client takes fill the memory, no list is read', async () => {
  const { ask } = await start({ QUERY_TIMEOUT_MS: '1000' });
  const full = jest.spyOn(MemoryBudget.prototype, 'isFullOfAnswers', 'get').mockReturnValue(true);
  expect(await ask(GET)).toMatchObject(answer(503, 'The service is busy'));
  full.mockRestore();
  expect(await ask(GET)).toMatchObject(answer(200));
});

test('docs/reliability.md lists exactly the limits, each with its setting and its metric', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/reliability.md'), 'utf8');
  const section = page.split(/^### /m).find((part) => part.startsWith('Limits\n')) ?? '';
  const rows = [...section.matchAll(/^\|[^|]*\| `([A-Z_]+)` \|[^|]*\| `([^`]*)` \|$/gm)];
  const documented = rows.map(([, setting = '', counted = '']) => [setting, counted] as const);
  const shown = Object.entries(ROWS).map(([name, { counted }]) => [name, labelOf(counted)] as const);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(shown));
  expect(documented).toHaveLength(shown.length);
  expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(ROWS)));
  const limits = documented.map(([, counted]) => counted);
  // No setting changes these limits.
  const constant: readonly string[] =
    'header-bytes headers-time answer-time pipelined-requests database-queue'.split(' ');
  expect(limits).toEqual(expect.arrayContaining(LIMITS.filter((limit) => !constant.includes(limit))));
});

function labelOf(sample: string): string {
  return /(?:reason|limit|kind)="([^"]*)"/.exec(sample)?.[1] ?? '';
}
