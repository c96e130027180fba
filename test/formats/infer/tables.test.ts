/** `format` reads the tables of spreadsheets and databases. */
import { inferFormat } from '../../../src/formats/infer/infer';
import { BERLIN, compileFile } from '../../support/drafts';
import { eventOf, inferred } from './support';

describe('tables', () => {
  test('Access: dates are midnights, times of day are of the year 1899', () => {
    const text =
      'ID;Titel;Datum;Beginn;Ende;Ganztags;Dauer;Saal\r\n' +
      '1;Chor;01.03.2026 00:00:00;30.12.1899 09:00:00;30.12.1899 10:30:00;0;90;Hof\r\n' +
      '2;Fest;13.03.2026 00:00:00;30.12.1899 19:30:00;30.12.1899 21:00:00;-1;90;\r\n';
    const timed = text.replace(';-1;', ';0;');
    expect(inferred(timed)).toMatchObject({
      kind: 'csv',
      delimiter: ';',
      event: {
        ID: '{id}',
        Titel: '{title}',
        Datum: "{start@local:dd.MM.yyyy' 00:00:00'}",
        Beginn: "{start@local:'30.12.1899 'HH:mm:ss}",
        Ende: "{end@local:'30.12.1899 'HH:mm:ss}",
        // The unit of the number 90 is not known.
        Dauer: '{extra.Dauer}',
        Saal: '{location}',
      },
      missing: [],
      notes: ['kept as extra fields: Dauer', expect.stringMatching(/TIME_ZONE/)],
    });
    // An all-day event can't begin at 19:30.
    expect(inferred(text)).toMatchObject({ missing: ['start'] });
  });

  test.each([
    ['SQL Server', '1900-01-01T'],
    ['.NET', '0001-01-01T'],
    ['OLE Automation', '1899-12-30T'],
    ['Access in Germany', '30.12.1899 '],
    ['Access in France', '30/12/1899 '],
    ['Access in America', '12/30/1899 '],
  ])('%s: times of day are of the day %s', (_program, day) => {
    const events = ['09:00:00', '19:30:00'].map((clock, index) => {
      const date = `2026-03-1${index + 2}T00:00:00`;
      return { Id: index, Title: 'a', Date: date, Begin: day + clock, End: `${day}22:00:00` };
    });
    expect(inferred(JSON.stringify(events))).toMatchObject({
      event: {
        Date: "{start@local:yyyy-MM-dd'T00:00:00'}",
        Begin: `{start@local:'${day}'HH:mm:ss}`,
        End: `{end@local:'${day}'HH:mm:ss}`,
      },
      missing: [],
    });
  });

  test('Excel: zeros in front are proved by other columns, flags by both words or by the only pair', () => {
    const text =
      '\r\nNr;Name;Datum;Von;Bis;Ganztags;Ort\r\n1;Chor;1.3.2026;9:00;10:00;Nein;Saal\r\n2;Fest;13.3.2026;19:30;;Nein;Hof\r\n';
    expect(inferred(text)).toMatchObject({
      event: {
        Datum: '{start@local:d.M.yyyy}',
        Von: '{start@local:H:mm}',
        Bis: '{end@local:H:mm|empty}',
        Ganztags: '{allDay:Ja/Nein}',
      },
      missing: [],
    });
    expect(eventOf(text.replaceAll('Nein', 'No')).Ganztags).toBe('{extra.Ganztags}');
    expect(eventOf(text.replace('Nein', 'Vielleicht')).Ganztags).toBe('{extra.Ganztags}');
  });

  test('Outlook: one date past the twelfth proves the order for every column', () => {
    const text =
      '"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Reminder Date"\r\n' +
      '"Choir","3/1/2026","9:00:00 AM","3/1/2026","10:00:00 AM","False","True","3/1/2026"\r\n' +
      '"Fair","3/2/2026","12:00:00 AM","3/13/2026","12:00:00 AM","True","False","3/2/2026"\r\n';
    expect(inferred(text)).toMatchObject({
      event: {
        Subject: '{title}',
        'Start Date': '{start@local:M/d/yyyy}',
        'Start Time': '{start@local:h:mm:ss tt}',
        'End Date': '{end@local:M/d/yyyy}',
        'End Time': '{end@local:h:mm:ss tt}',
        'All day event': '{allDay:True/False}',
        'Reminder on/off': '{extra.Reminder on/off}',
        'Reminder Date': '{extra.Reminder Date}',
      },
      missing: [],
    });
    const either = inferred(text.replace('3/13/2026', '3/12/2026'));
    expect(either).toMatchObject({ event: { 'Start Date': '{extra.Start Date}' }, missing: ['start'] });
    const question =
      /^no start was found: "Start Date" may have the day first, as \{start@local:dd\/MM\/yyyy\}, or the month/;
    expect(either.notes[0]).toMatch(question);
    // In JSON a missing date may be null.
    const ends = [null, '3/13/2026'].map((end) => ({ title: 'a', start: '3/1/2026', end }));
    expect(eventOf(ends).start).toBe('{start@local:M/d/yyyy}');
  });

  test.each(['ja/nein', 'JA/NEIN'])('words for yes and no keep their letter case: %s', (words) => {
    const rows = words.split('/').map((word) => `Choir,2026-03-01,${word}\r\n`);
    expect(eventOf(`title,start,all day\r\n${rows.join('')}`)['all day']).toBe(`{allDay:${words}}`);
  });

  test('SQL Server: its long form is read, and a column that no form writes is left', () => {
    const rows = (one: string, other: string) =>
      `EventID,EventName,StartDate\r\n1,Choir,${one}\r\n2,Fair,${other}\r\n`;
    expect(inferred(rows('2026-03-02 00:00:00.000', '2026-03-01 19:00:00.000'))).toMatchObject({
      event: { EventID: '{id}', EventName: '{title}', StartDate: '{start@local:yyyy-MM-dd HH:mm:ss.fff}' },
      missing: [],
    });
    const short = inferred(rows('Mar  1 2026  7:00PM', 'Mar 12 2026  7:00PM'));
    expect(short).toMatchObject({ event: { StartDate: '{extra.StartDate}' }, missing: ['start'] });
    const unwritten = 'no form writes every value at "StartDate", such as "Mar  1 2026  7:00PM"';
    expect(short.notes[0]).toContain(unwritten);
  });

  test('of several answers with one line of names every value counts, and no other text', () => {
    const answers = ['1;a;01.03.2026 9:00;\r\n', '2;b;13.04.2026 10:00;13.04.2026 11:00\r\n'].map(
      (rows) => `Nr;Titel;Beginn;Ende\r\n${rows}`,
    );
    for (const kind of ['lists', 'events'] as const) {
      const { text, notes } = inferFormat([...answers, 'Error'], BERLIN, { answerKind: kind });
      const { format } = compileFile(text);
      if (kind === 'events') expect(format.event(undefined)).toBe('Error');
      expect(JSON.parse(text).event).toMatchObject({
        Beginn: '{start@local:dd.MM.yyyy H:mm}',
        Ende: '{end@local:dd.MM.yyyy H:mm|empty}',
      });
      expect(notes.join()).not.toContain('it writes');
    }
  });

  test('the line sep=; and an encoding are the file’s', () => {
    const event = { start: '{start}', ort: '{location}', note: '{description}', web: '{url}' };
    const text = 'sep=|\r\nid|title|start|ort|note|web\r\n1|a|2026-03-01|||\r\n';
    const members = { delimiter: '|', skip: 1, encoding: 'windows-1252', event };
    expect(inferred(text, 'windows-1252')).toMatchObject(members);
  });
});
