/** Every file that documents, code and tests name exists in the repository. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from '../deploy/yaml';
import { FILES } from './tables';

const files = FILES.filter((file) => /\.(?:ts|js|mjs|md|yml|sh)$|^Dockerfile$/.test(file));

test('every file and folder that is named exists', () => {
  const named = files.flatMap((file) => {
    const text = readText(file);
    const documents = [...text.matchAll(/\b(?:docs\/[a-z-]+\.md|examples\/[\w/-]+\.\w+)\b/g)];
    // Only pages name files of the code. Files of a package or of another program have none of these folders.
    const quoted = /`((?:src|test|docs|wsdl|migrations)\/[\w./-]+)`/g;
    const code = file.endsWith('.md') ? [...text.matchAll(quoted)] : [];
    return [...documents, ...code].map(([text, name = text]) => ({ file, name }));
  });
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ name }) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test('every page but the contract has at most 300 lines', () => {
  const long = files.filter((file) => file.endsWith('.md') && readText(file).split('\n').length > 301);
  expect(long).toEqual(['docs/asmx-wire-contract.md']);
});

test('every link between documents leads to a file and to one of its headings', () => {
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readText(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
        ([, target = '', anchor]) => ({ file, target, anchor }),
      ),
    )
    .filter(({ file, target, anchor }) => {
      const aim = target === '' ? file : path.join(path.dirname(file), target);
      if (!existsSync(path.join(ROOT, aim))) return true;
      if (anchor === undefined) return false;
      const headings = [...readText(aim).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));
      return !headings.includes(anchor);
    });
  expect(broken).toEqual([]);
});
