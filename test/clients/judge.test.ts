/** The judge of the client programs notices each kind of wrong output. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { judge } from '../../scripts/test-clients/judge.js';

const CASES = [
  { id: 'one', result: '{"id":1}' },
  { id: 'list', events: 2 },
  { id: 'refused', fault: { code: 'Client', message: 'month must be from 1 to 12.' } },
] as const;

const RIGHT = [
  ['soap12', 'one', 'result', '{"id":1}'],
  ['soap12', 'list', 'result', '[{},{}]'],
  ['soap12', 'refused', 'fault', 's:Sender', 'month must be from 1 to 12.'],
];

const CLIENT = { bindings: ['soap12'] } as const;
const OWN = { bindings: ['soap11', 'soap12'], cases: 'own' } as const;

const cellsOf = (...args: Parameters<typeof judge>) => Object.fromEntries(judge(...args).cells);

test('a client with every expected answer is right', () => {
  expect(judge(CLIENT, { lines: RIGHT }, CASES)).toEqual({
    cells: new Map([['soap12', { right: 3, wrong: 0 }]]),
    complaints: [],
  });
});

test.each([
  ['another result', 0, 'soap12 | one | result | {"id":2}'],
  ['no result', 0, 'soap12 | one | result'],
  ['a fault instead of a result', 0, 'soap12 | one | fault | s:Sender | x'],
  ['an error instead of a result', 0, 'soap12 | one | error | {"id":1}'],
  ['too few events', 1, 'soap12 | list | result | [{}]'],
  ['a text as long as the list', 1, 'soap12 | list | result | "ab"'],
  ['no JSON', 1, 'soap12 | list | result | [{},{}'],
  ['another fault code', 2, `soap12 | refused | fault | s:Receiver | ${CASES[2].fault.message}`],
  ['the code of the other SOAP', 2, `soap12 | refused | fault | Client | ${CASES[2].fault.message}`],
  ['another fault text', 2, 'soap12 | refused | fault | s:Sender | month'],
  ['a result instead of a fault', 2, 'soap12 | refused | result | Sender'],
  ['the line of another binding', 0, 'soap11 | one | result | {"id":1}'],
])('%s is wrong', (_what, index, line) => {
  const { cells, complaints } = judge(CLIENT, { lines: RIGHT.with(index, line.split(' | ')) }, CASES);
  expect(cells.get('soap12')).toEqual({ right: 2, wrong: 1 });
  expect(complaints).toEqual([expect.stringMatching(/^soap12 (?:one|list|refused): /)]);
});

test('a missing, repeated or unknown case is wrong', () => {
  expect(cellsOf(CLIENT, { lines: RIGHT.slice(1) }, CASES)).toEqual({ soap12: { right: 2, wrong: 1 } });
  expect(cellsOf(CLIENT, { lines: [...RIGHT, ...RIGHT] }, CASES)).toEqual({ soap12: { right: 0, wrong: 3 } });
  const more = [...RIGHT, ['soap12', 'more', 'result', '']];
  expect(cellsOf(CLIENT, { lines: more }, CASES)).toEqual({ soap12: { right: 3, wrong: 1 } });
});

test('a client that prints nothing is wrong in each of its bindings', () => {
  expect(cellsOf(OWN, { lines: [] }, CASES)).toEqual({
    soap11: { right: 0, wrong: 1 },
    soap12: { right: 0, wrong: 1 },
  });
});

test('a client that fails is wrong, even if its lines are right', () => {
  const errorOutput = 'one\ntwo\nthree\nfour\ncrashed; 40 tests not run\n';
  const lines = [
    ['soap11', 'x', 'passed'],
    ['soap12', 'x', 'passed'],
  ];
  expect(judge(OWN, { lines, errorOutput }, CASES)).toEqual({
    cells: new Map([
      ['soap11', { right: 1, wrong: 1 }],
      ['soap12', { right: 1, wrong: 1 }],
    ]),
    complaints: ['two / three / four / crashed; 40 tests not run'],
  });
  expect(cellsOf(CLIENT, { lines: RIGHT, errorOutput: '' }, CASES)).toEqual({
    soap12: { right: 3, wrong: 1 },
  });
});

test('a client that judges itself is right only where it prints "passed"', () => {
  const lines = [
    ['soap11', 'x', 'passed'],
    ['soap11', 'y', 'error', 'see the output'],
    ['soap12', 'z'],
  ];
  expect(cellsOf(OWN, { lines }, CASES)).toEqual({
    soap11: { right: 1, wrong: 1 },
    soap12: { right: 0, wrong: 1 },
  });
});

test('every case of the project expects exactly one thing', () => {
  const cases = JSON.parse(readFileSync(path.join(__dirname, '../../clients/cases.json'), 'utf8'));
  expect(cases.length).toBeGreaterThan(10);
  for (const one of cases) {
    const expectations = ['result', 'events', 'fault'].filter((name) => Object.hasOwn(one, name));
    expect({ id: one.id, expectations }).toEqual({ id: one.id, expectations: [expect.any(String)] });
  }
});
