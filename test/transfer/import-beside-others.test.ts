/** An import waits for other imports, and they wait for it, no longer than necessary. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedIfEmpty } from '../../src/cli/seed';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database, Session } from '../../src/store/database';
import { openWriter } from '../../src/store/open';
import { openMemoryStore } from '../../src/testing';
import { exportEvents } from '../../src/transfer/export';
import { importEvents, importInto } from '../../src/transfer/import';
import { defaultOptions } from '../../src/transfer/import-options';
import { bytesSource } from '../../src/transfer/read/files';
import { Staging } from '../../src/transfer/staging';
import { WRITERS } from '../../src/transfer/writers';
import { describeDataSet, GENERATED } from '../data/data-sets';
import { PATIENT, usePostgres } from '../support/databases';
import { deferred } from '../support/deferred';
import { importAndExport } from './import-and-export';
import { importText } from './support';
import { A, B, jsonSource, useStore } from './use-store';

describe('beside others on a Postgres server', () => {
  const engine = usePostgres();
  const store = useStore(engine);

  test('an autovacuum is not another import, but a lasting lock is', async () => {
    const other = await openWriter(engine.config(), ignoreObservations, PATIENT);
    const [vacuumed, locked] = [jest.fn(), jest.fn()];
    const importWhileLocked = async (mode: string, waiting: jest.Mock, until: () => Promise<unknown>) => {
      let imported: Promise<unknown> | undefined;
      await other.transaction(async (session) => {
        await session.query(`LOCK TABLE event IN ${mode} MODE`);
        imported = importEvents(store.database, [jsonSource('a.json', A)], defaultOptions('UTC'), {
          waiting,
        });
        await until();
      });
      await imported;
    };
    await importWhileLocked('SHARE UPDATE EXCLUSIVE', vacuumed, () => sleep(500));
    await importWhileLocked('SHARE ROW EXCLUSIVE', locked, async () => {
      while (locked.mock.calls.length === 0) await sleep(50);
    });
    expect([vacuumed.mock.calls.length, locked.mock.calls.length]).toEqual([0, 1]);
    await other.close();
  });

  test('an import that another has held up for a minute is refused', async () => {
    const other = await openWriter(engine.config(), ignoreObservations, PATIENT);
    const hasty: Database = {
      ...store.database,
      transaction: (work) =>
        store.database.transaction((session) =>
          // A second replaces the time limit of a minute.
          work({ ...session, query: (text, values) => session.query(text.replace("'60s'", "'1s'"), values) }),
        ),
    };
    await other.transaction(async (session) => {
      await session.query('LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE');
      await expect(importText(hasty, jsonSource('a.json', A))).rejects.toThrow(
        'Another import has held the store for 60 seconds, so nothing was changed',
      );
    });
    await other.close();
  });

  test('a lock that fails is not reported later as another import', async () => {
    const session: Session = {
      query: async (text) => {
        if (text.startsWith('LOCK TABLE')) throw new Error('the connection is lost');
        return [];
      },
      script: async () => {},
    };
    const target = await Staging.create(session, defaultOptions('UTC'));
    jest.useFakeTimers();
    await expect(target.lock(() => {})).rejects.toThrow('the connection is lost');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a store that fails while more rows are awaited ends the import with its error', async () => {
    const failed = deferred();
    const session: Session = {
      query: async (text) => {
        if (!text.startsWith('INSERT')) return [];
        failed.resolve();
        throw new Error('the connection is lost');
      },
      script: async () => {},
    };
    const slow = bytesSource('slow.csv', async function* () {
      yield Buffer.from(`title,start\n${'A,2026-03-01\n'.repeat(2100)}`);
      await failed.promise;
      // At the end of the turn Node reports a rejection that has no handler.
      await sleep(1);
    });
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const target = await Staging.create(session, defaultOptions('UTC'));
    const imported = importInto(target, [slow], defaultOptions('UTC'), {});
    await expect(imported).rejects.toThrow('the connection is lost');
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('an import that waits for its input blocks no other', async () => {
    const gate = deferred();
    const slow = bytesSource('slow.json', async function* () {
      yield Buffer.from(`[${JSON.stringify(A)},`);
      await gate.promise;
      yield Buffer.from(`${JSON.stringify(B)}]`);
    });
    const waiting = importText(store.database, slow);
    const other = await openWriter(engine.config(), ignoreObservations, PATIENT);
    expect(await importText(other, jsonSource('b.json', { ...A, uid: 'c' }))).toMatchObject({ added: 1 });
    await other.close();
    gate.resolve();
    expect(await waiting).toMatchObject({ added: 2 });
    expect(await store.uids()).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
    ]);
  });

  test('an export shows one moment, even during an import', async () => {
    await importText(store.database, jsonSource('a.json', A));
    const other = await openWriter(engine.config(), ignoreObservations, PATIENT);
    let text = '';
    await exportEvents(store.database, WRITERS.json, async (part) => {
      if (text === '') await importText(other, jsonSource('b.json', B));
      text += part;
    });
    await other.close();
    expect(JSON.parse(text)).toHaveLength(1);
  });

  test('an export waits until its target has taken each part', async () => {
    await importText(store.database, jsonSource('a.json', A));
    const seen: string[] = [];
    await exportEvents(store.database, WRITERS.json, async () => {
      seen.push('begins');
      await sleep(1);
      seen.push('ends');
    });
    expect(seen).toEqual(Array(3).fill(['begins', 'ends']).flat());
  });

  test('an empty SEED file is reported, and so is the result of a seed', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'events-seed-'));
    const file = path.join(folder, 'a.csv');
    const seeded = () => seedIfEmpty(store.database, { seed: [folder], timeZone: 'UTC' }, {});
    writeFileSync(file, 'title,start\n');
    expect(await seeded()).toBe(`The store stays empty, because SEED=${folder} has no events.`);
    writeFileSync(file, 'uid,title,start,Seats\na,A,2026-03-01,3\n');
    writeFileSync(path.join(folder, 'b.txt'), '');
    expect(await seeded()).toBe(
      `The store was empty: 1 event imported from ${folder}; kept as extra fields: Seats.`,
    );
  });

  test('the options that an import would have are those of the command, and not of SEED', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'events-seed-')), 'a.csv');
    const config = { seed: [file], timeZone: 'UTC' };
    const seeded = () => seedIfEmpty(store.database, config, {});
    writeFileSync(file, Buffer.from('title,start\n\xe9,2026-03-01T09:00\n', 'latin1'));
    const refusal =
      'a.csv is not UTF-8 text; --encoding names another encoding, such as windows-1252. SEED has no options: use events-query import.';
    await expect(seeded()).rejects.toThrow(refusal);
    await expect(openMemoryStore(config, () => {})).rejects.toThrow(refusal);
    writeFileSync(file, 'id,title,start\n1,A,2026-03-01T09:00\n');
    expect(await seeded()).toBe(
      `The store was empty: 1 event imported from ${file}; times without an offset (1) were read in UTC; --zone names another zone. SEED has no options: use events-query import.`,
    );
    expect(await openMemoryStore(config, () => {})).toHaveProperty('size', 1);
  });
});

describe('on a Postgres server', () => {
  const engine = usePostgres();
  describeDataSet(GENERATED, (data) => importAndExport(engine, data));
});
