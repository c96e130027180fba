/** Thousands of real conferences through all twelve cells, each answer held against a computation of its own. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { importCommand } from '../../src/commands/import';
import type { Config } from '../../src/config';
import type { Address } from '../../src/conformance/exchange';
import { ignoreObservations } from '../../src/ops/observations';
import { EventService } from '../../src/service/event-service';
import type { Store } from '../../src/store/event-store';
import { openStore } from '../../src/store/open';
import { describeEngines, type TestEngine } from '../support/databases';
import { BINDINGS, callThrough, resultOf } from '../support/four-bindings';
import { serveApp } from '../support/serve-app';

const FILE = path.join(__dirname, '../../../shared/data/conferences.json');

interface Conference {
  readonly id: number;
  readonly title: string;
  readonly start: string;
  /** The last day. */
  readonly end: string;
  readonly location?: string;
  readonly url?: string;
  readonly category?: string;
}

const DAY_MS = 86_400_000;
const conferences: readonly Conference[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
const byStart = [...conferences].sort((a, b) =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : a.id - b.id,
);
const dayAfter = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

function asObject({ id, title, start, end, location = '', url = '', category = '' }: Conference) {
  return { id, title, description: '', location, url, category, start, end: dayAfter(end), allDay: true };
}

function asXml(conference: Conference): string {
  const text = (value: unknown) =>
    String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const elements = Object.entries(asObject(conference)).map(
    ([name, value]) => `<${name}>${text(value)}</${name}>`,
  );
  return `<events><event>${elements.join('')}</event></events>`;
}

const overlapping = (from: number, to: number) =>
  JSON.stringify(
    byStart
      .filter(({ start, end }) => Date.parse(start) < to && Date.parse(end) + DAY_MS > from)
      .map(asObject),
  );

/** A small generator, so that every run asks the same questions. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
}

async function importFile(config: Config): Promise<string> {
  const stdout = new PassThrough().setEncoding('utf8');
  const stderr = new PassThrough().setEncoding('utf8');
  const env =
    config.databaseUrl === undefined ? { DATA_DIR: config.dataDir } : { DATABASE_URL: config.databaseUrl };
  const argv = ['--end-dates', 'inclusive', FILE];
  const code = await importCommand(argv, { env, stdin: new PassThrough(), stdout, stderr });
  if (code !== 0) throw new Error(String(stderr.read()));
  return String(stdout.read());
}

function suite(engine: TestEngine): void {
  let store: Store;
  let imported: readonly string[];

  beforeAll(async () => {
    await (await engine.open()).close();
    imported = [await importFile(engine.config()), await importFile(engine.config())];
    store = await openStore(engine.config(), ignoreObservations);
  });
  afterAll(() => store.close());

  const serve = (): Promise<Address> => serveApp(new EventService(store, engine.config()));

  test('one command imports the file, and again changes nothing', () => {
    const count = conferences.length;
    expect(imported[0]).toContain(
      `read ${count}, added ${count}, changed 0, unchanged 0, removed 0, refused 0`,
    );
    expect(imported[1]).toContain(
      `read ${count}, added 0, changed 0, unchanged ${count}, removed 0, refused 0`,
    );
  });

  describe.each(BINDINGS)('%s', (binding) => {
    test('SelectEventsRanged agrees on ranges of all lengths', async () => {
      const address = await serve();
      const random = randomNumbers(7);
      for (let round = 0; round < 40; round++) {
        const from = Date.UTC(2013, 0, 1) + random(15 * 365) * DAY_MS + random(2) * random(DAY_MS);
        const to = from + ([0, 1, DAY_MS, 7 * DAY_MS, 90 * DAY_MS, 900 * DAY_MS][round % 6] ?? 0);
        const args = { from: String(from), to: String(to) };
        const answer = await callThrough(binding, 'SelectEventsRanged', args, address);
        expect(resultOf(binding, answer)).toBe(overlapping(from, to));
      }
    });

    test('SelectEventsRanged agrees on the whole of 64 bits', async () => {
      const args = { from: '-9223372036854775808', to: '9223372036854775807' };
      const answer = await callThrough(binding, 'SelectEventsRanged', args, await serve());
      expect(resultOf(binding, answer) === overlapping(-Infinity, Infinity)).toBe(true);
    });

    test('SelectEvents agrees on months with and without conferences', async () => {
      const address = await serve();
      for (const [month, year] of [
        [1, 2013],
        [9, 2019],
        [12, 2025],
        [2, 2024],
        [6, 1999],
        [1, 1],
        [12, 9999],
      ] as const) {
        const answer = await callThrough(
          binding,
          'SelectEvents',
          { month: `${month}`, year: `${year}` },
          address,
        );
        const from = new Date(0).setUTCFullYear(year, month - 1, 1);
        const to = new Date(0).setUTCFullYear(year, month, 1);
        expect(resultOf(binding, answer)).toBe(overlapping(from, to));
      }
    });

    test('SelectEvent agrees on every kind of id, as JSON and as XML', async () => {
      const address = await serve();
      const random = randomNumbers(11);
      const ids = [
        1,
        conferences.length,
        ...Array.from({ length: 20 }, () => 1 + random(conferences.length)),
      ];
      const missing = [0, -1, 2_147_483_647, -2_147_483_648, conferences.length + 1];
      for (const id of [...ids, ...missing]) {
        const found = conferences.find((one) => one.id === id);
        const call = (bolAsJSON: string) =>
          callThrough(binding, 'SelectEvent', { intEventID: `${id}`, bolAsJSON }, address);
        expect(resultOf(binding, await call('true'))).toBe(JSON.stringify(found ? asObject(found) : null));
        expect(resultOf(binding, await call('false'))).toBe(found ? asXml(found) : '<events></events>');
      }
    });
  });
}

if (conferences.length === 0) {
  test.skip('the file of conferences is not on this machine', () => {});
} else {
  describeEngines(suite);
}
