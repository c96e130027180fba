/** docs/formats.md: its example compiles and writes the answer that it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clockOf } from '../../src/formats/file/clock';
import { compileFormat } from '../../src/formats/file/compile';
import { answerReader } from '../../src/formats/read/read';

const TEXT = readFileSync(join(__dirname, '../../docs/formats.md'), 'utf8');

test('the format of the five steps reads the answer of its first step, whole', () => {
  const [, answer = ''] = /```\n(\{"d".*)\n```/.exec(TEXT) ?? [];
  const [, file = ''] = /```json\n(.*?)```/s.exec(TEXT) ?? [];
  const clock = clockOf('UTC');
  const { events, unnamed } = answerReader(compileFormat(file, 'old.json', clock), clock)(answer);
  expect(unnamed).toEqual([]);
  expect(events).toEqual([
    {
      fields: { id: 17, title: 'Spring concert', start: '2026-03-01T19:00:00Z', allDay: false },
      extra: {},
      unread: [],
    },
  ]);
});
