/** docs/formats.md: its example compiles and writes the answer that it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFormat } from '../../src/formats/format-file';
import { formatReader } from '../../src/formats/read';
import { clockOf } from '../../src/lib/time/clock';
import { shown } from '../support/drafts';

const TEXT = readFileSync(join(__dirname, '../../docs/formats.md'), 'utf8');

test('the format of the five steps reads the answer of its first step, whole', () => {
  const [, answer = ''] = /```\n(\{"d".*)\n```/.exec(TEXT) ?? [];
  const [, file = ''] = /```json\n(.*?)```/s.exec(TEXT) ?? [];
  const clock = clockOf('UTC');
  const { events, unnamed } = formatReader(compileFormat(file, 'old.json', clock), clock).read(answer);
  expect(unnamed).toEqual([]);
  expect(events.map(shown)).toEqual([
    {
      fields: { id: 17, title: 'Spring concert', start: '2026-03-01T19:00:00Z', allDay: false },
      extra: {},
      unread: [],
    },
  ]);
});
