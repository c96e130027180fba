import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from '../deploy/yaml';

/** The tests of documents are left out, because they mention files that do not exist. */
export const FILES: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => !file.startsWith('test/docs/') && existsSync(path.join(ROOT, file)));

/** Returns the cells of the rows under a heading of a page, without those of the table's head. */
export function tableUnder(file: string, heading: string): string[][] {
  const sections = readText(file).split(/^#{2,3} /m);
  const section = sections.find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the words in backquotes. */
export const wordsOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
