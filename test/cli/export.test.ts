/** An export works while a running service uses the embedded store. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportPage, startingExportPage } from '../../src/cli/export-source';
import { ServiceBusyError } from '../../src/contract/errors';
import { lockFolder } from '../../src/store/embedded/lock';
import { exportBetweenReads, exportEvents } from '../../src/transfer/export';
import { WRITERS } from '../../src/transfer/writers';
import { failure, useCommands } from '../support/commands';
import { describeEngines } from '../support/databases';
import { answering } from '../support/listening';

const program = useCommands();

beforeAll(async () => {
  for (const dataDir of ['shared', 'cut']) await program.fill(dataDir);
});

test('a running service exports all its events over the admin port, in every format', async () => {
  const many = Array.from({ length: 1100 }, (_, id) => ({ id: id + 1, title: 'Event', start: '2026-03-01' }));
  writeFileSync('many.json', JSON.stringify(many));
  const { running, url, adminPort } = await program.serve({ DATA_DIR: 'shared', SEED: 'many.json' });
  const admin = `http://127.0.0.1:${adminPort}`;
  const env = { DATA_DIR: 'shared', ADMIN_PORT: String(adminPort) };

  const json = await program.run(['export'], env);
  expect([json.code, json.stderr]).toEqual([0, '']);
  expect(JSON.parse(json.stdout)).toHaveLength(1100);
  const csv = await program.run(['export', '--format', 'csv', '--out', 'all.csv'], env);
  expect(csv).toMatchObject({ code: 0, stderr: '1100 events written to all.csv\n' });
  expect(readFileSync('all.csv', 'utf8').match(/^\d+,/gm)).toHaveLength(1100);
  for (const [ending, beginning] of Object.entries({ CSV: 'id,', ics: 'BEGIN:VCALENDAR', txt: '[' })) {
    await program.run(['export', '--out', `ending.${ending}`], env);
    expect(readFileSync(`ending.${ending}`, 'utf8').slice(0, beginning.length)).toBe(beginning);
  }

  const inUse =
    /^The folder shared is in use by process \d+: stop that process, or set the same ADMIN_PORT .*\n$/;
  expect(await program.run(['export'], { DATA_DIR: 'shared' })).toEqual(failure(inUse));
  for (const [query, sentence] of [
    ['format=xml', '--format must be one of json, csv, ics, not "xml".\n'],
    ['forma=csv', '/export has only the parameter format, not "forma".\n'],
  ]) {
    const refused = await fetch(`${admin}/export?${query}`);
    expect([refused.status, await refused.text()]).toEqual([400, sentence]);
  }
  expect((await fetch(`${admin}/export`, { method: 'POST' })).status).toBe(405);
  const asked = async (method: string, query: string) => {
    const { status, headers } = await fetch(`${admin}/export${query}`, { method });
    return [status, ...['content-type', 'cache-control', 'events-process'].map((name) => headers.get(name))];
  };
  expect(await asked('HEAD', '')).toEqual([200, 'text/plain; charset=utf-8', 'no-store', expect.any(String)]);
  for (const query of ['', '?format=csv', '?format=xml'])
    expect(await asked('HEAD', query)).toEqual(await asked('GET', query));
  expect((await fetch(`${url}/export`)).status).toBe(404);

  // The exported events are those of the store.
  running.signal('SIGTERM');
  await running.exit;
  const stopped = await program.run(['export', '--out', '-'], { DATA_DIR: 'shared' });
  expect(stopped.stdout).toBe(json.stdout);
});

test('export says that the store is being created or opened, or that the service is busy', async () => {
  const folder = path.join(program.folder, 'starting');
  const lock = await lockFolder(folder);
  const creating = `The folder starting has no store yet: process ${process.pid} is creating it, so try again in a moment.\n`;
  expect(await program.run(['export'], { DATA_DIR: 'starting' })).toEqual(failure(creating));
  await program.fill('starting');
  const busyPage = exportPage({ read: () => Promise.reject(new ServiceBusyError()) });
  for (const [page, reason] of [
    [startingExportPage, 'The service is still starting: try again in a moment\\.'],
    [busyPage, 'The service is busy: try again in a moment\\.'],
  ] as const) {
    const { port } = await answering((request, response) => {
      void page(new URLSearchParams(), response).then(() => expect(response.statusCode).toBe(503));
      expect(request.headers.host).toBe('localhost');
    });
    const refused = await program.run(['export'], { DATA_DIR: 'starting', ADMIN_PORT: String(port) });
    expect(refused).toEqual(failure(new RegExp(` ${port}: ${reason}\n`)));
  }
  await lock.release();
});

test('an export that is cut off, stalls, or comes from another program, fails and leaves no file', async () => {
  const lock = await lockFolder(path.join(program.folder, 'cut'));
  const pid = String(process.pid);
  type Answer = (response: http.ServerResponse) => void;
  const begin = (response: http.ServerResponse, status = 200) =>
    response.writeHead(status, { 'events-process': pid }).write('[');
  const cutBy =
    (end: 'destroy' | 'resetAndDestroy', status?: number): Answer =>
    (response) => {
      begin(response, status);
      setTimeout(() => response.socket?.[end](), 50);
    };
  // If the temporary file can't be removed, the error of the export is still the one to report.
  const afterRemoval: Answer = (response) => {
    rmSync(`cut.json.${pid}.part`);
    cutBy('destroy')(response);
  };
  const busyLater: Answer = (response) => {
    const event = JSON.stringify({ id: 1, start: '2026-03-10', end: '2026-03-11', allDay: true });
    let isFirst = true;
    const read = async () => {
      if (!isFirst) await sleep(50).then(() => Promise.reject(new ServiceBusyError()));
      isFirst = false;
      return [{ event }] as never[];
    };
    busy = exportPage({ read })(new URLSearchParams(), response);
  };
  let busy: Promise<void> | undefined;
  const answers: readonly (readonly [reason: string, answer: Answer, stalls?: true])[] = [
    ['another program answers there', (response) => response.end('[]')],
    ['the answer has status 500', (response) => response.writeHead(500, { 'events-process': pid }).end()],
    ['the connection ended before the last event', cutBy('destroy')],
    ['the connection ended before the last event', cutBy('destroy', 503)],
    ['the connection ended before the last event', cutBy('resetAndDestroy')],
    ['the connection ended before the last event', afterRemoval],
    ['the connection ended before the last event', busyLater],
    ['the connection ended before the last event', begin, true],
    ['nothing came within 60 s', () => {}, true],
  ];
  const { get } = http;
  const inPieceOfTime = (options: http.RequestOptions) =>
    get({ ...options, timeout: Number(options.timeout) / 300 });
  for (const [reason, answer, stalls] of answers) {
    if (stalls) jest.spyOn(http, 'get').mockImplementationOnce(inPieceOfTime as typeof get);
    const { port } = await answering((_, response) => answer(response));
    const env = { DATA_DIR: 'cut', ADMIN_PORT: String(port) };
    const sentence = `The folder cut is in use by process ${pid}, which did not send its events on ADMIN_PORT ${port}: ${reason}.\n`;
    expect(await program.run(['export', '--out', 'cut.json'], env)).toEqual(failure(sentence));
    expect(() => readFileSync(path.join(program.folder, 'cut.json'))).toThrow('ENOENT');
  }
  // If this promise were rejected, the log of the admin port would have an unexpected error.
  await expect(busy).resolves.toBeUndefined();
  await lock.release();
});

test('an export ends when its client has left', async () => {
  let ended: Promise<unknown> | undefined;
  const { url } = await answering((_request, response) => {
    const read = async () => {
      response.destroy();
      return [];
    };
    // The export may end before the client has noticed it, so the rejection is handled at once.
    ended = Promise.allSettled([exportPage({ read })(new URLSearchParams(), response)]);
  });
  await expect(fetch(url)).rejects.toThrow();
  expect(await ended).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
});

describeEngines((engine) => {
  test('an export in batches writes the same file as one transaction, and lets other reads run between them', async () => {
    const database = await engine.open();
    await database.transaction((session) =>
      session.script(`INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day)
        SELECT 3 * n, 'uid-' || n, 'Event ' || n, '', '', '', '', '2026-03-10T10:00:00Z', '2026-03-10T11:00:00Z', false
        FROM generate_series(1, 1100) AS n`),
    );
    const beside = () => database.read({ name: 'beside', text: 'SELECT 1' }, []);
    for (const writer of Object.values(WRITERS)) {
      const [whole, batches]: string[][] = [[], []];
      const count = await exportEvents(database, writer, async (text) => void whole?.push(text));
      expect(count).toBe(1100);
      await exportBetweenReads(database, writer, async (text) => {
        batches?.push(text);
        // In a transaction of the embedded engine this call would wait for ever.
        await beside();
      });
      expect(batches?.join('')).toBe(whole?.join(''));
    }
    const exportAs = async (name: string) => {
      const sql = `UPDATE event SET extra = jsonb_build_object('n' || ${name}, id)`;
      await database.transaction((session) => session.script(sql));
      return exportBetweenReads(database, WRITERS.csv, async () => {});
    };
    expect(await exportAs('least(id, 3000)')).toBe(1100);
    await expect(exportAs('id')).rejects.toThrow('more than 1000 different extra fields');
    await database.close();
  });
});
