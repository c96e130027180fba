import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from '../deploy/yaml';

/** Git is not asked, because a download of the repository does not belong to git. */
const IGNORED = new Set(['.git', ...readText('.gitignore').split(/\/?\n/)]);

function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [file];
    });
}

/** The tests of documents are left out, because they mention files that do not exist. */
export const FILES: readonly string[] = filesIn('').filter((file) => !file.startsWith('test/docs/'));

/** Returns the cells of the rows under a heading of a page, without those of the table's head. */
export function tableUnder(file: string, heading: string): string[][] {
  const sections = readText(file).split(/^#{2,3} /m);
  const section = sections.find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.map(cellsOf);
}

/** Returns the cells of a row of a Markdown table. */
export const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Returns the words in backquotes. */
export const wordsOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
