/** Every regular expression that meets something from outside takes at most linear time, whatever it is given. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

// Without it recheck looks for a Java program.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = require('recheck') as typeof import('recheck');

const SRC = path.join(__dirname, '../../src');
/** The rooms that requests go through, by what their paths begin with. */
const ROOMS = ['app.ts', 'endpoint.ts', 'server.ts', 'bindings/', 'contract/', 'discovery/', 'text/'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && ROOMS.some((room) => file.startsWith(room)),
);

interface Expression {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** The literals of a file: every node of its syntax tree that is one. */
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

/** Those that modules put together when they are loaded. */
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
      for (const file of files.filter((one) => /^(bindings|contract|discovery)\//.test(one)))
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
  expect(checkSync('\\s[^"\'=?]*$', '').status).toBe('vulnerable');
});

test.each(files.flatMap(literalsOf))('$where: /$source/$flags', ({ source, flags }) => {
  expect(checkSync(source, flags, { timeout: 20_000 }).status).toBe('safe');
});
