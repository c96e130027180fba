import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesSource } from '../../src/transfer/read/files';
import { fileBytes } from '../../src/transfer/read/source';
import type { DataSet } from '../data/data-sets';
import { asObject } from '../data/expected-event';
import type { TestEngine } from '../support/databases';
import { exportText, importText, storedEvents, textSource } from './support';

/** Imports a data set into the engine's store, exports it in every format, and imports each file again. */
export function importAndExport(engine: TestEngine, { options, file, events }: DataSet): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-import-'));

  test('one import takes all of it, and every export holds all of it', async () => {
    const database = await engine.open();
    const expected = [...events()].sort((a, b) => a.id - b.id).map(asObject);
    const read = expected.length;
    const made = file(folder);
    const source = bytesSource(made, () => fileBytes(made));
    expect(await importText(database, source, options)).toMatchObject({ read, added: read });
    const stored = async () => {
      const all = await storedEvents(database);
      return all.sort((a, b) => a.id - b.id).map(({ uid, ...event }) => event);
    };
    expect(await stored()).toEqual(expected);
    for (const format of ['json', 'csv', 'ics'] as const) {
      const text = textSource(`export.${format}`, await exportText(database, format));
      await database.transaction((session) => session.script('TRUNCATE event'));
      expect(await importText(database, text)).toMatchObject({ read, added: read });
      expect(await stored()).toEqual(expected);
    }
    await database.close();
  });
}
