/**
 * The notes of `format` say where its proposal would write another text than the sample, and why a field is not proved.
 */
import { FormatError } from '../../../src/formats/document';
import { inferFormat } from '../../../src/formats/infer/infer';
import { BERLIN } from '../../support/drafts';
import { inferred } from './support';

test('the text around the events is kept, and a number whose name means count becomes {count}', () => {
  const event = { Id: 7, Title: 'a{b}', Start: '2026-03-01' };
  const others = { Total: 'all', ok: 1, page: 1 };
  const always = 'the format always writes these values around the events';
  const list = {
    ...{ Count: '{count}', Rows: '{count:text}', ...others, note: '{{x}}' },
    of: [{ rows: '{count}', d: '{events}' }],
  };
  const answer = { Count: 1, Rows: '1', ...others, note: '{x}', of: [{ rows: 1, d: [event] }] };
  expect(inferred(answer)).toMatchObject({ list, notes: [`${always}: ok, page`] });
  const beside = { paging: { page: 1, total: 1 }, others: [{ total: 1 }], items: [event] };
  expect(inferred(beside)).toMatchObject({
    list: { ...beside, paging: { page: 1, total: '{count}' }, items: '{events}' },
    notes: [`${always}: paging.page, others[0].total`],
  });
  const paged = { total: 1, pageSize: 1, total_pages: 1, maxResults: 1, d: [event] };
  expect(inferred(paged)).toMatchObject({
    list: { ...paged, total: '{count}', d: '{events}' },
    notes: [`${always}: pageSize, total_pages, maxResults`],
  });
});

test('differences are quoted', () => {
  const notes = (text: string) => inferred(text).notes;
  const same = /^from character \d+ \(the same to a parser\): the format writes ".*", not ".*"$/;
  expect(notes('[{"id":1,"title":"\\u0041 b","start":"2026-03-01"}]')).toEqual([expect.stringMatching(same)]);
  expect(notes('id,title,start\n1,a,2026-03-01\n')).toEqual([
    expect.stringMatching(/^from character 15: the format writes ".*\\r\\n.*", not ".*\\n.*"$/),
  ]);
  expect(notes('id,title,start\r\n1,a,2026-03-01\r\n')).toEqual([]);
  // A difference that a parser sees is reported first, even if it is in a later answer.
  const list = (place: string) => `[{"id":1,"title":"a","start":"2026-03-01"${place}}]`;
  const answers = [',"place":"\\u0041 b"', ',"place":null', ''].map(list);
  expect(inferFormat(answers, BERLIN).notes.at(-1)).toMatch(
    /^in 2 of 3 answers, from character 42: the format writes .*null/,
  );
  const answer = (title: string, index: number) =>
    `[{"id":${index + 1},"title":"${title}","start":"2026-03-01"}]`;
  const often = /^in 1 of 3 answers, from character \d+ \(the same to a parser\): the format writes/;
  const others = ['a', '\\u0041', 'b'].map(answer);
  expect(inferFormat(others, BERLIN).notes).toEqual([expect.stringMatching(often)]);
});

test('an answer whose JSON a program broke is a problem, and no answer without events', () => {
  const list = (title: string) => `[{"id":1,"title":"${title}","start":"2026-03-01"}]`;
  const { problem, notes } = inferFormat([list('Caf\u00e9 "Zum L\u00f6wen"'), list('a')], BERLIN);
  expect(problem).toMatch(
    /^1 of 2 answers are not JSON; the first of them has a mistake at ".*Caf\u00e9 .*"\.$/,
  );
  expect(notes).toEqual([]);
  const marked = inferFormat([`\ufeff${list('a')}`, '[]'], BERLIN);
  expect(marked).toMatchObject({ problem: undefined, notes: [expect.stringMatching(/^from character 1: /)] });
});

test('if no answer with events is JSON, the answers without events do not hide it', () => {
  const scripts = [1, 2].map((day) => `[{"id":${day},"title":"a","start":new Date(2026,2,${day})}]`);
  const hidden = () => inferFormat(['[]', ...scripts], BERLIN);
  expect(hidden).toThrow('2 of 3 answers are not JSON; the first of them has a mistake at "');
  expect(hidden).toThrow('"start\\":new Date(2026');
  const empty = () => inferFormat(['[]', '{"d":[]}'], BERLIN);
  expect(empty).toThrow('it has no objects or elements that could be events');
});

test('a note names another column that could be the id, the title or a time', () => {
  const event = { ID: 7, Title: 'a', StartTime: '2026-03-01T09:00:00', EndTime: '2026-03-01T10:00:00' };
  const notes = (more: object) =>
    inferred([{ ...event, ...more }]).notes.filter((note: string) => note.includes('could be'));
  const others = { EventID: 8, Subject: 'b', Begin: '2026-02-01T00:00:00', Until: '2026-02-02T00:00:00' };
  expect(notes(others)).toEqual([
    '{id} is at "ID", but could be at "EventID"',
    '{title} is at "Title", but could be at "Subject"',
    '{start} is at "Begin", but could be at "StartTime"',
    '{end} is at "Until", but could be at "EndTime"',
  ]);
  expect(notes({ EventID: 0, Subject: '7', Begin: 'soon', Until: '', Name: null })).toEqual([]);
  const [timed, day] = ['2026-03-01T09:00:00Z', '2026-03-01'].map((at) => ({ Start: at, Begin: at }));
  expect(inferred([timed, day].map((one, id) => ({ id, Title: 'a', ...one }))).notes).toContain(
    '{start} is at "Start", but could be at "Begin"',
  );
});

test('a note names a column that may have the other part of a start or an end', () => {
  const notes = (start: string, more: string, at = '') => {
    const xml = `<E><Title>a</Title><Start>${start}</Start>${more}<Slot><StartTime>${at}</StartTime></Slot></E>`;
    return inferred(`<L>${xml}</L>`).notes.filter((note: string) => /has no (time of day|date)/.test(note));
  };
  const question = (field: string, column: string) =>
    `{${field}} has no time of day: is it at "${column}" in some event?`;
  const inSlot = [question('start', 'Slot.StartTime')];
  expect(notes('2026-03-01', '', '09:00')).toEqual(inSlot);
  expect(notes('2026-03-01', '')).toEqual(inSlot);
  const ofEnd = question('end', 'EndTime');
  expect(notes('2026-03-01', '<End>2026-03-02</End><EndTime/>')).toEqual([...inSlot, ofEnd]);
  expect(notes('2026-03-01', '', 'late')).toEqual([]);
  expect(notes('2026-03-01', '<StartTime>09:00</StartTime>')).toEqual([]);
  expect(notes('2026-03-01T09:00:00', '')).toEqual([]);
  // The name of the column may be unknown.
  expect(notes('2026-03-01', '<Doors>18:30</Doors>')).toEqual([question('start', 'Doors'), ...inSlot]);
  expect(notes('2026-03-01T09:00:00', '<EndTime>10:00</EndTime><LastDay>2026-03-02</LastDay>')).toEqual([
    '{end} has no date: is it at "LastDay" in some event?',
  ]);
  const ends = '<EndTime>10:00</EndTime><Slot><EndDate>2026-03-02</EndDate></Slot>';
  expect(notes('2026-03-01T09:00:00', ends)).toEqual([
    '{end} has no date: is it at "Slot.EndDate" in some event?',
  ]);
});

test('without a title or a start the notes name candidates', () => {
  const { missing, notes } = inferred(
    'Was;Ort;Sitze; Wann;Leer;Satz;Offen;Bild\n"x";Hof;90;2026-03-01 10:00;;3F2504E0-4F89-11D3-9A0C-0305E82C3301;ja;http://x/y\n',
  );
  expect(missing).toEqual(['title', 'start']);
  expect(notes.slice(0, -2)).toEqual([
    'no start was found: {start@local:yyyy-MM-dd HH:mm} may be at "Wann"',
    'no title was found: {title} may be at "Was"',
  ]);
  const google = inferred([
    { summary: 'a', start: { date: '2026-03-02' } },
    { summary: 'b', start: { dateTime: '2026-03-01T09:00:00+01:00' } },
  ]);
  expect(google.missing).toEqual(['start']);
});

test('a note about a start names a candidate column, and its problem', () => {
  const notes = (text: string) =>
    (inferred(text).notes as readonly string[]).filter((note) => note.startsWith('no start'));
  expect(notes('Title;Date;Time;End Date\na;01/03/2026;9:00;01/03/2026\n')).toEqual([
    'no start was found: "Date" may have the day first, as {start@local:dd/MM/yyyy}, or the month',
  ]);
  expect(notes('Title;Date;Time\na;01.03.2026;9 Uhr\n')).toEqual([
    'no start was found: no form writes every value at "Time", such as "9 Uhr"',
  ]);
  const refused =
    /^no start was found: with \{start@local:yyyy-MM-dd\} at "Start", start must be an existing date/;
  expect(notes('Title;Start\na;2026-02-30\n')).toEqual([expect.stringMatching(refused)]);
  const unwritten = 'no form writes every value at "start"';
  for (const starts of [[20260301], ['2026-03-01T09:00:00', '2026-03-01T09:00:00Z']])
    expect(inferred(starts.map((start) => ({ title: 'a', start }))).notes[0]).toContain(unwritten);
});

describe('a missing id is explained', () => {
  const event = (EventID: number, day: number, more: object = {}) => ({
    ...{ EventID, Name: 'Choir', Begins: `2026-03-0${day}T19:00:00Z` },
    ...more,
  });
  const differ = 'events with the same "EventID", such as 1, differ at';
  const rows = [1, 2].map((Row) => event(1, 1, { Row }));

  const series = [event(1, 1), event(2, 2), event(1, 8)];

  test.each([
    ['occurrences with the id of their series', series, `${differ} "Begins"`],
    ['the number of the row in each list', rows, `${differ} "Row"`, 'EventID, Row'],
    ['zero', [event(1, 1), event(0, 2)], 'an id is a number from 1 to 2147483647, and "EventID" may be 0'],
  ])('%s', (_what, events, why, kept = 'EventID') => {
    const notes = [`kept as extra fields: ${kept}`, `no id was found: ${why}`];
    expect(inferred(events)).toMatchObject({ notes });
  });

  test('a column of another name may be the id, if its numbers are neither times nor lists', () => {
    const rows = [1, 2].map((day) => {
      const { EventID: _id, ...named } = event(day, day);
      return { Tags: [day], Made: 1_772_355_600 + day, ...named, Codigo: day, Zeile: 1 };
    });
    const more = 'or an import gives the events new numbers';
    expect(inferred(rows).notes).toContain(`no id was found: {id} may be at "Codigo", ${more}`);
    const others = rows.map((row) => ({ ...row, Codigo: 1 }));
    expect(inferred(others).notes).toContain(`no id was found: put {id} where the id is, ${more}`);
  });

  test('a row that a join repeats is the same event, and the note says that it is shown once', () => {
    const { event: shown, notes } = inferred([event(1, 1), event(1, 1), event(2, 2)]);
    expect(shown.EventID).toBe('{id}');
    expect(notes).toContain('events that are in their list more than once (1) are shown once');
    const months = [[event(1, 1)], [event(1, 1), event(2, 2)]].map((list) => JSON.stringify(list));
    const note = 'the order is not certain: start and id fit all lists';
    expect(inferFormat(months, BERLIN).notes).toEqual([note]);
  });

  test('answers of SelectEvent need none', () => {
    const one = JSON.stringify({ Name: 'Choir', Begins: '2026-03-01T19:00:00Z' });
    expect(inferFormat([one, 'null'], BERLIN, { answerKind: 'events' }).notes).toEqual([]);
  });
});

test.each([
  ...['', '[]', '{"Success":false,"Error":"DB down","Data":null}', '[1,2]', '[{"a":', '<a/>'],
  ...['<a><b>x</b></a>', '7', 'a,b\n', 'a,a\n1,2\n', 'a,b\n1,2,3\n'],
])('there is no format in %j', (sample) => {
  expect(() => inferFormat([sample], BERLIN)).toThrow(FormatError);
});
