/**
 * Queries thousands of events by each operation over each binding. These are twelve cells. The test compares each
 * answer with an independent computation.
 */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventService } from '../../src/app/event-service';
import { importCommand } from '../../src/cli/import';
import type { Config } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import type { Store } from '../../src/store/event-store';
import { openStore } from '../../src/store/open';
import { BAD_DAYS } from '../data/bad-days';
import type { DataSet } from '../data/data-sets';
import { asObject, asXml } from '../data/expected-event';
import { PATIENT, type TestEngine } from '../support/databases';
import { BINDINGS, callThrough, resultOf } from '../support/four-bindings';
import { monthStart, overlapping, Zone } from '../support/oracle';
import { Random } from '../support/random';
import { runCommand } from '../support/run-command';
import type { Address } from '../support/send';
import { serveApp } from '../support/serve-app';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu'].map((name) => new Zone(name));

async function importFile(config: Config, { options, file }: DataSet, folder: string): Promise<string> {
  const env =
    config.databaseUrl === undefined ? { DATA_DIR: config.dataDir } : { DATABASE_URL: config.databaseUrl };
  const argv = [
    ...(options.endDates === undefined ? [] : ['--end-dates', options.endDates]),
    ...(options.timeZone === undefined ? [] : ['--zone', options.timeZone]),
    file(folder),
  ];
  const { code, out, err } = await runCommand(importCommand, argv, { env });
  if (code !== 0) throw new Error(err);
  return out;
}

/** Imports the data set into the engine's store, and queries it over every binding. */
export function askEverything(engine: TestEngine, data: DataSet): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-cells-'));
  const events = data.events();
  const byId = new Map(events.map((event) => [event.id, event]));
  const shown = new Map(events.map((event) => [event.id, JSON.stringify(asObject(event))]));
  const list = (from: number, to: number, zone: Zone) =>
    `[${overlapping(events, from, to, zone)
      .map((id) => shown.get(id))
      .join(',')}]`;

  let store: Store;
  let imported: readonly string[];

  beforeAll(async () => {
    await (await engine.open()).close();
    imported = [
      await importFile(engine.config(), data, folder),
      await importFile(engine.config(), data, folder),
    ];
    store = await openStore(engine.config(), ignoreObservations, PATIENT);
  });
  afterAll(() => store.close());

  /** Each zone has one service until the test ends. */
  const served = new Map<Zone, Promise<Address>>();
  afterEach(() => served.clear());
  const serve = (zone: Zone): Promise<Address> => {
    const config = engine.config({ timeZone: zone.name });
    const address = served.get(zone) ?? serveApp(new EventService(store, config));
    served.set(zone, address);
    return address;
  };

  test('one command imports the file, and changes nothing when it runs again', () => {
    const count = events.length;
    expect(imported).toEqual([
      expect.stringContaining(`read ${count}, added ${count}, changed 0, unchanged 0, removed 0, refused 0`),
      expect.stringContaining(`read ${count}, added 0, changed 0, unchanged ${count}, removed 0, refused 0`),
    ]);
  });

  describe.each(BINDINGS)('%s', (binding) => {
    const select = async (operation: string, args: Readonly<Record<string, string>>, address: Address) =>
      resultOf(binding, await callThrough(binding, operation, args, address));

    test('SelectEventsRanged agrees on ranges of all lengths, on days with and without a change of the clock', async () => {
      const random = new Random(7);
      for (let round = 0; round < 12; round++) {
        const zone = random.pick(ZONES);
        const address = await serve(zone);
        const from = random.pick([
          Date.parse(random.pick(BAD_DAYS)[1]) + random.between(-30, 30) * HOUR,
          random.between(Date.UTC(2013, 0), Date.UTC(2028, 0)),
        ]);
        const to = from + ([0, 1, DAY, 7 * DAY, 90 * DAY, 900 * DAY][round % 6] ?? 0);
        const result = await select('SelectEventsRanged', { from: `${from}`, to: `${to}` }, address);
        expect(result).toBe(list(from, to, zone));
      }
    });

    test('SelectEventsRanged agrees on the whole range of 64 bits', async () => {
      const [utc] = ZONES as [Zone];
      const args = { from: '-9223372036854775808', to: '9223372036854775807' };
      const result = await select('SelectEventsRanged', args, await serve(utc));
      expect(result === list(-Infinity, Infinity, utc)).toBe(true);
    });

    test('SelectEvents agrees on months with and without events', async () => {
      const random = new Random(13);
      const badMonths = Array.from({ length: 5 }, () => new Date(random.pick(BAD_DAYS)[1])).map(
        (day) => [day.getUTCMonth() + 1, day.getUTCFullYear()] as const,
      );
      for (const [month, year] of [...badMonths, [12, 2025], [6, 1999], [1, 1], [12, 9999]] as const) {
        const zone = random.pick(ZONES);
        const address = await serve(zone);
        const result = await select('SelectEvents', { month: `${month}`, year: `${year}` }, address);
        const [from, to] = [monthStart(year, month), monthStart(year, month + 1)].map((wall) =>
          zone.instantOf(wall),
        ) as [number, number];
        expect(result).toBe(list(from, to, zone));
      }
    });

    test('SelectEvent agrees on every kind of id, as JSON and as XML', async () => {
      const [utc] = ZONES as [Zone];
      const address = await serve(utc);
      const random = new Random(11);
      const stored = Array.from({ length: 12 }, () => random.pick(events).id);
      const missing = [0, -1, 2_147_483_647, -2_147_483_648, Math.max(...byId.keys()) + 1];
      for (const id of [...stored, ...missing]) {
        const found = byId.get(id);
        const ask = (bolAsJSON: string) => select('SelectEvent', { intEventID: `${id}`, bolAsJSON }, address);
        expect(await ask('true')).toBe(shown.get(id) ?? 'null');
        expect(await ask('false')).toBe(`<events>${found ? asXml(found) : ''}</events>`);
      }
    });
  });
}
