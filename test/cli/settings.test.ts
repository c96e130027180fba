/**
 * Each setting has a visible effect on the running program, so the test fails if a value is read but not passed on. A
 * service with the defaults gets the same requests as a service with the changed setting.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
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
  ask(path: string, init?: RequestInit): Promise<Response>;
}

interface Row {
  readonly value: string;
  /** Returns for each place whether it shows the setting. With the defaults no place shows the setting. */
  readonly shows: (service: Service) => Promise<boolean | readonly boolean[]>;
  /** This setting needs a service of its own, because it would hide the effects of the others. */
  readonly apart?: true;
}

const MARCH = 'SelectEvents?month=3&year=2026';
const SECOND = '/SelectEvent?intEventID=2&bolAsJSON=';
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

async function callBySoap({ ask }: Service, parameters: string): Promise<Response> {
  const namespace = /targetNamespace="([^"]*)"/.exec(await textOf(ask('?WSDL')))?.[1] ?? '';
  const body = envelope('1.1', `<SelectEvents xmlns="${namespace}">${parameters}</SelectEvents>`);
  const action = `"${namespace}${namespace.endsWith('/') ? '' : '/'}SelectEvents"`;
  return ask('', { method: 'POST', body, headers: { 'Content-Type': 'text/xml', SOAPAction: action } });
}

const ROWS: Readonly<Record<string, Row>> = {
  HOST: { value: '127.0.0.2', shows: async ({ url }) => new URL(url).hostname === '127.0.0.2' },
  ADMIN_HOST: {
    value: '127.0.0.3',
    // The second request must fail, because the service must not listen on every address.
    shows: async ({ adminUrl }) => {
      const { port } = new URL(adminUrl);
      const answers = ['127.0.0.1', '127.0.0.3'].map((host) =>
        statusOf(fetch(`http://${host}:${port}/live`)).catch(() => 0),
      );
      return isDeepStrictEqual(await Promise.all(answers), [0, 200]);
    },
  },
  SERVICE_NAMESPACE: {
    value: 'urn:events',
    shows: async ({ ask }) => [
      (await textOf(ask('?WSDL'))).includes('targetNamespace="urn:events"'),
      (await textOf(ask(`/${MARCH}`))).includes('<string xmlns="urn:events">'),
    ],
  },
  TIME_ZONE: {
    value: 'Europe/Berlin',
    shows: async ({ ask }) => !(await textOf(ask(`/${MARCH}`))).includes('Event 1'),
  },
  RANGE_UNIT: {
    value: 'unix-s',
    shows: async ({ ask }) => {
      const [from, to] = ['2026-03-20', '2026-04-01'].map((day) => seconds(`${day}T00:00:00Z`));
      const text = await textOf(ask(`/SelectEventsRanged?from=${from}&to=${to}`));
      return text.includes('Event 1') && !text.includes('Event 2');
    },
  },
  EVENT_TEXT_FORMAT: {
    value: 'icalendar',
    shows: async ({ ask }) => (await textOf(ask(`${SECOND}false`))).includes('BEGIN:VCALENDAR'),
  },
  EVENT_JSON_FORMAT: {
    value: 'fullcalendar',
    shows: async ({ ask }) => (await textOf(ask(`${SECOND}true`))).includes('"extendedProps"'),
  },
  PUBLIC_URL: {
    value: 'https://public.example/legacy',
    shows: async (service) => String(await wsdlAddress(service)).startsWith('https://public.example/legacy/'),
  },
  TRUST_PROXY: {
    value: 'loopback',
    // Only X-Forwarded-Host differs between the two requests.
    shows: async (service) => {
      const seen: boolean[] = [];
      for (const host of ['outside.example', 'other.example']) {
        const address = await wsdlAddress(service, { 'X-Forwarded-Host': host });
        seen.push(String(address).startsWith(`http://${host}/`));
      }
      return seen;
    },
    apart: true,
  },
  CORS_ORIGINS: {
    value: 'https://intranet.example',
    shows: async ({ url, ask }) => {
      const headers = { Origin: 'https://intranet.example' };
      const answers = [
        ask(`/${MARCH}`, { headers }),
        fetch(`${url}/calendar/events?start=2026-03-10&end=2026-03-11`, { headers }),
      ];
      return (await Promise.all(answers)).map(
        (answer) => answer.headers.get('access-control-allow-origin') === headers.Origin,
      );
    },
  },
  ERROR_DETAIL: {
    value: 'long',
    shows: async (service) => {
      const wrong = [
        service.ask('/SelectEvents?month=x&year=2026'),
        // The answer is ASP.NET's page.
        service.ask('/'),
        callBySoap(service, '<month>x</month><year>2026</year>'),
      ];
      const texts = await Promise.all(wrong.map(textOf));
      return texts.map((text) => /System\.\w+Exception|Exception Details/.test(text));
    },
  },
  STRICT: {
    value: 'true',
    shows: async (service) => {
      const stray = [
        service.ask(`/${MARCH}&stray=1`),
        service.ask('/SelectEvents', form('month=3&year=2026&stray=1')),
        callBySoap(service, '<month>3</month><year>2026</year><stray>1</stray>'),
      ];
      return (await Promise.all(stray.map(statusOf))).map((status) => status !== 200);
    },
  },
  LOG_LEVEL: {
    value: 'debug',
    shows: async ({ ask, running }) => {
      await ask(`/${MARCH}`);
      return /SelectEvents/.test(running.output().stdout.replace(/^ .*$/gm, ''));
    },
  },
  LOG_FORMAT: { value: 'json', shows: async ({ running }) => running.output().stdout.startsWith('{') },
  CACHE_BYTES: {
    value: '0',
    shows: async ({ ask, adminUrl }) => {
      await ask(`/${MARCH}`);
      return !/^events_query_cache_bytes [1-9]/m.test(await textOf(fetch(`${adminUrl}/metrics`)));
    },
  },
  MAX_REPLICATION_LAG_S: {
    value: '60',
    shows: async ({ adminUrl }) => (await statusOf(fetch(`${adminUrl}/ready`))) !== 200,
  },
};

/** These test files check the other settings in the running program. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'cli/start': ['PORT', 'ADMIN_PORT', 'DATABASE_URL'],
  'cli/serve': ['DATA_DIR', 'SEED'],
  'cli/formats': ['LIST_FORMAT'],
  'cli/limits': [
    ...['QUERY_TIMEOUT_MS', 'MAX_BODY_BYTES', 'MEMORY_BUDGET_BYTES', 'MAX_CONNECTIONS', 'MAX_EVENTS'],
    ...['KEEP_ALIVE_TIMEOUT_MS', 'REQUEST_TIMEOUT_MS'],
  ],
  'store/reader-role': ['READER_PASSWORD'],
  'process/stop': ['SHUTDOWN_GRACE_MS'],
  'testing/program': ['TEST_API'],
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

test('every setting has a visible effect', async () => {
  const database = await engine.open();
  await insertEvents(database, [
    { id: 1, starts_at: '2026-03-31T23:30:00Z', ends_at: '2026-03-31T23:45:00Z' },
    { id: 2, starts_at: '2026-03-10T10:00:00Z', ends_at: '2026-03-10T11:00:00Z' },
  ]);
  // Postgres calls this function instead of its own, so the server looks like a standby without a primary.
  await database.transaction((session) =>
    session.script(`CREATE SCHEMA standby;
      CREATE FUNCTION standby.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`),
  );
  await database.close();
  const plain = await start({});
  const changed = await start(valuesOf(undefined));
  const apart = await start(valuesOf(true));
  for (const [name, { shows, apart: isApart }] of Object.entries(ROWS)) {
    const places = [await shows(plain)].flat();
    expect([name, ...places]).toEqual([name, ...places.map(() => false)]);
    const shown = [await shows(isApart ? apart : changed)].flat();
    expect([name, ...shown]).toEqual([name, ...places.map(() => true)]);
  }
});

test('every setting is tested here or in the file that ELSEWHERE names', () => {
  const names = Object.values(SETTINGS).map(({ variables: [{ name }] }) => name);
  expect([...Object.keys(ROWS), ...Object.values(ELSEWHERE).flat()].sort()).toEqual(names.sort());
  for (const [file, tested] of Object.entries(ELSEWHERE)) {
    const text = readFileSync(path.join(__dirname, `../${file}.test.ts`), 'utf8');
    expect([file, ...tested.filter((name) => !text.includes(`${name}:`))]).toEqual([file]);
  }
});
