import { EventService } from '../../src/app/event-service';
import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { LOCAL_TIMES } from '../lib/time/cases';
import { describeEngines } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { monthStart, type OracleEvent, overlapping, Zone } from '../support/oracle';
import { Random } from '../support/random';
import { textOf } from '../support/result-text';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
const YEAR_10000 = Date.UTC(10_000, 0, 1);

/** On these days some of the zones change their clocks, skip a day or have no midnight. Others are ordinary. */
const DAYS = [
  '2011-12-30',
  '2018-11-04',
  '2018-02-18',
  '2023-04-28',
  '2024-03-10',
  '2024-03-31',
  '2024-10-27',
  '2024-11-03',
  '2025-07-15',
  '1969-12-31',
  '1883-11-18',
] as const;

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Pacific/Kiritimati',
].map((name) => new Zone(name));

/** Both engines run the same SQL, so the embedded one, which is slower, answers for two zones only. */
const EMBEDDED_ZONES = ['Europe/Berlin', 'Pacific/Apia'];

const random = new Random(20_260_301);
const EVENTS = [...randomEvents(1500), ...edgeEvents(1501)];

function randomInstant(): number {
  const day = Date.parse(random.pick(DAYS));
  return random.pick([
    day + random.between(-36, 36) * HOUR,
    day + random.between(-2 * DAY, 2 * DAY),
    day + random.between(-40, 40) * DAY,
    random.between(Date.UTC(1850, 0), Date.UTC(2100, 0)),
  ]);
}

function randomEvents(count: number): OracleEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const allDay = random.fraction() < 0.4;
    const start = allDay ? Math.floor(randomInstant() / DAY) * DAY : randomInstant();
    const duration = allDay
      ? random.pick([1, 1, 2, 31, 32, 33, random.between(1, 1500)]) * DAY
      : random.pick([0, 1, HOUR, DAY, 32 * DAY - 1, 32 * DAY, 32 * DAY + 1, random.between(0, 2000 * DAY)]);
    return { id: index + 1, start, end: start + duration, allDay };
  });
}

function edgeEvents(firstId: number): OracleEvent[] {
  const last = YEAR_10000 - 1;
  return [
    { start: YEAR_1, end: YEAR_1, allDay: false },
    { start: YEAR_1, end: YEAR_1 + DAY, allDay: true },
    { start: YEAR_1, end: last, allDay: false },
    { start: last, end: last, allDay: false },
    { start: YEAR_10000 - 2 * DAY, end: YEAR_10000 - DAY, allDay: true },
    ...[31, 32, 33].map((days) => ({
      start: Date.UTC(2024, 1, 1),
      end: Date.UTC(2024, 1, 1 + days),
      allDay: true,
    })),
  ].map((event, index) => ({ id: firstId + index, ...event }));
}

function randomRange(): readonly [number, number] {
  const from = randomInstant();
  return [from, from + random.pick([0, 1, HOUR, DAY, 31 * DAY, random.between(0, 300 * DAY)])];
}

/** Ranges that begin or end exactly where an event does in the zone, and beyond the ends of time. */
function edgeRanges(zone: Zone): (readonly [number, number])[] {
  const some = EVENTS.filter(({ id }) => id % 100 === 0 || id > 1500);
  const around = some.flatMap(({ start, end, allDay }) => {
    const [begins, ends] = allDay ? [zone.instantOf(start), zone.instantOf(end)] : [start, end];
    return [
      [begins, begins + 1] as const,
      [begins - 1, begins] as const,
      [ends - 1, ends] as const,
      [ends, ends + 1] as const,
    ];
  });
  return [
    ...around,
    [YEAR_1 - 2 * DAY, YEAR_1],
    [YEAR_1 - 10 * HOUR, YEAR_1 - 9 * HOUR],
    [YEAR_10000 - DAY, YEAR_10000 + 2 * DAY],
    [-8.64e15, YEAR_1],
    [YEAR_10000, 8.64e15],
  ];
}

describeEngines((engine) => {
  let database: Database;
  const zones = ZONES.filter(({ name }) => engine.name === 'postgres' || EMBEDDED_ZONES.includes(name));

  const serviceIn = (zone: Zone) =>
    new EventService(new Store(database), {
      rangeUnit: 'unix-ms',
      listFormat: 'json',
      eventJsonFormat: 'json',
      eventTextFormat: 'xml',
      maxEvents: 10_000,
      timeZone: zone.name,
    });
  const ids = (answer: string) => (JSON.parse(answer) as { id: number }[]).map(({ id }) => id);

  beforeAll(async () => {
    database = await engine.open();
    const rows = EVENTS.map(({ id, start, end, allDay }) => ({
      id,
      starts_at: timestamptz(start),
      ends_at: timestamptz(end),
      all_day: allDay,
    }));
    await insertEvents(database, rows);
  });
  afterAll(() => database.close());

  test.each(zones)('ranges select what an independent computation selects in $name', async (zone) => {
    const service = serviceIn(zone);
    for (const [from, to] of [...edgeRanges(zone), ...Array.from({ length: 24 }, randomRange)]) {
      const answer = String(await textOf(service.selectEventsRanged(BigInt(from), BigInt(to))));
      expect({ from, to, ids: ids(answer) }).toEqual({ from, to, ids: overlapping(EVENTS, from, to, zone) });
    }
  });

  test.each(zones)('months select what an independent computation selects in $name', async (zone) => {
    const service = serviceIn(zone);
    const years = [1, 1883, 2011, 2018, 2024, 9999];
    for (const [year, month] of years.flatMap((year) =>
      Array.from({ length: 12 }, (_, m) => [year, m + 1] as const),
    )) {
      const from = zone.instantOf(monthStart(year, month));
      const to = zone.instantOf(monthStart(year, month + 1));
      const answer = String(await textOf(service.selectEvents(month, year)));
      expect({ year, month, ids: ids(answer) }).toEqual({
        year,
        month,
        ids: overlapping(EVENTS, from, to, zone),
      });
    }
  });

  test('the database reads the same local times as the last of two, so that months begin where the pages say', async () => {
    for (const { zone, localTime, instant, last = instant } of LOCAL_TIMES) {
      const [row] = await database.read<{ time: string }>(
        {
          name: 'wall_clock',
          text: `SELECT to_char(($1::text::timestamp AT TIME ZONE $2) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS BC') AS time`,
        },
        [localTime, zone],
      );
      const expected = last.startsWith('0000') ? `0001${last.slice(4, 19)} BC` : `${last.slice(0, 19)} AD`;
      expect([zone, localTime, row?.time]).toEqual([zone, localTime, expected.replace('T', ' ')]);
    }
  });
});

function timestamptz(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
