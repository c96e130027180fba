/** Who may know whom: the imports between the rooms of src, held against the plan. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = path.join(__dirname, '../src');

/** Each room and the rooms that its files may import from; a room always knows itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  time: [],
  event: [],
  contract: [],
  formats: ['errors', 'event', 'time'],
  conformance: ['contract'],
  settings: ['errors', 'contract', 'formats', 'time'],
  config: ['settings'],
  ops: ['config', 'contract', 'settings'],
  store: ['errors', 'event', 'formats', 'config', 'ops', 'time'],
  service: ['store', 'formats', 'contract', 'config', 'time'],
  bindings: ['contract', 'ops'],
  discovery: ['contract', 'config'],
  pages: ['contract', 'formats', 'config', 'ops', 'time'],
  transfer: ['errors', 'event', 'store', 'formats', 'time'],
  endpoint: ['bindings', 'contract', 'discovery', 'pages', 'ops', 'config'],
  app: ['endpoint', 'bindings', 'contract', 'discovery', 'pages', 'ops', 'config'],
  server: ['config', 'ops'],
  commands: [
    'errors',
    'app',
    'server',
    'service',
    'formats',
    'store',
    'transfer',
    'conformance',
    'discovery',
    'settings',
    'ops',
    'config',
    'contract',
    'time',
    'event',
  ],
  testing: [],
  control: ['testing'],
  version: [],
  main: ['commands', 'settings', 'version'],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const roomOf = (file: string): string => (file.split(path.sep)[0] ?? '').replace(/\.ts$/, '');

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const found = text.matchAll(/(?:from|import|require)\s*\(?\s*'(\.[^']*)'/g);
  return [...found].map(([, target]) =>
    roomOf(path.relative(SRC, path.resolve(SRC, path.dirname(file), target ?? ''))),
  );
}

test('every room of src is on the plan', () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

test.each(Object.entries(ALLOWED))('%s knows nobody but %j', (room, allowed) => {
  const strangers = files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })))
    .filter(({ target }) => target !== room && !allowed.includes(target));
  expect(strangers).toEqual([]);
});

test('no file outside the store and the transfer holds SQL, none outside the bindings and the one writer of requests an Envelope', () => {
  const holding = (pattern: RegExp) =>
    [
      ...new Set(
        files.filter((file) => pattern.test(readFileSync(path.join(SRC, file), 'utf8'))).map(roomOf),
      ),
    ].sort();
  expect(holding(/\bSELECT .* FROM\b|\bINSERT INTO\b/)).toEqual(['store', 'transfer']);
  expect(holding(/<s(oap)?:Envelope |}:Envelope /)).toEqual(['bindings', 'contract']);
});
