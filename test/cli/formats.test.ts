import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unescapeMarkup } from '../../src/lib/text/markup';
import { useCommands } from '../support/commands';

const EXAMPLES = path.join(__dirname, '../../examples/formats');

const program = useCommands();

function formatFile(name: string, file: object): string {
  writeFileSync(path.join(program.folder, name), JSON.stringify(file));
  return `file:${name}`;
}

const EVENT = {
  id: 17,
  uid: 'a',
  title: 'Fish & "chips"',
  start: '2026-03-01T09:00:00Z',
  end: '2026-03-01T10:00:00Z',
};

test('format files shape each kind of result, in the service’s time zone', async () => {
  writeFileSync(path.join(program.folder, 'events.json'), JSON.stringify([EVENT]));
  await program.fill('formats');
  const running = program.begin(['serve'], {
    PORT: '0',
    DATA_DIR: 'formats',
    SEED: 'events.json',
    TIME_ZONE: 'Europe/Berlin',
    LIST_FORMAT: formatFile('list.json', {
      kind: 'json',
      event: ['{id}', '{start@local:HH:mm}'],
      list: { d: '{events}' },
    }),
    EVENT_JSON_FORMAT: formatFile('one.json', {
      kind: 'json',
      event: { N: '{title}', w: '{extra.where|null}' },
      none: [],
    }),
    EVENT_TEXT_FORMAT: formatFile('text.json', { kind: 'xml', event: '<e n="{title}"/>', none: '<none/>' }),
  });
  const [, url = ''] = await running.printed(/The service is listening on (http:\S+)/);
  const call = async (query: string) =>
    (await (await fetch(`${url.replace(/\/$/, '')}/WebServices/Events.asmx/${query}`)).text()).replace(
      /^[\s\S]*<string[^>]*>|<\/string>$/g,
      '',
    );
  expect(await call('SelectEvents?month=3&year=2026')).toBe('{"d":[[17,"10:00"]]}');
  expect(await call('SelectEventsRanged?from=0&to=9999999999999')).toBe('{"d":[[17,"10:00"]]}');
  expect(await call('SelectEvent?intEventID=17&bolAsJSON=true')).toBe(
    '{"N":"Fish &amp; \\"chips\\"","w":null}',
  );
  expect(await call('SelectEvent?intEventID=17&bolAsJSON=false')).toBe(
    '&lt;e n="Fish &amp;amp; &amp;quot;chips&amp;quot;"/&gt;',
  );
  expect(await call('SelectEvent?intEventID=9&bolAsJSON=true')).toBe('[]');
  expect(await call('SelectEvent?intEventID=9&bolAsJSON=false')).toBe('&lt;none/&gt;');
});

test('a spreadsheet in windows-1252 is imported by its format file, row for row, and served as it was', async () => {
  const table = readFileSync(path.join(EXAMPLES, 'german-spreadsheet.answer.txt'));
  copyFileSync(path.join(EXAMPLES, 'german-spreadsheet.json'), path.join(program.folder, 'german.json'));
  writeFileSync(path.join(program.folder, 'Termine.csv'), table);
  const env = {
    DATA_DIR: 'spreadsheet',
    SEED: 'none',
    TIME_ZONE: 'Europe/Berlin',
    LIST_FORMAT: 'file:german.json',
  };
  const imported = (file: string) => program.run(['import', '--format', 'file:german.json', file], env);
  expect(await imported('Termine.csv')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('read 2, added 2, '),
  });

  const running = program.begin(['serve'], { ...env, PORT: '0' });
  const [, url = ''] = await running.printed(/The service is listening on (http:\S+)/);
  const call = await fetch(
    `${url.replace(/\/$/, '')}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`,
  );
  const [, answer = ''] = /<string[^>]*>([\s\S]*)<\/string>/.exec(await call.text()) ?? [];
  expect(unescapeMarkup(answer)).toBe(new TextDecoder('windows-1252').decode(table));
  running.signal('SIGTERM');
  await running.exit;

  writeFileSync(path.join(program.folder, 'wrong.csv'), 'Nr;Titel\n1;a;b\n2;c\n');
  const { code, stderr } = await imported('wrong.csv');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'wrong.csv is not of the shape of german.json: it has no column "Datum", but "Nr", "Titel".\n',
  });
});

test.each(['serve', 'config'])(
  'a wrong format file stops %s before anything is opened, with all its faults',
  async (command) => {
    const LIST_FORMAT = formatFile('wrong.json', { kind: 'json', event: ['{titel}', '{start:x}'] });
    const env = { PORT: '0', DATA_DIR: 'never', LIST_FORMAT };
    const { code, stdout, stderr } = await program.run([command], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^wrong\.json: event\[0\] .*\nwrong\.json: event\[1\] .*\n$/);
  },
);
