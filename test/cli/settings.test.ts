/**
 * Every setting, changed once against the running program: a value that is read but never handed on is seen here. Each
 * probe is asked of a service with the defaults and of one with the setting changed.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS } from '../../src/config/table';
import { type Running, useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { envelope } from '../support/requests';

const program = useCommands();
const engine = usePostgres();

interface Service {
  readonly url: string;
  readonly adminUrl: string;
  readonly running: Running;
  /** Sends a request to a path below the service's own. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

interface Row {
  readonly value: string;
  readonly probe: (service: Service) => Promise<unknown>;
  readonly byDefault: unknown;
  readonly changed: unknown;
  /** Goes to a second service, because it would hide what the others change. */
  readonly apart?: true;
}

const MARCH = 'SelectEvents?month=3&year=2026';
const seconds = (iso: string) => Date.parse(iso) / 1000;
const form = (body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});

const textOf = async (response: Promise<Response>) => (await response).text();
const statusOf = async (response: Promise<Response>) => (await response).status;
const wsdlAddress = async ({ ask }: Service, headers: Record<string, string> = {}) =>
  /<soap:address location="([^"]*)"/.exec(await textOf(ask('?WSDL', { headers })))?.[1];

/** Calls SelectEvents by SOAP 1.1, in the service's own namespace. */
async function callBySoap({ ask }: Service, parameters: string): Promise<Response> {
  const namespace = /targetNamespace="([^"]*)"/.exec(await textOf(ask('?WSDL')))?.[1] ?? '';
  const body = envelope('1.1', `<SelectEvents xmlns="${namespace}">${parameters}</SelectEvents>`);
  const action = `"${namespace}${namespace.endsWith('/') ? '' : '/'}SelectEvents"`;
  return ask('', { method: 'POST', body, headers: { 'Content-Type': 'text/xml', SOAPAction: action } });
}

const hostOf = async (service: Service) => new URL(service.url).hostname;

const ROWS: Readonly<Record<string, Row>> = {
  HOST: { value: '127.0.0.2', probe: hostOf, byDefault: '127.0.0.1', changed: '127.0.0.2' },
  ADMIN_HOST: {
    value: '127.0.0.3',
    // Asked where it should be and where it should not: it must not listen on every address.
    probe: async ({ adminUrl }) => {
      const { port } = new URL(adminUrl);
      const answers = ['127.0.0.1', '127.0.0.3'].map(async (host) => {
        const status = await statusOf(fetch(`http://${host}:${port}/live`)).catch(() => 0);
        return status === 200 ? [host] : [];
      });
      return (await Promise.all(answers)).flat();
    },
    byDefault: ['127.0.0.1'],
    changed: ['127.0.0.3'],
  },
  SERVICE_NAMESPACE: {
    value: 'urn:events',
    probe: async ({ ask }) => [
      /targetNamespace="([^"]*)"/.exec(await textOf(ask('?WSDL')))?.[1],
      /<string xmlns="([^"]*)"/.exec(await textOf(ask(`/${MARCH}`)))?.[1],
    ],
    byDefault: ['http://tempuri.org/', 'http://tempuri.org/'],
    changed: ['urn:events', 'urn:events'],
  },
  TIME_ZONE: {
    value: 'Europe/Berlin',
    probe: async ({ ask }) => (await textOf(ask(`/${MARCH}`))).includes('Event 1'),
    byDefault: true,
    changed: false,
  },
  RANGE_UNIT: {
    value: 'unix-s',
    probe: async ({ url, ask }) => {
      const [from, to] = ['2026-03-10', '2026-03-11'].map((day) => seconds(`${day}T00:00:00Z`));
      const ranged = await textOf(ask(`/SelectEventsRanged?from=${from}&to=${to}`));
      // The calendar counts as it always does.
      const feed = await fetch(`${url}/calendar/events?start=2026-03-10&end=2026-03-11`);
      const [day, next] = ['2026-03-10', '2026-03-11'].map((date) => Date.parse(date));
      const widget = await textOf(fetch(`${url}/calendar/bootstrap?from=${day}&to=${next}`));
      const page = await textOf(fetch(`${url}/`));
      return [
        ranged.includes('Event 2'),
        ((await feed.json()) as unknown[]).length,
        /"success":1,"result":\[\{/.test(widget),
        /fullcalendar\.js/.test(page),
      ];
    },
    byDefault: [false, 1, true, true],
    changed: [true, 1, true, true],
  },
  LIST_FORMAT: {
    value: 'xml',
    probe: async ({ ask }) => (await textOf(ask(`/${MARCH}`))).includes('&lt;event&gt;'),
    byDefault: false,
    changed: true,
  },
  EVENT_TEXT_FORMAT: {
    value: 'icalendar',
    probe: async ({ ask }) =>
      (await textOf(ask('/SelectEvent?intEventID=2&bolAsJSON=false'))).includes('BEGIN:VCALENDAR'),
    byDefault: false,
    changed: true,
  },
  EVENT_JSON_FORMAT: {
    value: 'fullcalendar',
    probe: async ({ ask }) =>
      (await textOf(ask('/SelectEvent?intEventID=2&bolAsJSON=true'))).includes('"extendedProps"'),
    byDefault: false,
    changed: true,
  },
  PUBLIC_URL: {
    value: 'https://public.example/legacy',
    probe: (service) =>
      wsdlAddress(service).then((address) => address?.startsWith('https://public.example/legacy/')),
    byDefault: false,
    changed: true,
  },
  TRUST_PROXY: {
    value: 'loopback',
    // The second request has the same Host as the first.
    probe: async (service) => {
      const seen: (string | undefined)[] = [];
      for (const host of ['outside.example', 'other.example'])
        seen.push(
          /^http:\/\/(\w+\.example)\//.exec(
            (await wsdlAddress(service, { 'X-Forwarded-Host': host })) ?? '',
          )?.[1],
        );
      return seen;
    },
    byDefault: [undefined, undefined],
    changed: ['outside.example', 'other.example'],
    apart: true,
  },
  CORS_ORIGINS: {
    value: 'https://intranet.example',
    probe: async ({ url, ask }) => {
      const headers = { Origin: 'https://intranet.example' };
      const answers = [
        ask(`/${MARCH}`, { headers }),
        fetch(`${url}/calendar/events?start=2026-03-10&end=2026-03-11`, { headers }),
      ];
      return (await Promise.all(answers)).map((answer) => answer.headers.get('access-control-allow-origin'));
    },
    byDefault: [null, null],
    changed: ['https://intranet.example', 'https://intranet.example'],
  },
  ERROR_DETAIL: {
    value: 'long',
    probe: async (service) => {
      const wrong = [
        service.ask('/SelectEvents?month=x&year=2026'),
        service.ask('/NoSuchOperation'),
        callBySoap(service, '<month>x</month><year>2026</year>'),
      ];
      const texts = await Promise.all(wrong.map(textOf));
      return texts.map((text) => /System\.\w+Exception|Exception Details/.test(text));
    },
    byDefault: [false, false, false],
    changed: [true, true, true],
  },
  STRICT: {
    value: 'true',
    probe: (service) =>
      Promise.all(
        [
          service.ask(`/${MARCH}&stray=1`),
          service.ask('/SelectEvents', form('month=3&year=2026&stray=1')),
          callBySoap(service, '<month>3</month><year>2026</year><stray>1</stray>'),
        ].map(statusOf),
      ),
    byDefault: [200, 200, 200],
    changed: [500, 500, 500],
  },
  LOG_LEVEL: {
    value: 'debug',
    probe: async ({ ask, running }) => {
      await ask(`/${MARCH}`);
      return /SelectEvents/.test(running.output().stdout.replace(/^ .*$/gm, ''));
    },
    byDefault: false,
    changed: true,
  },
  LOG_FORMAT: {
    value: 'json',
    probe: async ({ running }) => running.output().stdout.startsWith('{'),
    byDefault: false,
    changed: true,
  },
  CACHE_BYTES: {
    value: '0',
    probe: async ({ ask, adminUrl }) => {
      await ask(`/${MARCH}`);
      return /^events_query_cache_bytes [1-9]/m.test(await textOf(fetch(`${adminUrl}/metrics`)));
    },
    byDefault: true,
    changed: false,
  },
  MAX_REPLICATION_LAG_S: {
    value: '60',
    probe: ({ adminUrl }) => statusOf(fetch(`${adminUrl}/ready`)),
    byDefault: 200,
    changed: 503,
  },
};

/** These test files check the other settings in the running program. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  PORT: 'cli/start',
  ADMIN_PORT: 'cli/start',
  DATABASE_URL: 'cli/start',
  DATA_DIR: 'cli/serve',
  SEED: 'cli/serve',
  READER_PASSWORD: 'store/reader-role',
  QUERY_TIMEOUT_MS: 'cli/limits',
  MAX_BODY_BYTES: 'cli/limits',
  MEMORY_BUDGET_BYTES: 'cli/limits',
  MAX_CONNECTIONS: 'cli/limits',
  MAX_EVENTS: 'cli/limits',
  KEEP_ALIVE_TIMEOUT_MS: 'cli/limits',
  REQUEST_TIMEOUT_MS: 'cli/limits',
  SHUTDOWN_GRACE_MS: 'process/stop',
  TEST_API: 'testing/program',
};

async function start(env: Record<string, string>): Promise<Service> {
  const database = new URL(engine.config().databaseUrl ?? '');
  database.searchParams.set('options', '-csearch_path=standby,pg_catalog,public');
  const { url, adminPort, running } = await program.serve({ DATABASE_URL: database.href, ...env });
  return {
    url,
    adminUrl: `http://${env.ADMIN_HOST ?? '127.0.0.1'}:${adminPort}`,
    running,
    ask: (path, init) => fetch(`${url}/WebServices/Events.asmx${path}`, init),
  };
}

const valuesOf = (apart: true | undefined) =>
  Object.fromEntries(
    Object.entries(ROWS)
      .filter(([, row]) => row.apart === apart)
      .map(([name, { value }]) => [name, value]),
  );

test('every setting reaches what it is for', async () => {
  const database = await engine.open();
  await insertEvents(database, [
    {
      id: 1,
      starts_at: '2026-03-31T23:30:00Z',
      ends_at: '2026-03-31T23:45:00Z',
      description: 'long '.repeat(500),
    },
    {
      id: 2,
      starts_at: '2026-03-10T10:00:00Z',
      ends_at: '2026-03-10T11:00:00Z',
      description: 'long '.repeat(500),
    },
  ]);
  // Postgres finds a function of this schema first, so that the server says that it is a standby with no primary.
  await database.transaction((session) =>
    session.script(`CREATE SCHEMA standby;
      CREATE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`),
  );
  await database.close();
  const plain = await start({});
  const changed = await start(valuesOf(undefined));
  const apart = await start(valuesOf(true));
  const seen: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [name, row] of Object.entries(ROWS)) {
    seen[name] = [await row.probe(plain), await row.probe(row.apart === true ? apart : changed)];
    expected[name] = [row.byDefault, row.changed];
  }
  expect(seen).toEqual(expected);
});

test('every setting is above, or held elsewhere', () => {
  const names = Object.values(SETTINGS).map(({ variables: [{ name }] }) => name);
  expect([...Object.keys(ROWS), ...Object.keys(ELSEWHERE)].sort()).toEqual(names.sort());
  const without = Object.entries(ELSEWHERE).filter(
    ([name, file]) => !readFileSync(path.join(__dirname, `../${file}.test.ts`), 'utf8').includes(`${name}:`),
  );
  expect(without).toEqual([]);
});
