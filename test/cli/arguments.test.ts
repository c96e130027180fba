/** Command lines that make no sense are rejected. */
import { parseArguments } from '../../src/cli/arguments';
import { importCommand } from '../../src/cli/import';
import { migrateCommand } from '../../src/cli/migrate';
import { UsageError } from '../../src/lib/errors';
import { useEmbedded } from '../support/databases';
import { runCommand } from '../support/run-command';

const engine = useEmbedded();
const OPTIONS = {
  out: { type: 'string' },
  map: { type: 'string', multiple: true },
  verbose: { type: 'boolean' },
} as const;

test.each<[readonly string[], string]>([
  [['--out', 'a', '--out', 'b'], "Option '--out' is given twice: give it once."],
  [['--out=a', '--out', 'a'], "Option '--out' is given twice: give it once."],
  [['--out', ''], "Option '--out' needs a value."],
  [['--out='], "Option '--out' needs a value."],
  [['--map', ''], "Option '--map' needs a value."],
  [
    ['--out', '--verbose'],
    "Option '--out' needs a value, and '--verbose' looks like another option: to pass it as the value, write '--out=--verbose'.",
  ],
  [
    ['--out', '-1'],
    "Option '--out' needs a value, and '-1' looks like another option: to pass it as the value, write '--out=-1'.",
  ],
  [['--verbose=x'], "Option '--verbose' takes no value."],
  [['a', ''], 'An argument is empty: give a value, or leave it out.'],
])('%j is refused, and no part of it is ignored', (argv, sentence) => {
  expect(() => parseArguments(argv, OPTIONS, {}, true)).toThrow(new UsageError(sentence));
});

test('repeatable options and flags may be repeated', () => {
  const argv = ['--map', 'a=b', '--map', 'c=d', '--verbose', '--verbose', '--out=-x', 'file', 'file'];
  expect(() => parseArguments(argv, OPTIONS, {}, true)).not.toThrow();
});

test('standard input can be imported only once', async () => {
  expect(await runCommand(importCommand, ['-', 'a.csv', '-'], { stdin: 'x' })).toEqual({
    code: 2,
    out: '',
    err: 'Standard input can be read once only: leave one - out.\n',
  });
});

test('migrate says that READER_PASSWORD is ignored for the embedded store', async () => {
  const env = { DATA_DIR: engine.config().dataDir, SEED: 'none', READER_PASSWORD: 's3cret' };
  const { code, out, err } = await runCommand(migrateCommand, [], { env });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/\nREADER_PASSWORD is ignored: the embedded store has no roles\.\n$/);
  expect(out).not.toContain('s3cret');
});
