import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { unescapeMarkup } from '../../src/lib/text/markup';
import { failure, useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';

const program = useCommands();
const engine = usePostgres();

function formatFile(name: string, file: object): string {
  writeFileSync(path.join(program.folder, name), `\ufeff${JSON.stringify(file)}`);
  return `file:${name}`;
}

const HOUR = { starts_at: '2026-03-01T09:00:00Z', ends_at: '2026-03-01T10:00:00Z' };
const EVENT = { id: 17, title: 'Fish & "chips"', ...HOUR };

const LISTED = ['{id}', '{start@local:HH:mm}'];
const SINGLE = { N: '{title}', w: '{extra.where|null}' };

test('format files shape each kind of result, in the service’s time zone', async () => {
  await engine.fill([EVENT]);
  const { url } = await program.serve({
    DATABASE_URL: engine.config().databaseUrl ?? '',
    TIME_ZONE: 'Europe/Berlin',
    LIST_FORMAT: formatFile('list.json', { kind: 'json', event: LISTED, list: { d: '{events}' } }),
    EVENT_JSON_FORMAT: formatFile('one.json', { kind: 'json', event: SINGLE, none: [] }),
    EVENT_TEXT_FORMAT: formatFile('text.json', { kind: 'xml', event: '<e n="{title}"/>', none: '<none/>' }),
  });
  const call = async (query: string) => {
    const answer = await fetch(`${url}/WebServices/Events.asmx/${query}`);
    return unescapeMarkup(/<string[^>]*>(.*)<\/string>/s.exec(await answer.text())?.[1] ?? '');
  };
  for (const [query, result] of [
    ['SelectEvents?month=3&year=2026', '{"d":[[17,"10:00"]]}'],
    ['SelectEventsRanged?from=0&to=9999999999999', '{"d":[[17,"10:00"]]}'],
    ['SelectEvent?intEventID=17&bolAsJSON=true', '{"N":"Fish & \\"chips\\"","w":null}'],
    ['SelectEvent?intEventID=17&bolAsJSON=false', '<e n="Fish &amp; &quot;chips&quot;"/>'],
    ['SelectEvent?intEventID=9&bolAsJSON=true', '[]'],
    ['SelectEvent?intEventID=9&bolAsJSON=false', '<none/>'],
  ] as const)
    expect([query, await call(query)]).toEqual([query, result]);
});

test.each(['serve', 'config'])('%s opens nothing before a wrong format file is reported', async (command) => {
  const LIST_FORMAT = formatFile('wrong.json', { kind: 'json', event: ['{titel}', '{start:x}'] });
  const run = await program.run([command], { PORT: '0', DATA_DIR: 'never', LIST_FORMAT });
  expect(run).toEqual(failure(/^wrong\.json: event\[0\] .*\nwrong\.json: event\[1\] .*\n$/));
});

test.each([
  ['none.json', 'there is no such file'],
  ['.', 'it is a folder'],
])('a format file at %s is reported in one sentence', async (name, reason) => {
  const run = await program.run(['config'], { LIST_FORMAT: `file:${name}` });
  expect(run).toEqual(failure(`The format file ${name} can't be read: ${reason}.\n`));
});
