/** The sessions that README.md and docs/import.md show, typed again: each line says what it is shown to say. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportCommand } from '../../src/cli/export';
import { importCommand } from '../../src/cli/import';
import { seed } from '../../src/transfer/seed';
import { usePostgres } from '../support/databases';
import { runCommand } from '../support/run-command';

const ROOT = path.join(__dirname, '../..');
const COMMANDS = { import: importCommand, export: exportCommand };

interface Step {
  readonly typed: string;
  readonly command: keyof typeof COMMANDS;
  readonly argv: readonly string[];
  readonly stdin: string;
  readonly said: string;
}

/** The indented or fenced blocks of a document in which imports and exports are typed after a `$`. */
function sessionsOf(file: string): Step[][] {
  const blocks = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^```\w*\n(\$ .*?)^```/gms)];
  return blocks
    .map(([, block = '']) => block.split(/^\$ /m).filter(Boolean).map(stepOf))
    .filter((steps) => steps.length > 0);
}

function stepOf(text: string): Step {
  const [typed = '', ...said] = text.trimEnd().split('\n');
  const pattern = /^(?:printf '(?<input>[^']*)' \| )?npm run --silent (?<name>import|export) -- (?<args>.+)$/;
  const { input = '', name, args = '' } = pattern.exec(typed)?.groups ?? {};
  if (name !== 'import' && name !== 'export') throw new Error(`this session types something else: ${typed}`);
  const stdin = input.replaceAll('\\n', '\n');
  return {
    typed,
    command: name,
    argv: args.split(' ').map((word) => word.replaceAll("'", '')),
    stdin,
    said: said.join('\n'),
  };
}

const folder = mkdtempSync(path.join(tmpdir(), 'events-transcripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files of `examples/` are the project's; any other is the reader's own. */
function located(argument: string): string {
  if (argument.startsWith('examples/')) return path.join(ROOT, argument);
  return /^\w+\.\w+$/.test(argument) ? path.join(folder, argument) : argument;
}

describe.each(['README.md', 'docs/import.md'])('%s', (file) => {
  const engine = usePostgres();
  const sessions = sessionsOf(file);

  test('shows a session', () => expect(sessions.flat().length).toBeGreaterThan(1));

  test.each(sessions.map((steps) => [steps[0]?.typed, steps] as const))(
    'as it is from %s on',
    async (_, steps) => {
      const database = await engine.open();
      await seed(database, ['sample'], 'UTC');
      await database.close();
      const env = { DATABASE_URL: engine.config().databaseUrl };
      for (const { typed, command, argv, stdin, said } of steps) {
        const { out, err } = await runCommand(COMMANDS[command], argv.map(located), { env, stdin });
        expect({
          typed,
          said: `${out}${err}`.replaceAll(`${folder}/`, '').replaceAll(`${ROOT}/`, '').trim(),
        }).toEqual({ typed, said });
      }
    },
  );
});
