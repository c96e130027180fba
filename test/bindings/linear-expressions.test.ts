/** Every regular expression that meets something from outside takes at most linear time, whatever it is given. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';

const SRC = path.join(__dirname, '../../src');
/** Requests go through these rooms. Those of `lib/time` meet short texts only. */
const ROOMS = ['app', 'server', 'bindings', 'contract', 'lib/text', 'pages'];

const files = ROOMS.flatMap((room) => {
  const found = readdirSync(path.join(SRC, room), { recursive: true, encoding: 'utf8' });
  return found.filter((file) => file.endsWith('.ts')).map((file) => `${room}/${file}`);
});
// Answers of other services are parsed there.
files.push('formats/xml-tree.ts');

interface Expression {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

function literalsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ where: file, source: String(node.pattern), flags: String(node.flags) });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(readFileSync(path.join(SRC, file), 'utf8'), { syntax: 'typescript' }));
  return found;
}

/** False where two quantifiers can match the same text, or where a search starts anew at each character. */
const isLinear = (source: string, flags: string) => analyse({ source, flags }).reports.length === 0;

/** Has those that modules put together when they are loaded. */
function constructed(): Expression[] {
  const found: Expression[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string | RegExp, string | undefined]) {
      const expression = new target(...args);
      found.push({ where: 'new RegExp', source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    jest.isolateModules(() => {
      for (const file of files.filter((one) => /^(bindings|contract)\//.test(one)))
        require(path.join(SRC, file));
    });
  } finally {
    globalThis.RegExp = original;
  }
  // Libraries are loaded on the way; what is theirs is no longer than a name.
  return found.filter(({ source }) => source.length < 10_000);
}

test('the search sees expressions, and the judge tells a quadratic one', () => {
  expect(files.flatMap(literalsOf).length).toBeGreaterThan(30);
  expect(constructed().length).toBeGreaterThan(1);
  expect(isLinear('\\s[^"\'=?]*$', '')).toBe(false);
});

test('every expression is linear', () => {
  const expressions = [...files.flatMap(literalsOf), ...constructed()];
  expect(expressions.filter(({ source, flags }) => !isLinear(source, flags))).toEqual([]);
});
