/** Compares ARCHITECTURE.md with the code: the components' imports, the rejections, and the public interfaces. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from './deploy/yaml';
import { tableUnder, wordsOf } from './docs/tables';

const SRC = path.join(ROOT, 'src');
const PAGE = 'ARCHITECTURE.md';

/** Maps each component to the components that its files may import. A component may always import from itself. */
const PLAN = tableUnder(PAGE, 'The components').map(([component, , known]) => ({
  component: wordsOf(component)[0] ?? '',
  known: wordsOf(known),
}));

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const textOf = (file: string) => readText(`src/${file}`);

const componentOf = (file: string): string => (file.split(path.sep)[0] ?? '').replace(/\.ts$/, '');

function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:from|import|require)\s*\(?\s*'(\.[^']*)'/g);
  return [...found].map(([, target]) =>
    componentOf(path.relative(SRC, path.resolve(SRC, path.dirname(file), target ?? ''))),
  );
}

test('the table lists exactly the components of src', () => {
  expect([...new Set(files.map(componentOf))].sort()).toEqual(PLAN.map(({ component }) => component).sort());
});

test.each(PLAN)('$component imports from $known, and from no other component', ({ component, known }) => {
  const imports = files
    .filter((file) => componentOf(file) === component)
    .flatMap((file) => importsOf(file).map((target) => ({ file, target })));
  expect(imports.filter(({ target }) => target !== component && !known.includes(target))).toEqual([]);
  const used = imports.map(({ target }) => target);
  expect(known.filter((other) => !used.includes(other))).toEqual([]);
});

test('only the store and the transfer contain SQL, and only the writer of requests contains an Envelope', () => {
  const holding = (pattern: RegExp) =>
    [...new Set(files.filter((file) => pattern.test(textOf(file))).map(componentOf))].sort();
  expect(holding(/\bSELECT .* FROM\b|\bINSERT INTO\b/)).toEqual(['store', 'transfer']);
  expect(holding(/<s(oap)?:Envelope |}:Envelope /)).toEqual(['contract']);
});

describe('the table of rejections', () => {
  const rows = tableUnder(PAGE, 'Where a request is rejected').map(([reason, , places]) => ({
    reason: wordsOf(reason)[0] ?? '',
    places: wordsOf(places),
  }));

  test.each(rows)('says that only $places reject with $reason', ({ reason, places }) => {
    const named = places.map((place) => path.relative('src', place));
    expect(named.filter((file) => !textOf(file).includes(`'${reason}'`))).toEqual([]);
    const making = new RegExp(
      `reason: '${reason}'|(?:RequestRejected|rejection|rejected)\\([^;]*'${reason}'`,
    );
    expect(files.filter((file) => making.test(textOf(file)) && !named.includes(file))).toEqual([]);
  });
});

test.each(
  tableUnder(PAGE, 'Public interfaces').map(
    ([names, file]) => [wordsOf(names), wordsOf(file)[0] ?? ''] as const,
  ),
)('the public interface %j is exported by %s', (names, file) => {
  const text = readText(file);
  const missing = names.filter(
    (name) => !new RegExp(`^export (?:class|function|interface) ${name}\\b`, 'm').test(text),
  );
  expect(missing).toEqual([]);
});
