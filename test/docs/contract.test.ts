/** Every cited number is a heading of docs/asmx-wire-contract.md, and every heading is cited. */
import { vectors } from '../../conformance/vectors.json';
import { CLAUSES } from '../contract/clauses';
import { readText } from '../deploy/yaml';
import { FILES, TEXTS } from './tables';

const CONTRACT = 'docs/asmx-wire-contract.md';

/** No code implements these headings. */
const BACKGROUND: Readonly<Record<string, string>> = {
  '0.1': 'says how to read the evidence',
  '5.5': 'describes a protocol that makes no difference once HttpPost is on',
  '9.5': 'cannot happen here: half a surrogate pair is written as U+FFFD',
  '10.5': 'the texts are English here',
  '12': 'sums up other clauses',
  '14': 'says how far the evidence goes',
};

const contract = readText(CONTRACT);
const headings = [...contract.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number ?? '');
const leaves = headings.filter((one) => !headings.some((other) => other.startsWith(`${one}.`)));

const NUMBER = String.raw`\d+(?:\.\d+)*`;
const CITATION = new RegExp(
  String.raw`[Cc]ontract,? (?:\n *\*? *)?(${NUMBER}(?:(?:,| and| to) (?:\n *\*? *)?${NUMBER})*)`,
  'g',
);

/** Returns the cited numbers. `5.1 to 5.3` also cites 5.2. */
function numbersOf(citation: string): string[] {
  return [...citation.matchAll(new RegExp(`(${NUMBER})(?: to (${NUMBER}))?`, 'g'))].flatMap(
    ([, first = '', last = first]) => {
      const parent = first.slice(0, first.lastIndexOf('.') + 1);
      const [from, to] = [first, last].map((number) => Number(number.slice(parent.length)));
      if (from === undefined || to === undefined || to <= from) return [first, last];
      return Array.from({ length: to - from + 1 }, (_, index) => `${parent}${from + index}`);
    },
  );
}

const files = FILES.filter((file) =>
  /^(?:src|test|docs|scripts|bench|clients|conformance)\/|^README\.md$/.test(file),
).filter((file) => /\.(?:ts|js|mjs|md|json)$/.test(file) && file !== CONTRACT);

const citations = files.flatMap((file) =>
  [...readText(file).matchAll(CITATION)].flatMap(([, list = '']) =>
    numbersOf(list).map((number) => ({ file, number })),
  ),
);

test('every cited clause is a heading of the contract', () => {
  expect(citations.length).toBeGreaterThan(150);
  expect(citations.filter(({ number }) => !headings.includes(number))).toEqual([]);
});

test('every heading is cited by code or tests, has a case, or is listed as background', () => {
  const cases = CLAUSES.map(({ name }) => name.split(' ')[0] ?? '');
  const known = new Set([...citations.map(({ number }) => number), ...cases]);
  expect(leaves.filter((number) => !known.has(number)).sort()).toEqual(Object.keys(BACKGROUND).sort());
});

test('the numbers inside the contract are headings too', () => {
  const inner = [
    ...contract.matchAll(/\((?:see )?(\d+\.\d+(?:\.\d+)*)(?:, \d+\.\d+)*\)|\bsection (\d[\d.]*\d|\d)/g),
  ];
  const numbers = inner.map(([, first, second]) => first ?? second ?? '');
  expect(numbers.length).toBeGreaterThan(30);
  expect(numbers.filter((number) => !headings.includes(number))).toEqual([]);
});

test('the exchanges that the contract names are among the recorded ones', () => {
  const ids = vectors.map(({ id }) => id);
  const named = [...contract.matchAll(/\bv:([\w.]+\/[\w+.-]+)(\*?)/g)].filter(
    ([, id = '']) => !id.startsWith('group/'),
  );
  expect(named.length).toBeGreaterThan(100);
  const unknown = named.filter(([, name = '', star]) =>
    star === '*' ? !ids.some((id) => id.startsWith(name)) : !ids.includes(name),
  );
  expect(unknown.map(([text]) => text)).toEqual([]);
});

test('the messages have the same ids in the code and in the contract', () => {
  // A24 is the error for half a surrogate pair. This service writes U+FFFD instead (contract 4.2).
  const unused = ['A24'];
  const inContract = [...contract.matchAll(/^\| (A\d+) \|/gm)].map(([, id]) => id);
  const inCode = [...readText('src/contract/messages.ts').matchAll(/\bA\d{1,2}\b/g)].map(([id]) => id);
  expect([...new Set([...inCode, ...unused])].sort()).toEqual(inContract.sort());
});

test('every cited document exists', () => {
  expect(files.filter((file) => /\bappendix [A-Z]\b|\bdesign: [A-Z]/i.test(readText(file)))).toEqual([]);
});

/** The contract leaves out .NET's text about an unknown encoding, and the text of the service's own limit. */
const LEFT_OUT = ['encodingNotSupported', 'tooDeep'];

test('the contract has the texts of the code', () => {
  const isMissing = (text: string) => text.split(/…|\r\n/).some((part) => !contract.includes(part.trim()));
  const missing = [...TEXTS].filter(([, texts]) => texts.some(isMissing));
  expect(missing.map(([name]) => name)).toEqual(LEFT_OUT);
});
