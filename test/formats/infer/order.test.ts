/** `format` finds the order in which a service writes its events. */
import fc from 'fast-check';
import { type EventRow, writtenValue } from '../../../src/formats/event';
import { inferFormat } from '../../../src/formats/infer/infer';
import { BERLIN, compileFile } from '../../support/drafts';
import { inferred, rowsIn } from './support';

describe('lists are written in the order of the service', () => {
  // The day begins between the two times of day in Berlin, but not in UTC.
  const starts = ['2026-02-28T22:30:00Z', '2026-03-01', '2026-02-28T23:30:00Z', '2026-03-02T09:00:00Z'];
  const event = (id: number, start: number) => ({ id, title: `t${id}`, start: starts[start] });

  test.each([
    ['by start', undefined, [event(4, 0), event(3, 1), event(2, 2), event(1, 3)], 'start and -id'],
    [
      'of two that begin together the higher id first',
      '-start',
      [event(3, 1), event(2, 1)],
      '-start and -id',
    ],
    ['by start, the last first', '-start', [event(1, 3), event(3, 2), event(2, 1), event(4, 0)]],
    ['by id', 'id', [event(1, 1), event(2, 0), event(3, 2)]],
    ['by id, the last first', '-id', [event(3, 0), event(2, 2), event(1, 1)]],
  ])('%s', (_what, order, events, fitting = '') => {
    const list = JSON.stringify(events);
    const { text, notes } = inferFormat([list, JSON.stringify(events.slice(1))], BERLIN);
    expect(JSON.parse(text).order).toBe(order);
    const compiled = compileFile(text);
    const place = (row: EventRow) => starts.indexOf(String(writtenValue(row, 'start')));
    const stored = rowsIn(compiled, list).sort((a, b) => place(a) - place(b) || a.id - b.id);
    expect(compiled.format.list(stored)).toBe(list);
    // In a short list more than one order may fit.
    expect(notes).toEqual(fitting === '' ? [] : [`the order is not certain: ${fitting} fit all lists`]);
  });

  test('another order, or different orders in two answers, is noted', () => {
    const note = 'no format file can describe the order of these events: the service will list them by start';
    const mixed = [event(2, 0), event(3, 3), event(1, 1)];
    expect(inferFormat([JSON.stringify(mixed)], BERLIN).notes).toContain(note);
    const two = [event(1, 0), event(2, 1)];
    const other = [event(4, 3), event(3, 2)];
    expect(inferFormat([JSON.stringify(two), JSON.stringify(other)], BERLIN).notes).toContain(note);
  });

  test('tables have an order if they are answers of a service, and not a file', () => {
    const table = (...events: ReturnType<typeof event>[]) =>
      ['id,title,start', ...events.map((one) => Object.values(one).join())].join('\r\n');
    const tables = [table(event(1, 2), event(2, 0)), table(event(3, 0), event(4, 3))];
    expect(JSON.parse(inferFormat(tables, BERLIN).text).order).toBe('id');
    expect(JSON.parse(inferFormat(tables.slice(0, 1), BERLIN).text)).not.toHaveProperty('order');
  });

  test('the members of an object have lost theirs, and are tried in the order in which they will be written', () => {
    const list = `{"d":{"8":${JSON.stringify(event(8, 0))},"7":${JSON.stringify(event(7, 3))}}}`;
    const { text, notes } = inferFormat([list], BERLIN);
    const { kind: _kind, event: _event, ...others } = JSON.parse(text);
    expect(others).toEqual({ list: { d: { '{id}': '{events}' } } });
    expect(notes).toEqual([]);
  });

  test('events without a proved start show none', () => {
    const events = [event(2, 0), event(1, 3)].map((one) => ({ ...one, start: 'soon' }));
    expect(inferred(events)).not.toHaveProperty('order');
  });
});

test('the order of the events makes no difference but to the order that is written', () => {
  const event = (id: number, more: object) => ({
    ...{ EventID: id, Name: `n${id}`, Begin: '2026-03-01T09:00:00Z' },
    ...more,
  });
  const json = [
    event(1, { End: '2026-03-01T10:00:00Z', Place: 'x' }),
    event(2, { Begin: '2026-03-02', Kind: 'a' }),
    { Kind: 'b', ...event(3, { Begin: '2026-03-04', Place: null, tags: [1] }) },
    event(4, { Note: '', Room: { name: 'y' } }),
  ];
  const rows = [
    '1;a;03.04.2026;9:00;0',
    '2;b;13.04.2026;10:00;-1',
    '3;c;01.12.2026;;0',
    '4;;02.02.2026;23:59;0',
  ];
  const xml = [
    '<e><id>1</id><title>a</title><start>1/2/2026</start></e>',
    '<e><id>2</id><x/><title>b</title><start>1/13/2026</start></e>',
    '<e><id>3</id><title>c</title><y>z</y><start>11/12/2026</start></e>',
  ];
  const file = (text: string) => {
    const { order: _order, ...others } = JSON.parse(inferFormat([text], BERLIN).text);
    return JSON.stringify(others, undefined, 1);
  };
  const shuffled = <T>(items: readonly T[], textOf: (items: readonly T[]) => string) => {
    const orders = fc.shuffledSubarray([...items], { minLength: items.length });
    const property = fc.property(orders, (some) => expect(file(textOf(some))).toBe(file(textOf(items))));
    fc.assert(property, { numRuns: 24 });
  };
  shuffled(json, (some) => JSON.stringify({ d: some }));
  shuffled(rows, (some) => `Nr;Titel;Datum;Uhrzeit;Ganztags\n${some.join('\n')}\n`);
  shuffled(xml, (some) => `<l>${some.join('')}</l>`);
});
