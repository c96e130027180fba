/** A folder of recorded calls, while it is written. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BindingName } from '../../src/contract/bindings';
import { openForRecording } from '../../src/recordings/folder';
import type { Recording } from '../../src/recordings/recording';
import { collectGarbage } from '../support/collect-garbage';
import { deferred } from '../support/deferred';
import { until } from '../support/limited-server';

const OLD = { address: 'http://old/WebServices/Events.asmx', namespace: 'http://tempuri.org/' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'events-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const month = (number: number, result: string, binding: BindingName = 'soap11'): Recording => ({
  call: { operation: 'SelectEvents', args: { month: number, year: 2026 } },
  bindings: [binding],
  answer: { result },
});

const recorded = () => readdirSync(folder).filter((name) => name !== 'source.json');
const inFile = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

/** Makes a disk that finishes no file until `resolve` is called. */
function stopDisk() {
  const { promise, resolve } = deferred();
  const { rename } = promises;
  const renamed = jest.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    await promise;
    return rename(from, to);
  });
  return { resolve, writes: () => renamed.mock.calls.length };
}

test('an answer that is already saved does not wait for the files of other calls, nor do they for each other', async () => {
  const kept = await openForRecording(folder, OLD);
  await kept.keep(month(1, 'same'));
  const { resolve, writes } = stopDisk();
  const others = [2, 3, 4].map((number) => kept.keep(month(number, 'new')));
  await until(() => writes() === 3);
  expect(await kept.keep(month(1, 'same'))).toEqual([]);
  expect(recorded().filter((name) => name.endsWith('.json'))).toEqual(['SelectEvents_1_2026.json']);
  resolve();
  await Promise.all(others);
  expect([kept.added, recorded().length]).toEqual([4, 4]);
});

test('simultaneous answers to a call are written one after the other, and none of their bindings is lost', async () => {
  const kept = await openForRecording(folder, OLD);
  const bindings: BindingName[] = ['httppost', 'soap12', 'soap11'];
  const replaced = await Promise.all(bindings.map((binding) => kept.keep(month(1, 'same', binding))));
  expect(replaced).toEqual([[], [], []]);
  expect(inFile('SelectEvents_1_2026.json').bindings).toEqual(['soap11', 'soap12', 'httppost']);
});

test('a recording that is continued in another process compares answers with those in the files', async () => {
  const first = await openForRecording(folder, OLD);
  await first.keep(month(1, 'same'));
  renameSync(path.join(folder, 'SelectEvents_1_2026.json'), path.join(folder, 'january.json'));
  const second = await openForRecording(folder, OLD);
  expect(second.has(month(1, '').call)).toBe(true);
  expect(await second.keep(month(1, 'same', 'httpget'))).toEqual([]);
  expect(inFile('january.json')).toMatchObject({ bindings: ['soap11', 'httpget'], result: 'same' });
  expect(await second.keep(month(1, 'other', 'soap12'))).toEqual(['soap11', 'httpget']);
  expect(inFile('january.json')).toMatchObject({ bindings: ['soap12'], result: 'other' });
  expect(recorded()).toEqual(['january.json']);
});

test('two processes that record in the same folder keep the bindings of each other, and say which are replaced', async () => {
  const [one, other] = [await openForRecording(folder, OLD), await openForRecording(folder, OLD)];
  await one.keep(month(1, 'same'));
  expect(await other.keep(month(1, 'same', 'httpget'))).toEqual([]);
  expect(await one.keep(month(1, 'same', 'soap12'))).toEqual([]);
  expect(inFile('SelectEvents_1_2026.json').bindings).toEqual(['soap11', 'soap12', 'httpget']);
  expect(await other.keep(month(1, 'other', 'httpget'))).toEqual(['soap11', 'soap12']);
});

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('the answers of a recording do not stay in memory, whether they are new or are already there', async () => {
  const kept = await openForRecording(folder, OLD);
  const before = heapUsed();
  for (let number = 1; number <= 12; number++) await kept.keep(month(number, `${number}`.padEnd(4_000_000)));
  const again = await openForRecording(folder, OLD);
  expect(heapUsed() - before).toBeLessThan(16_000_000);
  expect([kept.added, again.added, again.has(month(12, '').call)]).toEqual([12, 0, true]);
});
