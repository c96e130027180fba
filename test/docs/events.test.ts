/**
 * The commands in docs/events.md and README.md print what the pages show. The page's tables and its format file are
 * right.
 */
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext } from '../../src/cli/command';
import { exportCommand } from '../../src/cli/export';
import { formatCommand } from '../../src/cli/format';
import { importCommand } from '../../src/cli/import';
import { FIELD_NAMES, FIELDS } from '../../src/formats/event-fields';
import { compileFormat } from '../../src/formats/format-file';
import { rowOf } from '../../src/formats/infer/fit';
import { knownNames } from '../../src/formats/names';
import { formatReader } from '../../src/formats/read';
import { TIME_FORM_NAMES } from '../../src/formats/time-forms';
import { DURATION_FORMS_ALLOWED } from '../../src/formats/value-forms';
import { knownZone } from '../../src/lib/time/zones';
import type { Database } from '../../src/store/database';
import { importEvents } from '../../src/transfer/import';
import { defaultOptions } from '../../src/transfer/import-options';
import { sampleSource } from '../../src/transfer/seed';
import { ROOT, readText } from '../deploy/yaml';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { shown } from '../support/drafts';
import { runCommand } from '../support/run-command';
import { tableUnder, wordsOf } from './tables';

const PAGE = readText('docs/events.md');
const COMMANDS = new Map(
  Object.entries({ import: importCommand, export: exportCommand, format: formatCommand }),
);

/** Returns the fenced blocks of a document that contain commands after a `$`, in their order. */
function stepsOf(file: string) {
  const blocks = [...readText(file).matchAll(/^```\w*\n\$ (.*?)^```/gms)];
  return blocks
    .flatMap(([, block = '']) => block.split(/^\$ /m))
    .map((text) => {
      const [typed = '', ...said] = text.trimEnd().split('\n');
      return { typed, said: said.join('\n') };
    });
}

const COMMAND =
  /^(?:printf '(?<input>[^']*)' \| )?(?:npm run --silent (?<script>\w+) --|events-query (?<name>\w+)) (?<args>.+?)(?: > (?<into>\S+))?$/;

/** Runs one line, and returns its output unless it is redirected to a file. */
async function type(typed: string, env: CommandContext['env']): Promise<string> {
  const { input = '', script, name, args = '', into } = COMMAND.exec(typed)?.groups ?? {};
  const command = COMMANDS.get(script ?? name ?? '');
  if (command === undefined) return execFileSync('sh', ['-c', typed], { encoding: 'utf8' });
  const argv = args.split(' ').map((word) => word.replaceAll("'", ''));
  const { out, err } = await runCommand(command, argv, { env, stdin: input.replaceAll('\\n', '\n') });
  if (into === undefined) return `${out}${err}`.trim();
  writeFileSync(into, out);
  return err.trim();
}

const { folder } = useCommands();
beforeAll(() => symlinkSync(path.join(ROOT, 'examples'), path.join(folder, 'examples')));

const COLUMNS = [...FIELD_NAMES.map((field) => FIELDS[field].column), 'extra'].join();
const engine = usePostgres();
let database: Database;
beforeAll(async () => {
  database = await engine.open();
  await importEvents(database, [sampleSource], defaultOptions('UTC'));
  await database.transaction((session) =>
    session.script(`CREATE TABLE sample AS SELECT ${COLUMNS} FROM event`),
  );
});
afterAll(() => database.close());

test.each(['README.md', 'docs/events.md'])('%s shows what its commands print', async (file) => {
  const sql = `TRUNCATE event; INSERT INTO event (${COLUMNS}) TABLE sample`;
  await database.transaction((session) => session.script(sql));
  const env = { DATABASE_URL: engine.config().databaseUrl };
  const steps = stepsOf(file);
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) expect({ ...step, said: await type(step.typed, env) }).toEqual(step);
});

test('the table of names has the names that an import knows', () => {
  const shown = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const rows = FIELD_NAMES.map((field) => `| \`${field}\` | ${shown(knownNames(field))} |`);
  expect(PAGE).toContain(['| field | names |', '|---|---|', ...rows].join('\n'));
});

test('the table of placeholders has every field, and every form of a time and of a duration', () => {
  const rows = tableUnder('docs/events.md', 'The format file').map((cells) => cells.map(wordsOf));
  expect(rows.flatMap(([fields = []]) => fields)).toEqual(expect.arrayContaining([...FIELD_NAMES]));
  const formsOf = (field: string) => rows.find(([fields = []]) => fields.includes(field))?.[1];
  // The page explains the endings -text and -escaped once for all forms that have them.
  const names = TIME_FORM_NAMES.filter((name) => !/-(?:text|escaped)$/.test(name));
  expect(formsOf('start')).toEqual(expect.arrayContaining(names));
  const durations = DURATION_FORMS_ALLOWED.match(/\w+(?=,| and| \()/g) ?? [];
  expect(formsOf('duration')).toEqual(expect.arrayContaining(durations));
});

test('the format file reads the whole old answer, and writes exactly its bytes', () => {
  const [, answer = ''] = /```\n(\{"d".*)\n```/.exec(PAGE) ?? [];
  const [, file = ''] = /```json\n(.*?)```/s.exec(PAGE) ?? [];
  const zone = knownZone('UTC');
  const compiled = compileFormat(file, 'old.json', zone);
  const { events, ignored } = formatReader(compiled).read(answer);
  expect(ignored).toEqual([]);
  expect(events.map(shown)).toEqual([
    {
      fields: { id: 17, title: 'Spring concert', start: '2026-03-01T19:00:00Z', allDay: false },
      extra: {},
      unread: [],
    },
  ]);
  expect(compiled.format.list(events.map(({ draft }) => rowOf(draft)))).toBe(answer);
});
