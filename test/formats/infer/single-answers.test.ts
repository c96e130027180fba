/** `format` infers from the answers of SelectEvent, which have one event or none. */
import { inferFormat } from '../../../src/formats/infer/infer';
import { MAX_NOTE } from '../../../src/lib/text/messages';
import { BERLIN, compileFile } from '../../support/drafts';
import { rowsIn } from './support';

const OF_EVENTS = { answerKind: 'events' } as const;

describe('answers of SelectEvent', () => {
  const event = (id: number) => ({ Id: id, Title: `T${id}`, Start: '2026-03-01T09:00:00Z' });
  const element = (id: number) =>
    `<Ev><Id>${id}</Id><Title>T${id}</Title><Start>2026-03-01T09:00:00Z</Start></Ev>`;
  const json = (around: (event: object) => unknown) => [1, 2].map((id) => JSON.stringify(around(event(id))));
  const [NO_D, NO_COUNT] = ['{"d":null}', '{"Count":0,"d":[],"{x}":"a{b}"}'];
  const NIL = '<Ev xsi:nil="true" />';

  const ANSWERS: Readonly<Record<string, readonly [readonly string[], string | null, object]>> = {
    'an object': [json((one) => one), 'null', {}],
    'an object, or one without members': [json((one) => one), '{}', { empty: '{}' }],
    'an object, or nothing': [json((one) => one), '', { empty: '' }],
    'an object, or a sentence': [json((one) => one), 'No event.', { empty: 'No event.' }],
    'an object, or no result': [json((one) => one), null, { empty: null }],
    'an element, or no result': [[element(1), element(2)], null, { none: null }],
    'an object in another': [json((d) => ({ d })), NO_D, { single: { d: '{event}' }, empty: NO_D }],
    'an indented object, or a text that is neither indented nor escaped': [
      json((one) => ({ ...one, Url: '/a' })).map((text) => text.replace('{', '{\n').replace('/', '\\/')),
      '"</>"',
      { escape: '/', space: { '{1': '{\n' }, empty: '"</>"' },
    ],
    'a list of one': [json((one) => [one]), '[]', { single: ['{event}'], empty: '[]' }],
    'a list of one in an object with its count': [
      json((one) => ({ Count: 1, d: [one], '{x}': 'a{b}' })),
      NO_COUNT,
      { single: { Count: 1, d: ['{event}'], '{{x}}': 'a{{b}}' }, empty: NO_COUNT },
    ],
    'an element': [[element(1), element(2)], '', {}],
    'an element, or one that is nil': [[element(1)], NIL, { none: NIL }],
    'an element in another with a count': [
      [`<L n="{1}" Count="1">${element(1)}</L>`],
      '<L n="{1}" Count="0" />',
      { single: '<L n="{{1}}" Count="1">{event}</L>', none: '<L n="{{1}}" Count="0" />' },
    ],
  };

  test.each(Object.entries(ANSWERS))('%s', (_what, [answers, none, members]) => {
    const { text, notes, problem } = inferFormat([...answers, none], BERLIN, OF_EVENTS);
    const { kind: _kind, event: _event, ...others } = JSON.parse(text);
    expect({ problem, notes, others }).toEqual({ problem: undefined, notes: [], others: members });
    const compiled = compileFile(text);
    const rows = answers.flatMap((answer) => rowsIn(compiled, answer));
    expect(rows.map((row) => compiled.format.event(row))).toEqual(answers);
    expect(compiled.format.event(undefined)).toBe(none);
  });

  test('members of an object under their ids stay a list, and a note says what is written', () => {
    const { notes } = inferFormat([JSON.stringify({ 7: event(7), 8: event(8) })], BERLIN, {
      answerKind: 'events',
    });
    expect(notes).toContainEqual(expect.stringMatching(/^from character 3: the format writes /));
  });

  test('JSON in a string is no event', () => {
    const answer = JSON.stringify({ d: JSON.stringify(event(1)) });
    expect(() => inferFormat([answer], BERLIN, OF_EVENTS)).toThrow('JSON text inside a JSON string');
    const { problem } = inferFormat(['{"Id":1,"Body":"null"}'], BERLIN, OF_EVENTS);
    expect(problem).toMatch(/^No title and no start was found/);
  });

  test('a note is short, even if neither a title nor a start is proved', () => {
    const members = Array.from({ length: 40 }, (_, index) => [`Body${index}`, 'x']);
    const sample = JSON.stringify(Object.fromEntries(members));
    const { notes } = inferFormat([sample], BERLIN, OF_EVENTS);
    expect(Math.max(...notes.map(({ length }) => length))).toBe(MAX_NOTE);
  });

  test.each([
    [[], 'no answer is for an event that does not exist: record such an answer, too'],
    [['null', '{}'], 'answers without an event differ, such as "null": write the member none by hand'],
  ])('without one answer for none, %j, a note says so', (others, note) => {
    const { text, notes } = inferFormat([...json((one) => one), ...others], BERLIN, OF_EVENTS);
    expect(notes).toContain(note);
    expect(JSON.parse(text)).not.toHaveProperty('none');
  });
});
