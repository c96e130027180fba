import { knownZone } from '../../src/lib/time/zones';
import type { Database, Session } from '../../src/store/database';
import { SELECT_EVENT, SELECT_MONTH, SELECT_RANGE } from '../../src/store/queries/select-events';
import { DELETE_SAMPLES, Staging } from '../../src/transfer/staging';
import { describeEngines, useEmbedded } from '../support/databases';

const RANGE = "'2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z', 'Europe/Berlin', 10000";
const MONTH = "2026, 3, 'Europe/Berlin', 10000";

const QUESTIONS = [
  [SELECT_RANGE.json, RANGE],
  [SELECT_RANGE.rows, RANGE],
  [SELECT_MONTH.json, MONTH],
  [SELECT_MONTH.rows, MONTH],
  [SELECT_EVENT.json, '7'],
  [SELECT_EVENT.row, '7'],
] as const;

describeEngines((engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await engine.open();
    await database.transaction(async (session) => {
      // The events are in thirty years. One in five is all-day, and one in fifty is longer than 32 days.
      await session.script(`
        INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day)
        SELECT i, i, 'Event', '', '', '', '', start, start + CASE WHEN i % 50 = 0 THEN 60 ELSE 1 END * interval '24 hours',
          i % 5 = 0
        FROM generate_series(1, 20000) AS i,
          LATERAL (SELECT timestamptz '2005-01-01Z' + (i / 2) * interval '24 hours'
            + CASE WHEN i % 5 = 0 THEN 0 ELSE i % 24 END * interval '1 hour' AS start) AS day`);
      await session.script('ANALYZE event');
    });
  });
  afterAll(() => database.close());

  test('an import finds the samples by an index', async () => {
    const plan = await database.transaction(async (session) => {
      await Staging.create(session, { zone: knownZone('UTC') });
      return explain(session, DELETE_SAMPLES, '');
    });
    expect(plan).toContain('event_samples');
    expect(plan).not.toMatch(/Seq Scan on event\b/);
  });

  test('a list reads at most one event more than an answer may hold', async () => {
    const years = "'2005-01-01T00:00:00Z', '2035-01-01T00:00:00Z', 'UTC', 10";
    const plan = await database.transaction((session) =>
      explain(session, SELECT_RANGE.json.text, years, 'ANALYZE'),
    );
    expect(Number(/Limit .*actual .*rows=(\d+)/.exec(plan)?.[1])).toBe(11);
  });

  describe.each(['force_generic_plan', 'force_custom_plan'])('with %s', (mode) => {
    test.each(QUESTIONS)('$name reads 20,000 events by an index', async (statement, values) => {
      const plan = await database.transaction(async (session) => {
        await session.script(`SET LOCAL plan_cache_mode = ${mode}`);
        return explain(session, statement.text, values);
      });
      expect(plan).toMatch(/Index|Bitmap/);
      // Only the table with the version of the events may be read completely, because it has one row.
      expect(plan).not.toMatch(/Seq Scan on event\b/);
    });

    test('the index finds the events of a day without reading those of the month before', async () => {
      const day = "'2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', 'UTC', 10000";
      const plan = await database.transaction(async (session) => {
        await session.script(`SET LOCAL plan_cache_mode = ${mode}; SET LOCAL enable_bitmapscan = off`);
        return explain(session, SELECT_RANGE.json.text, day, 'ANALYZE');
      });
      const leftOut = Array.from(plan.matchAll(/Rows Removed by Filter: (\d+)/g), ([, count]) =>
        Number(count),
      );
      // The index may also find all-day events that begin up to a day away in their zone.
      expect(leftOut.reduce((sum, count) => sum + count, 0)).toBeLessThan(5);
    });
  });
});

describe('on the embedded engine', () => {
  const engine = useEmbedded();

  test('a list of 10 MB is sorted in memory, because files would need room on the disk', async () => {
    const database = await engine.open();
    const plan = await database.transaction(async (session) => {
      await session.script(`
        INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day)
        SELECT i, i, 'Event', text, '', '', '', start, start, false
        FROM generate_series(1, 10000) AS i,
          LATERAL (SELECT timestamptz '2026-03-02Z' + i * interval '1 second' AS start) AS day,
          -- Postgres compresses longer rows, or writes their texts elsewhere, and then sorts only pointers to them.
          LATERAL (SELECT string_agg(md5(i || ' ' || n), '') AS text FROM generate_series(1, 24) AS n) AS long`);
      return explain(session, SELECT_RANGE.json.text, RANGE, 'ANALYZE');
    });
    await database.close();
    expect(plan).toMatch(/Sort Method: \w+ +Memory: \d+kB/);
    expect(plan).not.toContain('Disk:');
  });
});

async function explain(session: Session, text: string, values: string, how = ''): Promise<string> {
  await session.script(`PREPARE question AS ${text}`);
  const lines = await session.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN ${how} EXECUTE question ${values && `(${values})`}`,
  );
  await session.script('DEALLOCATE question');
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}
