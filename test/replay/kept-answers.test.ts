import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepInFile } from '../../src/replay/kept-answers';

const folder = mkdtempSync(join(tmpdir(), 'events-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file that is whole is left as it is, one whose last line was cut off is written beside itself', async () => {
  const file = join(folder, 'state.jsonl');
  const first = await keepInFile(file, 'http://old/');
  await first.add('a', '1');
  const before = statSync(file);
  const again = await keepInFile(file, 'http://old/');
  const after = statSync(file);
  expect([after.ino, after.mtimeMs, again.get('a')]).toEqual([before.ino, before.mtimeMs, '1']);
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"question":"b","ans`);
  const { ino } = statSync(file);
  const mended = await keepInFile(file, 'http://old/');
  expect([mended.get('a'), mended.get('b')]).toEqual(['1', undefined]);
  expect(statSync(file).ino).not.toBe(ino);
});
