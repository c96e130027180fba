/** The example format files: each reads its old answer whole and writes it again to the byte. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventRow } from '../../src/formats/event';
import { clockOf } from '../../src/formats/file/clock';
import { compileFormat } from '../../src/formats/file/compile';
import { packEvents } from '../../src/formats/packed-events';
import { answerReader, type ReadEvent } from '../../src/formats/read/read';

const FOLDER = join(__dirname, '../../examples/formats');
const BERLIN = clockOf('Europe/Berlin');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

test('there are three', () => {
  expect(NAMES).toEqual(['array-of-event.json', 'fullcalendar-v1.json', 'wcf.json']);
});

test.each(NAMES)('%s', (name) => {
  const compiled = compileFormat(readFileSync(join(FOLDER, name), 'utf8'), name, BERLIN);
  const answer = readFileSync(join(FOLDER, name.replace('.json', '.answer.txt')), 'utf8');
  const read = answerReader(compiled, BERLIN)(answer);
  expect(read.events.flatMap(({ unread }) => unread)).toEqual([]);
  expect(read.unnamed).toEqual([]);
  expect(read.events).toHaveLength(2);
  const { format } = compiled;
  expect(format.source === 'row' && format.list(packEvents(read.events.map(rowOf)))).toBe(answer);
});

function rowOf({ fields, extra }: ReadEvent): EventRow {
  const text = (value: unknown) => (value === undefined ? '' : String(value));
  const allDay = fields.allDay === true;
  const [start, end] = [Date.parse(text(fields.start)), Date.parse(text(fields.end))];
  const instant = (time: number) => (allDay ? BERLIN.startOfDay(time) : time);
  return {
    id: Number(fields.id),
    uid: '',
    title: text(fields.title),
    description: text(fields.description),
    location: text(fields.location),
    url: text(fields.url),
    category: text(fields.category),
    allDay,
    start,
    end,
    startInstant: instant(start),
    endInstant: instant(end),
    extra,
  };
}
