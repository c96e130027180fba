import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as messages from '../../src/contract/messages';
import { ROOT, readText } from '../deploy/yaml';

/** The list does not come from git, because a downloaded archive of the repository has no git. */
const IGNORED = new Set(['.git', ...readText('.gitignore').split(/\/?\n/)]);

function filesIn(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [file];
    });
}

/** The list leaves out the tests of documents, because they mention files that do not exist. */
export const FILES: readonly string[] = filesIn('').filter((file) => !file.startsWith('test/docs/'));

/** Returns the cells of the table's rows under a heading of a page, without the head of the table. */
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

const { truncate: _helper, ...sent } = messages;

/** Maps the names of ASMX's texts to the texts, inner ones last, in which … stands for each value. */
export const TEXTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(sent).map(([name, message]) => {
    const made: unknown =
      typeof message === 'function' ? Reflect.apply(message, undefined, ['…', '…']) : message;
    return [name, ([made].flat() as readonly messages.ChainedException[]).map((link) => link.message)];
  }),
);

/** Returns the words in backquotes. */
export const wordsOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
