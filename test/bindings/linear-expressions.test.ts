/** No regular expression that receives outside input takes more than linear time. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';

const SRC = path.join(__dirname, '../../src');
/**
 * Requests, and the answers of other services, pass through the code of these folders. The files in `lib/time` get only
 * short texts.
 */
const FOLDERS = ['app', 'server', 'bindings', 'contract', 'lib/text', 'pages', 'recordings'];

const files = FOLDERS.flatMap((folder) => {
  const found = readdirSync(path.join(SRC, folder), { recursive: true, encoding: 'utf8' });
  return found.filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file}`);
});
// This file parses answers of other services.
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

/** Returns false if two quantifiers can match the same text, or if a search starts again at each character. */
const isLinear = (source: string, flags: string) => analyse({ source, flags }).reports.length === 0;

/** Collects the expressions that modules compose when they are loaded. */
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
  const loaded = { ...require.cache };
  try {
    for (const file of Object.keys(loaded)) if (file.startsWith(SRC)) delete require.cache[file];
    for (const file of files.filter((one) => /^(bindings|contract)\//.test(one)))
      require(path.join(SRC, file));
  } finally {
    globalThis.RegExp = original;
    Object.assign(require.cache, loaded);
  }
  // Libraries are also loaded. Their long expressions match only names, which are short.
  return found.filter(({ source }) => source.length < 10_000);
}

test('the search finds expressions, and the judge recognises a quadratic one', () => {
  expect(files.flatMap(literalsOf).length).toBeGreaterThan(30);
  expect(constructed().length).toBeGreaterThan(1);
  expect(isLinear('\\s[^"\'=?]*$', '')).toBe(false);
});

test('every expression takes linear time', () => {
  const expressions = [...files.flatMap(literalsOf), ...constructed()];
  expect(expressions.filter(({ source, flags }) => !isLinear(source, flags))).toEqual([]);
});
